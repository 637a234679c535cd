"""What a seat may know of Svoi Kozyri as a row of numbers: nothing is hidden but the deal to come.

Pairs are the observer's own first, then the other's.
"""

from typing import Any, Final, Protocol

from engine.errors import BadSeat
from engine.observation import Feature, fill, planes, total_size
from engine.svoi_kozyri.moves import NO_CARD, TAKE_SIZE

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

_BIT: Final = tuple(1 << card for card in range(36))
_TRUMPS, _PHASE, _TURN, _END = 0, 8, 11, 13


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
    top = pile[-1]
    small = 1 << _END | 1 << (_TURN + (turn ^ seat))
    first, second = state.trumps
    if first is not None:
        small |= 1 << (_TRUMPS + 4 * seat + first)
    if second is not None:
        small |= 1 << (_TRUMPS + 4 * (1 - seat) + second)
    trump = state.trumps[turn]
    take = repetition = 0
    if trump is None:
        small |= 1 << _PHASE
    else:
        take = min(TAKE_SIZE[trump][top], len(pile) - 1)
        repetition = max(state.repetition(), 1)
        small |= 1 << (_PHASE + (2 if state.seat is None else 1))
    bits = small << 108
    if top != NO_CARD:
        bits |= _BIT[top] << 72
    for card in state.hands[seat]:
        bits |= _BIT[card]
    for card in state.hands[1 - seat]:
        bits |= _BIT[card] << 36
    depths = bytearray(37)
    depth = len(pile)
    for card in pile:
        depth -= 1
        depths[card] = depth + 1
    del depths[NO_CARD]
    ply = state.ply
    counts = (take, repetition, ply >> 8, ply & 255)
    fill(out, planes(bits) + depths + bytes(counts))
