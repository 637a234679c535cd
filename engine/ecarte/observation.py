"""What a seat may know of Écarté as a row of numbers: all that its view says (``view.py``).

Cards are by their places in the deck of 32. Pairs are the observer's own first, then the other's.
"""

from typing import Any, Final, Protocol

from engine.cards import Card, Cards, to_list
from engine.ecarte.actions import PLACE
from engine.ecarte.moves import WINNERS
from engine.ecarte.notation import Exchanges
from engine.errors import BadSeat
from engine.observation import Feature, fill, planes, total_size

MOST_EXCHANGES: Final = 21  # one card each from a stock of 21

FEATURES: Final = (
    Feature("hand", 32, 1, "own cards"),
    Feature("discarded", 32, 1, "own discards"),
    Feature("played_own", 32, 1, "cards of this deal that the observer has played"),
    Feature("played_other", 32, 1, "those that the opponent has played"),
    Feature("led", 32, 1, "the card to answer"),
    Feature("turned", 32, 1, "the turned card"),
    Feature("trump", 4, 1, "its suit"),
    Feature("phase", 5, 1, "propose, respond, discard, card, over"),
    Feature("dealer", 2, 1, "who deals"),
    Feature("turn", 2, 1, "who is to act; nobody when the game is over"),
    Feature("king", 2, 1, "who has announced the king of trumps"),
    Feature("order", 32, 10, "cards played: 1 for the first of the deal, then 2 …"),
    Feature("score", 2, 22, "points"),
    Feature("tricks", 2, 5, "tricks of this deal"),
    Feature("hands", 2, 5, "cards in hand"),
    Feature("stock", 1, 21, "cards in the stock"),
    Feature("proposals", 1, 22, "proposals in this deal"),
    Feature("exchanges", 2 * MOST_EXCHANGES, 5, "by exchange: the cards of non-dealer and dealer"),
    Feature("completed", 1, 21, "exchanges in which the dealer has discarded too"),
    Feature("deal", 1, 41, "number of the deal, from 0"),
)
SIZE: Final = total_size(FEATURES)

_BIT: Final = tuple(1 << place if place >= 0 else 0 for place in PLACE)  # by card
_NO_EXCHANGES: Final = bytes(2 * MOST_EXCHANGES)
_PHASE, _DEALER, _TURN, _KING, _END = 4, 9, 11, 13, 15


class Game(Protocol):
    """What an observation reads of a state; `EcarteState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    points: list[int]
    hands: list[list[Card]]
    turned: Card
    trump: int
    stock: list[Card]
    proposals: int
    exchanges: Exchanges
    discarded: list[Cards]
    led: Card | None
    tricks: list[int]
    played: list[Card]
    king: int | None


def observe(state: Game, seat: int, out: Any) -> None:
    """Writes what `seat` may know. Raises BadSeat or BadBuffer."""
    if seat not in (0, 1):
        raise BadSeat(seat, 2)
    other = 1 - seat
    small = (
        1 << state.trump
        | 1 << (_PHASE + state.phase)
        | 1 << (_DEALER + (state.dealer ^ seat))
        | 1 << _END
    )
    if state.seat is not None:
        small |= 1 << (_TURN + (state.seat ^ seat))
    if state.king is not None:
        small |= 1 << (_KING + (state.king ^ seat))
    bits = _BIT[state.turned] << 160 | small << 192
    for card in state.hands[seat]:
        bits |= _BIT[card]
    if state.discarded[seat]:
        for card in to_list(state.discarded[seat]):
            bits |= _BIT[card] << 32
    order = bytearray(32)
    if state.played:
        bits |= _played(state, seat, order)
        if state.led is not None:
            bits |= _BIT[state.led] << 128
    points, tricks = state.points, state.tricks
    counts = (
        points[seat],
        points[other],
        tricks[seat],
        tricks[other],
        len(state.hands[seat]),
        len(state.hands[other]),
        len(state.stock),
        state.proposals,
    )
    exchanges = _NO_EXCHANGES
    completed = len(state.exchanges)
    if completed:
        exchanges = bytes([count or 0 for pair in state.exchanges for count in pair])
        exchanges = exchanges.ljust(2 * MOST_EXCHANGES, b"\0")
        completed -= state.exchanges[-1][1] is None
    fill(out, planes(bits) + order + bytes(counts) + exchanges + bytes((completed, state.deal)))


def _played(state: Game, seat: int, order: bytearray) -> int:
    """The planes of the cards played by either; marks their order."""
    winners = WINNERS[state.trump]
    player = 1 - state.dealer
    led: Card | None = None
    bits = 0
    for number, card in enumerate(state.played, 1):
        order[PLACE[card]] = number
        bits |= _BIT[card] << (64 if player == seat else 96)
        if led is None:
            led = card
            player = 1 - player
        else:
            if not (winners[led] >> card) & 1:
                player = 1 - player
            led = None
    return bits
