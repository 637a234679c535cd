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
_EMPTY: Final = bytes(36)
_AFTER_TRICK: Final = 7  # counts that stay the same through a trick, the last of the row
# From the cards taken on: those, their order, the counts. Zeros come between.
_write_taken_and_counts: Final = Struct(
    f"36s36s{_ORDER - _TRUMP}x36s{SIZE - _COUNTS - _AFTER_TRICK}B{_AFTER_TRICK}s"
).pack_into

# What stays the same through a trick: the tricks and the cards taken, by side a plane of these, the
# plane of their order, and for each side as the observer's the last counts.
Taken = tuple[tuple[Card, ...], tuple[Card, ...]]
TakenPlanes = tuple[tuple[int, int], Taken, bytes, bytes, bytes, bytes, bytes]


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
    tricks: tuple[int, int]
    taken: Taken
    dropped: list[Cards]
    drops: list[int]
    returned: list[Cards]
    penalties: tuple[int, int]
    eggs: int
    taken_planes: TakenPlanes | None


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
    planes = state.taken_planes
    if planes is None or planes[0] != state.tricks:
        planes = _taken_planes(state)
    _, _, first, second, order, counts, other_counts = planes
    if seat & 1:
        first, second, counts = second, first, other_counts
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    drops = state.drops
    _write_taken_and_counts(
        row,
        _TAKEN_OWN,
        first,
        second,
        order,
        len(hands[seat]),
        len(hands[left]),
        len(hands[partner]),
        len(hands[right]),
        drops[seat],
        drops[left],
        drops[partner],
        drops[right],
        counts,
    )
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
    if state.returned != _NO_CARDS:
        for owner, returned in enumerate(state.returned):
            for card in to_list(returned):
                row[_RETURNED + 36 * ((owner - seat) & 3) + card] = 1
    fill(out, row)


def _taken_planes(state: Series) -> TakenPlanes:
    """Adds the cards that were taken since they were last shown."""
    known = state.taken_planes
    shown: Taken = ((), ())
    first = second = order = _EMPTY
    if known is not None:
        _, shown, first, second, order, _, _ = known
    taken, other_taken = state.taken
    planes, other_planes, orders = bytearray(first), bytearray(second), bytearray(order)
    for place in range(len(shown[0]), len(taken)):
        planes[taken[place]] = 1
        orders[taken[place]] = place + 1
    for place in range(len(shown[1]), len(other_taken)):
        other_planes[other_taken[place]] = 1
        orders[other_taken[place]] = place + 1
    stock = len(state.stock) - state.drawn
    tricks, other_tricks = state.tricks
    penalties, other_penalties = state.penalties
    eggs, deal = min(state.eggs, _MOST), min(state.deal, _MOST)
    state.taken_planes = made = (
        state.tricks,
        state.taken,
        bytes(planes),
        bytes(other_planes),
        bytes(orders),
        bytes((stock, tricks, other_tricks, penalties, other_penalties, eggs, deal)),
        bytes((stock, other_tricks, tricks, other_penalties, penalties, eggs, deal)),
    )
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
