"""A state of Kozel as a number of 64 bits, for tables of positions that a search has seen.

What stays as it is through a deal is hashed once a deal, what stays as it is through a trick once a
trick, the table and the turn for each key. Equal positions have equal keys, in every process. What
only says who may know what (cards taken, dropped and returned) and the seed are not in the key:
they change nothing of the play.
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
    points: tuple[int, int]
    tricks: tuple[int, int]
    penalties: tuple[int, int]
    eggs: int
    stop_at_deal: bool
    deal_keys: list[int] | None
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
    first, second, third, fourth = state.hands
    if state.table:
        first, second, third, fourth = _hands_before(state)
    # All four have the same size.
    state.trick_key = made = hash(
        (
            (state.deal_keys or _deal_keys(state))[(len(state.stock) - state.drawn + 3) // 4],
            state.points,
            state.tricks,
            state.leader,
            *first,
            *second,
            *third,
            *fourth,
        )
    )
    return made


def _hands_before(state: Series) -> list[Hand]:
    """The hands at the start of the trick."""
    hands = state.hands[:]
    for turn, (_, cards) in enumerate(state.table):
        seat = (state.leader + turn) & 3
        hands[seat] = sorted([*hands[seat], *to_list(cards)])
    return hands


def _deal_keys(state: Series) -> list[int]:
    """By how often four cards can still be drawn from the stock: a hash of the cards that are then
    left, and of what is the same from the start of a deal to its end."""
    made = hash(
        (
            state.exposed,
            state.dealer,
            state.deal,
            state.penalties,
            state.eggs,
            state.stop_at_deal,
        )
    )
    state.deal_keys = keys = [made]
    end = len(state.stock)
    start = end - (end - state.drawn) % 4  # a position set up by hand may have any number of cards
    if start < end:
        made = hash((made, *state.stock[start:end]))
        keys.append(made)
    while start > state.drawn:
        start -= 4
        made = hash((made, *state.stock[start : start + 4]))
        keys.append(made)
    return keys
