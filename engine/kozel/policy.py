"""The moves of Kozel as the outputs of a policy network: 143, where there are 134,444 actions.

| outputs | move |
| --- | --- |
| 0 to 35 | `lead` of the card with this number |
| 36 to 71 | `beat` with one card |
| 72 to 107 | `drop` of one card |
| 108 to 118 | `lead` of two to four cards |
| 119 to 129 | `beat` with so many |
| 130 to 140 | `drop` of so many |
| 141, 142 | `molodka`, `pass` |

Several cards are named by their places in the hand, which is in deck order: place 0 counts 1, place
1 counts 2, then 4 and 8, and the outputs are those for the sums 3, 5, 6, 7, 9, 10, 11, 12, 13, 14,
15. A seat knows its hand, so an output means one move in all states that it cannot tell apart. For
another hand it means other cards: trees and tables over many deals take actions (``actions.py``).
"""

from typing import Any, Final, Protocol

from engine.action_numbers import checked_number
from engine.kozel.moves import (
    BEAT,
    DROP,
    LEAD,
    MOLODKA,
    PASS,
    SINGLE_INDEX,
    Hand,
    Move,
    Moves,
)
from engine.observation import fill

_VERBS: Final = (LEAD, BEAT, DROP)
_SETS: Final = tuple(mask for mask in range(16) if mask.bit_count() > 1)
_FIRST_SET: Final = 3 * 36
_MOLODKA_OUTPUT: Final = _FIRST_SET + 3 * len(_SETS)
_PASS_OUTPUT: Final = _MOLODKA_OUTPUT + 1
NUM_OUTPUTS: Final = _PASS_OUTPUT + 1


def _output_by_move() -> tuple[int, ...]:
    """By move: its output; of a single card what to add to the card."""
    outputs = [0] * (PASS + 1)
    for number, verb in enumerate(_VERBS):
        for index in range(4):
            outputs[verb | 1 << index] = 36 * number
        for place, mask in enumerate(_SETS):
            outputs[verb | mask] = _FIRST_SET + len(_SETS) * number + place
    outputs[MOLODKA] = _MOLODKA_OUTPUT
    outputs[PASS] = _PASS_OUTPUT
    return tuple(outputs)


_OUTPUT: Final = _output_by_move()
# By output from the first set on: the move.
_MOVE: Final = (*(verb | mask for verb in _VERBS for mask in _SETS), MOLODKA, PASS)


class Turn(Protocol):
    """What this reads of a state; `KozelState` describes it."""

    seat: int | None
    hands: list[Hand]

    def legal(self) -> Moves: ...


def output(state: Turn, move: Move) -> int:
    """The output of a legal move."""
    index = SINGLE_INDEX[move]
    if index < 0:
        return _OUTPUT[move]
    assert state.seat is not None, "the game is over"
    return _OUTPUT[move] + state.hands[state.seat][index]


def move_of(state: Turn, number: int) -> Move | None:
    """The legal move of an output; None if it has none. Raises BadAction."""
    number = checked_number(number, NUM_OUTPUTS, "output", "kozel")
    if state.seat is None:
        return None
    if number >= _FIRST_SET:
        move = _MOVE[number - _FIRST_SET]
    else:
        verb, card = divmod(number, 36)
        hand = state.hands[state.seat]
        if card not in hand:
            return None
        move = _VERBS[verb] | 1 << hand.index(card)
    return move if move in state.legal() else None


def mask(state: Turn, out: Any) -> None:
    """Writes 1 for each output that is a legal move, else 0."""
    row = bytearray(NUM_OUTPUTS)
    seat = state.seat
    if seat is not None:
        hand = state.hands[seat]
        for move in state.legal():
            index = SINGLE_INDEX[move]
            row[_OUTPUT[move] + hand[index] if index >= 0 else _OUTPUT[move]] = 1
    fill(out, row)
