"""What a seat may know of Kozel as a row of numbers: all that its view says (``view.py``).

Players are in order from the observer on: itself, its left neighbour, its partner, its right
neighbour; sides are its own and the other. Whoever is asked about a molodka alone sees the phase
``window``, so nobody else's observation shows the question (KR12).
"""

from typing import Any, Final, Protocol

from engine.cards import Card, Cards
from engine.errors import BadSeat
from engine.kozel.moves import BIT, DROP, LEADING, REPLYING, WINDOW, Hand, Move
from engine.observation import Feature, fill, planes, total_size

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

# Where the planes of small features begin, counted from `trump`.
_PHASE, _DEALER, _LEADER, _BEST_PLAYER, _LAID_DOWN, _COUNT, _END = 4, 8, 12, 16, 20, 24, 28
_MOST: Final = 255


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


def observe(state: Series, seat: int, out: Any) -> None:
    """Writes what `seat` may know. Raises BadSeat or BadBuffer."""
    if seat not in (0, 1, 2, 3):
        raise BadSeat(seat, 4)
    hands = state.hands
    phase = state.phase
    table = state.table
    if phase == WINDOW and seat != state.seat:
        phase = REPLYING if table else LEADING  # the question is secret
    small = (
        1 << state.trump
        | 1 << (_PHASE + phase)
        | 1 << (_DEALER + ((state.dealer - seat) & 3))
        | 1 << (_LEADER + ((state.leader - seat) & 3))
        | 1 << _END
    )
    returned = 0
    if any(state.returned):
        for owner, cards in enumerate(state.returned):
            returned |= cards << (36 * ((owner - seat) & 3))
    played = 0
    best = state.best
    if table:
        small |= 1 << (_BEST_PLAYER + ((state.best_seat - seat) & 3))
        small |= 1 << (_COUNT - 1 + state.count)
        player = state.leader - seat
        for verb, cards in table:
            if verb == DROP:
                small |= 1 << (_LAID_DOWN + (player & 3))
            else:
                played |= cards << (36 * (player & 3))
            player += 1
    hand = 0
    for card in hands[seat]:
        hand |= BIT[card]
    bits = (
        hand
        | state.dropped[seat] << 36
        | best << 72
        | played << 108
        | returned << 252
        | BIT[state.exposed] << 396
        | small << 504
    )
    side = seat & 1
    order = bytearray(36)
    shift = 432
    for cards_taken in (state.taken[side], state.taken[1 - side]):
        taken = 0
        for place, card in enumerate(cards_taken, 1):
            order[card] = place
            taken |= BIT[card]
        bits |= taken << shift
        shift += 36
    drops = state.drops
    penalties = state.penalties
    tricks = state.tricks
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    counts = (
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
        min(state.eggs, _MOST),
        min(state.deal, _MOST),
    )
    fill(out, planes(bits) + order + bytes(counts))
