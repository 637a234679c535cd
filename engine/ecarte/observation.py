"""What a seat may know of Écarté as a row of numbers: all that its view says (``view.py``).

Cards are by their places in the deck of 32. Pairs are the observer's own first, then the other's.
"""

from struct import Struct
from typing import Any, Final, Protocol

from engine.cards import Card, Cards, to_list
from engine.ecarte.actions import PLACE
from engine.ecarte.moves import WINNERS
from engine.ecarte.notation import Exchanges
from engine.errors import BadSeat
from engine.observation import Feature, fill, starts, total_size

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

_START: Final = starts(FEATURES)
_DISCARDED: Final = _START["discarded"]
_PLAYED_OWN: Final = _START["played_own"]
_PLAYED_OTHER: Final = _START["played_other"]
_LED: Final = _START["led"]
_TURNED: Final = _START["turned"]
_TRUMP: Final = _START["trump"]
_PHASE: Final = _START["phase"]
_DEALER: Final = _START["dealer"]
_TURN: Final = _START["turn"]
_KING: Final = _START["king"]
_ORDER: Final = _START["order"]
_COUNTS: Final = _START["score"]
_EXCHANGES: Final = _START["exchanges"]
_COMPLETED: Final = _START["completed"]
_DEAL: Final = _START["deal"]
_write_counts: Final = Struct(f"{_EXCHANGES - _COUNTS}B").pack_into


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
    # One byte after the other, for few are not 0: see bench/engine.py, "observe()".
    row = bytearray(SIZE)
    for card in state.hands[seat]:
        row[PLACE[card]] = 1
    if state.discarded[seat]:
        for card in to_list(state.discarded[seat]):
            row[_DISCARDED + PLACE[card]] = 1
    row[_TURNED + PLACE[state.turned]] = 1
    row[_TRUMP + state.trump] = 1
    row[_PHASE + state.phase] = 1
    row[_DEALER + (state.dealer ^ seat)] = 1
    if state.seat is not None:
        row[_TURN + (state.seat ^ seat)] = 1
    if state.king is not None:
        row[_KING + (state.king ^ seat)] = 1
    if state.played:
        _show_played(state, seat, row)
        if state.led is not None:
            row[_LED + PLACE[state.led]] = 1
    points, tricks = state.points, state.tricks
    _write_counts(
        row,
        _COUNTS,
        points[seat],
        points[other],
        tricks[seat],
        tricks[other],
        len(state.hands[seat]),
        len(state.hands[other]),
        len(state.stock),
        state.proposals,
    )
    place = _EXCHANGES
    for first, second in state.exchanges:
        row[place] = first
        if second is not None:
            row[place + 1] = second
            row[_COMPLETED] += 1
        place += 2
    row[_DEAL] = state.deal
    fill(out, row)


def _show_played(state: Game, seat: int, row: bytearray) -> None:
    """The cards played by either, and their order."""
    winners = WINNERS[state.trump]
    player = 1 - state.dealer
    led: Card | None = None
    for number, card in enumerate(state.played, 1):
        place = PLACE[card]
        row[_ORDER + place] = number
        row[(_PLAYED_OWN if player == seat else _PLAYED_OTHER) + place] = 1
        if led is None:
            led = card
            player = 1 - player
        else:
            if not (winners[led] >> card) & 1:
                player = 1 - player
            led = None
