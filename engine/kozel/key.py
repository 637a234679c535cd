"""A state of Kozel as a number of 64 bits, for tables of positions that a search has seen.

What stays as it is through a trick is hashed once a trick, the table and the turn for each key.
Equal positions have equal keys, in every process. What only says who may know what (cards taken,
dropped and returned) and the seed are not in the key: they change nothing of the play.
"""

from typing import Final, Protocol

from engine.cards import Card, Cards, to_list
from engine.kozel.moves import Hand, Move

_64_BITS: Final = (1 << 64) - 1
_NOBODY: Final = 4


class Series(Protocol):
    """What a key reads of a state; `KozelState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    leader: int
    hands: list[Hand]
    stock: list[Card]
    drawn: int
    exposed: Card
    table: list[tuple[Move, Cards]]
    claimants: int
    points: list[int]
    tricks: list[int]
    penalties: list[int]
    eggs: int
    stop_at_deal: bool
    trick_key: int


def key(state: Series) -> int:
    seat = state.seat
    return (
        hash(
            (
                state.trick_key or _trick_key(state),
                tuple(state.table),
                _NOBODY if seat is None else seat,
                state.phase,
                state.claimants,
            )
        )
        & _64_BITS
    )


def _trick_key(state: Series) -> int:
    """The part of the key that is the same from the start of a trick to its end."""
    hands = [tuple(hand) for hand in state.hands]
    if state.table:
        for turn, (_, cards) in enumerate(state.table):
            seat = (state.leader + turn) & 3
            hands[seat] = tuple(sorted([*hands[seat], *to_list(cards)]))
    first, second = state.points
    state.trick_key = made = hash(
        (
            *hands,
            *state.stock[state.drawn :],
            state.exposed,
            first,
            second,
            *state.tricks,
            state.leader,
            state.dealer,
            state.deal,
            *state.penalties,
            state.eggs,
            state.stop_at_deal,
        )
    )
    return made
