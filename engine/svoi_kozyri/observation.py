"""What a seat may know of Svoi Kozyri as a row of numbers: nothing is hidden but the deal to come.

Pairs are the observer's own first, then the other's.
"""

from typing import Any, Final, Protocol

from engine.errors import BadSeat
from engine.observation import Feature, fill, starts, total_size
from engine.svoi_kozyri.moves import TAKE_SIZE

FEATURES: Final = (
    Feature("hand", 36, 1, "own cards"),
    Feature("opponent", 36, 1, "the opponent's cards"),
    Feature("top", 36, 1, "the top card of the pile"),
    Feature("trumps", 8, 1, "the two trump suits; none while it is not chosen"),
    Feature("phase", 3, 1, "choose, play, over"),
    Feature("turn", 2, 1, "whose turn it is, or would be after the end"),
    Feature("pile", 36, 36, "cards of the pile: 1 for the top card, 2 for the one below it …"),
    Feature("take", 1, 36, "how many cards a pick-up would take now"),
    Feature("repetition", 1, 3, "how often this position has occurred; 0 while trumps are chosen"),
    Feature("ply", 2, 255, "moves made, as 256 times the first and once the second"),
)
SIZE: Final = total_size(FEATURES)

_START: Final = starts(FEATURES)
_TOP: Final = _START["top"]
_TRUMPS: Final = _START["trumps"]
_PHASE: Final = _START["phase"]
_TURN: Final = _START["turn"]
_PILE: Final = _START["pile"]

_BETWEEN: Final = bytes(_PILE - _TOP)  # the features between the hands and the pile

# To show where each card lies, one table translates all cards to marks: OWN, OTHER, or DEPTH and
# the place below the top. A loop over 36 cards takes twice as long (bench/engine.py, "observe()").
_OWN: Final = bytes([200]) * 36
_OTHER: Final = bytes([201]) * 36
_DEPTHS: Final = bytes(128 + depth for depth in range(1, 37))
_DECK: Final = bytes(range(36))
_IS_OWN: Final = bytes(mark == 200 for mark in range(256))
_IS_OTHER: Final = bytes(mark == 201 for mark in range(256))
_DEPTH: Final = bytes(mark - 128 if 128 < mark < 165 else 0 for mark in range(256))


class Duel(Protocol):
    """What an observation reads of a state; `SvoiKozyriState` describes it."""

    seat: int | None
    turn: int
    trumps: tuple[int | None, int | None]
    hands: list[bytes]
    pile: bytes
    ply: int

    def repetition(self) -> int: ...


def observe(state: Duel, seat: int, out: Any) -> None:
    """Writes what `seat` may know. Raises BadSeat or BadBuffer."""
    if seat not in (0, 1):
        raise BadSeat(seat, 2)
    pile = state.pile
    turn = state.turn
    own = state.hands[seat]
    other = state.hands[1 - seat]
    cards = pile[:0:-1]  # without NO_CARD
    marks = _DECK.translate(
        bytes.maketrans(
            own + other + cards,
            _OWN[: len(own)] + _OTHER[: len(other)] + _DEPTHS[: len(cards)],
        )
    )
    row = bytearray(marks.translate(_IS_OWN) + marks.translate(_IS_OTHER))
    row += _BETWEEN
    row += marks.translate(_DEPTH)
    first, second = state.trumps
    if first is not None:
        row[_TRUMPS + 4 * seat + first] = 1
    if second is not None:
        row[_TRUMPS + 4 * (1 - seat) + second] = 1
    trump = state.trumps[turn]
    take = repetition = 0
    if trump is None:
        row[_PHASE] = 1
    else:
        take = min(TAKE_SIZE[trump][pile[-1]], len(cards))
        repetition = max(state.repetition(), 1)
        row[_PHASE + (2 if state.seat is None else 1)] = 1
    row[_TURN + (turn ^ seat)] = 1
    if cards:
        row[_TOP + cards[0]] = 1
    row += bytes((take, repetition, state.ply >> 8, state.ply & 255))
    fill(out, row)
