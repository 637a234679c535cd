"""The moves of Écarté as the outputs of a policy network: 100, where there are 242,893 actions.

| outputs | move |
| --- | --- |
| 0 to 31 | `card`, by the card's place in the deck of 32 |
| 32 to 63 | `card … king` |
| 64, 65, 66, 67 | `stand`, `propose`, `accept`, `refuse` |
| 68 to 99 | `discard`, by the places of its cards in the hand |

The hand is in deck order: a discard is 68, and 1 for the first card, 2 for the second, then 4, 8
and 16. A seat knows its hand, so an output means one move in all states that it cannot tell apart.
For another hand it means other cards: trees and tables over many deals take actions
(``actions.py``).
"""

from typing import Any, Final, Protocol

from engine.action_numbers import checked_number
from engine.cards import DECK32, Card
from engine.ecarte.actions import CARD_KING, DECK, PLACE, WORD
from engine.ecarte.moves import HAND, KING, STAND, Move, Moves
from engine.observation import fill

_DISCARD: Final = WORD + 4
NUM_OUTPUTS: Final = _DISCARD + (1 << HAND)


class Turn(Protocol):
    """What this reads of a state; `EcarteState` describes it."""

    seat: int | None
    hands: list[list[Card]]

    def legal(self) -> Moves: ...


def output(state: Turn, move: Move) -> int:
    """The output of a legal move."""
    if move < 0:
        return _DISCARD + ~move
    if move >= STAND:
        return WORD + move - STAND
    assert state.seat is not None, "the game is over"
    hand = state.hands[state.seat]
    return PLACE[hand[move]] if move < KING else CARD_KING + PLACE[hand[move - KING]]


def move_of(state: Turn, number: int) -> Move | None:
    """The legal move of an output; None if it has none. Raises BadAction."""
    number = checked_number(number, NUM_OUTPUTS, "output", "ecarte")
    if state.seat is None:
        return None
    if number >= _DISCARD:
        move = ~(number - _DISCARD)
    elif number >= WORD:
        move = STAND + number - WORD
    else:
        hand = state.hands[state.seat]
        card = DECK32[number % DECK]
        if card not in hand:
            return None
        move = hand.index(card) + (KING if number >= CARD_KING else 0)
    return move if move in state.legal() else None


def mask(state: Turn, out: Any) -> None:
    """Writes 1 for each output that is a legal move, else 0."""
    row = bytearray(NUM_OUTPUTS)
    seat = state.seat
    if seat is not None:
        moves = state.legal()
        if moves[0] < 0:
            _mark_discards(row, moves)
        else:
            hand = state.hands[seat]
            for move in moves:
                if move < KING:
                    row[PLACE[hand[move]]] = 1
                elif move < STAND:
                    row[CARD_KING + PLACE[hand[move - KING]]] = 1
                else:
                    row[WORD + move - STAND] = 1
    fill(out, row)


def _mark_discards(row: bytearray, moves: Moves) -> None:
    none = moves[0] == ~0
    if len(moves) == 31 + none:  # nearly always: a discard of all five cards too
        row[_DISCARD:] = _ALL if none else _ALL_BUT_NONE
        return
    for move in moves:
        row[_DISCARD + ~move] = 1


_ALL: Final = bytes([1]) * (1 << HAND)
_ALL_BUT_NONE: Final = bytes([0]) + _ALL[1:]
