"""The moves of Svoi Kozyri as the outputs of a policy network: a move is its own output.

There are 1,337 (``moves.py``): they name their cards, and are few enough.
"""

from typing import Any, Final, Protocol

from engine.action_numbers import checked_number
from engine.observation import fill
from engine.ruleset import Moves
from engine.svoi_kozyri.moves import BEAT, NO_CARD, NUM_ACTIONS, TAKE, Move

NUM_OUTPUTS: Final = NUM_ACTIONS

_NO_OUTPUTS: Final = bytes(NUM_OUTPUTS)


class Turn(Protocol):
    """What this reads of a state; `SvoiKozyriState` describes it."""

    seat: int | None
    turn: int
    hands: list[bytes]
    pile: bytes
    not_beating: list[list[bytes]]
    voluntary_take: bool

    def legal(self) -> Moves[Move]: ...


def move_of(state: Turn, number: int) -> Move | None:
    """The legal move of an output; None if it has none. Raises BadAction."""
    move = checked_number(number, NUM_OUTPUTS, "output", "svoi-kozyri")
    return move if move in state.legal() else None


def mask(state: Turn, out: Any) -> None:
    """Writes 1 for each output that is a legal move, else 0."""
    row = bytearray(_NO_OUTPUTS)
    seat = state.seat
    if seat is not None:
        hand = state.hands[seat]
        top = state.pile[-1]
        beating = b"" if top == NO_CARD else hand.translate(None, state.not_beating[seat][top])
        if beating and len(hand) > 1:
            # A row of 36 second cards for each beating card, in place of dozens of moves.
            held = bytearray(36)
            for card in hand:
                held[card] = 1
            for card in beating:
                first = BEAT + 36 * card
                row[first : first + 36] = held
                row[first + card] = 0
            row[TAKE] = state.voluntary_take
        else:
            for move in state.legal():
                row[move] = 1
    fill(out, row)
