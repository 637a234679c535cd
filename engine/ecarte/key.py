"""A state of Écarté as a number of 64 bits, for tables of positions that a search has seen.

What only an exchange changes is hashed once after each, the rest for each key. Equal positions have
equal keys, in every process. What only says who may know what (discards, and the order of play) and
the seed are not in the key: they change nothing of the play.
"""

from typing import Final, Protocol

from engine.cards import Card
from engine.ecarte.notation import Exchanges

_64_BITS: Final = (1 << 64) - 1
_NOBODY: Final = 2
_NO_CARD: Final = 36


class Game(Protocol):
    """What a key reads of a state; `EcarteState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    points: list[int]
    hands: list[list[Card]]
    turned: Card
    stock: list[Card]
    proposals: int
    exchanges: Exchanges
    led: Card | None
    tricks: list[int]
    king: int | None
    stop_at_deal: bool
    stock_key: int


def key(state: Game) -> int:
    first, second = state.hands
    seat, led, king = state.seat, state.led, state.king
    return (
        hash(
            (
                state.stock_key or _stock_key(state),
                tuple(first),
                tuple(second),
                _NO_CARD if led is None else led,
                _NOBODY if seat is None else seat,
                state.phase,
                state.proposals,
                _NOBODY if king is None else king,
                *state.tricks,
                *state.points,
            )
        )
        & _64_BITS
    )


def _stock_key(state: Game) -> int:
    """The part of the key that only exchanges and deals change."""
    exchanges = state.exchanges
    made = hash(
        (
            tuple(state.stock),
            len(exchanges),
            bool(exchanges) and exchanges[-1][1] is None,
            state.turned,
            state.dealer,
            state.deal,
            state.stop_at_deal,
        )
    )
    state.stock_key = made
    return made
