"""What a seat may know of Kozel as a row of numbers: all that its view says (``view.py``).

Players are in order from the observer on: itself, its left neighbour, its partner, its right
neighbour; sides are its own and the other. Whoever is asked about a molodka alone sees the phase
``window``, so nobody else's observation shows the question (KR12).
"""

from struct import Struct
from typing import Any, Final, Protocol

from engine.cards import Card, Cards, to_list
from engine.errors import BadSeat
from engine.kozel.moves import DROP, LEADING, REPLYING, WINDOW, Hand, Move
from engine.observation import Feature, fill, starts, total_size

FEATURES: Final = (
    Feature("hand", 36, 1, "own cards"),
    Feature("dropped", 36, 1, "own face-down cards of this deal, those on the table too"),
    Feature("best", 36, 1, "the set to beat"),
    Feature("played", 144, 1, "by player: the cards that lie face up on the table"),
    Feature("returned", 144, 1, "by player: cards taken back after a molodka and not seen since"),
    Feature("exposed", 36, 1, "the exposed card"),
    Feature("taken_own", 36, 1, "cards that the own side took face up"),
    Feature("taken_other", 36, 1, "those that the other side took"),
    Feature("trump", 4, 1, "its suit"),
    Feature("phase", 4, 1, "window, lead, reply, over"),
    Feature("dealer", 4, 1, "which player"),
    Feature("leader", 4, 1, "which player"),
    Feature("best_player", 4, 1, "who played the set to beat; nobody before the lead"),
    Feature("laid_down", 4, 1, "by player: whether its cards on the table lie face down"),
    Feature("count", 4, 1, "one to four cards are played in this trick; none before the lead"),
    Feature("taken_order", 36, 36, "of these cards: 1 for the first of its side, then 2 …"),
    Feature("hands", 4, 4, "by player: cards in hand"),
    Feature("drops", 4, 36, "by player: cards laid face down in finished tricks"),
    Feature("stock", 1, 20, "cards in the stock"),
    Feature("tricks", 2, 9, "by side"),
    Feature("penalties", 2, 106, "by side: penalty points"),
    Feature("eggs", 1, 255, "deals without a penalty"),
    Feature("deal", 1, 255, "number of the deal, from 0; 255 for all from there on"),
)
SIZE: Final = total_size(FEATURES)

_START: Final = starts(FEATURES)
_DROPPED: Final = _START["dropped"]
_BEST: Final = _START["best"]
_PLAYED: Final = _START["played"]
_RETURNED: Final = _START["returned"]
_EXPOSED: Final = _START["exposed"]
_TAKEN_OWN: Final = _START["taken_own"]
_TRUMP: Final = _START["trump"]
_PHASE: Final = _START["phase"]
_DEALER: Final = _START["dealer"]
_LEADER: Final = _START["leader"]
_BEST_PLAYER: Final = _START["best_player"]
_LAID_DOWN: Final = _START["laid_down"]
_COUNT: Final = _START["count"]
_ORDER: Final = _START["taken_order"]
_COUNTS: Final = _START["hands"]
_MOST: Final = 255
# By the nine bits that a set of cards has in a suit: a byte for each.
_PLANE: Final = tuple(bytes([(bits >> rank) & 1 for rank in range(9)]) for bits in range(512))
_NO_CARDS: Final = [0, 0, 0, 0]  # by seat
_write_counts: Final = Struct(f"{SIZE - _COUNTS}B").pack_into


class Series(Protocol):
    """What an observation reads of a state; `KozelState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    leader: int
    hands: list[Hand]
    stock: list[Card]
    drawn: int
    exposed: Card
    trump: int
    table: list[tuple[Move, Cards]]
    best: Cards
    best_seat: int
    count: int
    tricks: list[int]
    taken: list[tuple[Card, ...]]
    dropped: list[Cards]
    drops: list[int]
    returned: list[Cards]
    penalties: list[int]
    eggs: int
    taken_planes: tuple[bytes, bytes, bytes] | None


def observe(state: Series, seat: int, out: Any) -> None:
    """Writes what `seat` may know. Raises BadSeat or BadBuffer."""
    if seat not in (0, 1, 2, 3):
        raise BadSeat(seat, 4)
    hands = state.hands
    phase = state.phase
    table = state.table
    if phase == WINDOW and seat != state.seat:
        phase = REPLYING if table else LEADING  # the question is secret
    # One byte after the other, for few are not 0: see bench/engine.py, "observe()".
    row = bytearray(SIZE)
    for card in hands[seat]:
        row[card] = 1
    dropped = state.dropped[seat]
    if dropped:
        row[_DROPPED:_BEST] = (
            _PLANE[dropped & 511]
            + _PLANE[(dropped >> 9) & 511]
            + _PLANE[(dropped >> 18) & 511]
            + _PLANE[dropped >> 27]
        )
    row[_EXPOSED + state.exposed] = 1
    row[_TRUMP + state.trump] = 1
    row[_PHASE + phase] = 1
    row[_DEALER + ((state.dealer - seat) & 3)] = 1
    row[_LEADER + ((state.leader - seat) & 3)] = 1
    if table:
        row[_BEST_PLAYER + ((state.best_seat - seat) & 3)] = 1
        row[_COUNT - 1 + state.count] = 1
        if state.count == 1:
            row[_BEST - 1 + state.best.bit_length()] = 1
            player = state.leader - seat
            for verb, cards in table:
                if verb == DROP:
                    row[_LAID_DOWN + (player & 3)] = 1
                else:
                    row[_PLAYED - 1 + 36 * (player & 3) + cards.bit_length()] = 1
                player += 1
        else:
            _show_sets(state, seat, row)
    side = seat & 1
    planes = state.taken_planes or _taken_planes(state)
    row[_TAKEN_OWN:_TRUMP] = planes[side] + planes[1 - side]
    row[_ORDER:_COUNTS] = planes[2]
    if state.returned != _NO_CARDS:
        for owner, returned in enumerate(state.returned):
            for card in to_list(returned):
                row[_RETURNED + 36 * ((owner - seat) & 3) + card] = 1
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    drops, tricks, penalties = state.drops, state.tricks, state.penalties
    eggs, deal = state.eggs, state.deal
    _write_counts(
        row,
        _COUNTS,
        len(hands[seat]),
        len(hands[left]),
        len(hands[partner]),
        len(hands[right]),
        drops[seat],
        drops[left],
        drops[partner],
        drops[right],
        len(state.stock) - state.drawn,
        tricks[side],
        tricks[1 - side],
        penalties[side],
        penalties[1 - side],
        eggs if eggs < _MOST else _MOST,
        deal if deal < _MOST else _MOST,
    )
    fill(out, row)


def _taken_planes(state: Series) -> tuple[bytes, bytes, bytes]:
    """By side the cards that it took, and their order. They stay the same through a trick."""
    first, second, order = bytearray(36), bytearray(36), bytearray(36)
    for plane, cards in ((first, state.taken[0]), (second, state.taken[1])):
        for place, card in enumerate(cards, 1):
            plane[card] = 1
            order[card] = place
    state.taken_planes = made = (bytes(first), bytes(second), bytes(order))
    return made


def _show_sets(state: Series, seat: int, row: bytearray) -> None:
    """The plays of a trick of several cards each."""
    for card in to_list(state.best):
        row[_BEST + card] = 1
    player = state.leader - seat
    for verb, cards in state.table:
        if verb == DROP:
            row[_LAID_DOWN + (player & 3)] = 1
        else:
            for card in to_list(cards):
                row[_PLAYED + 36 * (player & 3) + card] = 1
        player += 1
