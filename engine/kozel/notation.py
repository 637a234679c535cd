"""The position notation of Kozel: any state of a game on one line (docs/2-rules.md, "Positions").

``hands=7S/9S/6H/8D exposed=QH leader=0 table=lead:8S/drop:6C``. Four values go by seat, two by
side; the stock is top first; the table begins with the leader's play. A text needs ``hands`` and
``exposed`` only, and its deck may lack cards, so that a position can be set up by hand.
"""

from dataclasses import dataclass
from typing import Final

from engine.cards import NAMES, Card, Cards, names, parse_card, parse_cards, to_list, to_mask
from engine.errors import BadCard, BadPosition
from engine.kozel.moves import BEAT, DROP, LEAD, VERBS, Move
from engine.kozel.options import KozelOptions
from engine.notation import NOTHING, Fields, cards_by_seat_text, cards_text, line, stop_field
from engine.randomness import SEED_BYTES

FIELDS: Final = (
    *("hands", "exposed", "stock", "dealer", "leader", "table", "asked", "points", "tricks"),
    *("taken", "dropped", "returned", "penalties", "eggs", "deal", "seed", "stop"),
)
NOBODY: Final = -1  # is asked about a molodka
ANYONE: Final = -2  # whoever is due to be asked about a molodka, or nobody
Play = tuple[Move, Cards]  # a verb and the cards played with it
FourSets = tuple[Cards, Cards, Cards, Cards]

_SEATS = range(4)
_COUNTS = range(10**6)
_PLAYS = {VERBS[verb]: verb for verb in (LEAD, BEAT, DROP)}


@dataclass(frozen=True)
class Position:
    """A state of a game as a value; `hands`, `dropped` and `returned` go by seat.

    `table` holds the plays of the trick, the leader's first. `asked` is the seat that is asked
    about a molodka, or NOBODY, or ANYONE. `taken` are by side the face-up cards of the finished
    tricks that it took, in the order of play; `dropped` by seat the face-down ones that it laid in
    them. `returned` are cards that everybody saw go to a hand and has not
    seen since; they lie in `hands` or `dropped` too.
    """

    hands: FourSets
    exposed: Card
    stock: tuple[Card, ...] = ()
    dealer: int = 3
    leader: int = 0
    table: tuple[Play, ...] = ()
    asked: int = ANYONE
    points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)
    taken: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    dropped: FourSets = (0, 0, 0, 0)
    returned: FourSets = (0, 0, 0, 0)
    penalties: tuple[int, int] = (0, 0)
    eggs: int = 0
    deal: int = 0
    seed: bytes = bytes(SEED_BYTES)
    stop_at_deal: bool = False

    def hands_before_trick(self) -> list[Cards]:
        """The hands by seat with the cards that lie on the table."""
        hands = list(self.hands)
        for turn, (_, cards) in enumerate(self.table):
            hands[(self.leader + turn) & 3] |= cards
        return hands


def write(position: Position) -> str:
    """The position on one line."""
    return line(
        {
            "hands": cards_by_seat_text(position.hands),
            "exposed": NAMES[position.exposed],
            "stock": cards_text(position.stock),
            "dealer": position.dealer,
            "leader": position.leader,
            "table": "/".join(map(play_text, position.table)) or NOTHING,
            "asked": position.asked if position.asked >= 0 else NOTHING,
            "points": "{}/{}".format(*position.points),
            "tricks": "{}/{}".format(*position.tricks),
            "taken": "/".join(map(cards_text, position.taken)),
            "dropped": cards_by_seat_text(position.dropped),
            "returned": cards_by_seat_text(position.returned),
            "penalties": "{}/{}".format(*position.penalties),
            "eggs": position.eggs,
            "deal": position.deal,
            "seed": position.seed.hex(),
        }
        | stop_field(position.stop_at_deal)
    )


def play_text(play: Play) -> str:
    """A play as the field ``table`` writes it: ``lead:6S7S``."""
    verb, cards = play
    return f"{VERBS[verb]}:{cards_text(to_list(cards))}"


def read(text: str) -> Position:
    """The position that `text` describes, checked as far as no option matters.

    Whether the plays on the table are legal is not checked. Raises BadPosition.
    """
    fields = Fields(text, FIELDS)
    exposed = _exposed(fields)
    dealer = fields.number("dealer", _SEATS, 3)
    asked = fields.choice("asked", (NOTHING, *"0123")) if "asked" in fields else None
    hands = _four(fields, "hands")
    dropped = _four(fields, "dropped")
    position = Position(
        hands=hands,
        exposed=exposed,
        stock=fields.cards("stock"),
        dealer=dealer,
        leader=fields.number("leader", _SEATS, (dealer + 1) % 4),
        table=_table(fields),
        asked=ANYONE if asked is None else NOBODY if asked == NOTHING else int(asked),
        points=fields.two_numbers("points", range(121)),
        tricks=fields.two_numbers("tricks", range(10)),
        taken=_taken(fields),
        dropped=dropped,
        returned=_returned(fields),
        penalties=fields.two_numbers("penalties", _COUNTS),
        eggs=fields.number("eggs", _COUNTS, 0),
        deal=fields.number("deal", _COUNTS, 0),
        seed=fields.seed(),
        stop_at_deal=fields.stop(),
    )
    _check_sizes(position)
    _check_returned(position)
    return position


def _exposed(fields: Fields) -> Card:
    """The exposed card, which lies in another field too."""
    parts = fields.parts("exposed")
    try:
        return parse_card("".join(parts))
    except BadCard as error:
        raise fields.error("exposed", str(error)) from None


def _four(fields: Fields, name: str) -> FourSets:
    first, second, third, fourth = fields.cards_by_seat(name, 4)
    return first, second, third, fourth


def _table(fields: Fields) -> tuple[Play, ...]:
    plays = fields.parts("table")
    if len(plays) > 3:
        raise fields.error("table", "write at most three plays: the fourth ends the trick")
    table: list[Play] = []
    for play in plays:
        word, _, cards = play.partition(":")
        if word not in _PLAYS:
            raise fields.error("table", f"not a play: {play[:80]}; write e.g. lead:6S or drop:6S")
        table.append((_PLAYS[word], to_mask(fields.parse_cards("table", cards))))
    return tuple(table)


def _taken(fields: Fields) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    parts = fields.parts("taken") or [NOTHING] * 2
    if len(parts) != 2:
        raise fields.error("taken", "write the cards of sides 0 and 1 with / between")
    first, second = (fields.parse_cards("taken", part) for part in parts)
    return first, second


def _returned(fields: Fields) -> FourSets:
    """The returned cards, which lie in another field too."""
    parts = fields.parts("returned") or [NOTHING] * 4
    if len(parts) != 4:
        raise fields.error("returned", "write the cards of seats 0 to 3 with / between")
    sets: list[Cards] = []
    for part in parts:
        words = [part[i : i + 2] for i in range(0, len(part), 2)] if part != NOTHING else []
        try:
            sets.append(parse_cards(words))
        except BadCard as error:
            raise fields.error("returned", str(error)) from None
    first, second, third, fourth = sets
    return first, second, third, fourth


def _check_sizes(position: Position) -> None:
    """What every trick begins with (KR15)."""
    sizes = {cards.bit_count() for cards in position.hands_before_trick()}
    if len(sizes) > 1 or max(sizes) > 4:
        raise BadPosition("hands: all four begin a trick with equally many cards, four at most")
    stock = position.stock
    if len(stock) % 4 or (stock and sizes != {4}):
        raise BadPosition("stock: it is a multiple of four cards and used up before hands shrink")


def _check_returned(position: Position) -> None:
    """Each seat still holds its returned cards, or has dropped them face down."""
    kept = [position.hands[seat] | position.dropped[seat] for seat in _SEATS]
    for turn, (verb, cards) in enumerate(position.table):
        if verb == DROP:
            kept[(position.leader + turn) & 3] |= cards
    for seat, cards in enumerate(position.returned):
        if stray := cards & ~kept[seat]:
            raise BadPosition(f"returned: seat {seat} has not kept {names(stray)[0]}")


def check_options(position: Position, options: KozelOptions) -> None:
    """Checks what the options say about a position. Raises BadPosition."""
    stock = position.stock
    if stock and options.trump_card == "bottom" and stock[-1] != position.exposed:
        raise BadPosition("exposed: with trump_card=bottom it is the last card of the stock")
    lost = sum(penalty >= options.limit for penalty in position.penalties)
    if position.deal >= options.max_deals or lost > 1:
        raise BadPosition("the game ended before this deal, or both sides have lost")
    dealt = any(position.hands_before_trick())
    if dealt and lost:
        raise BadPosition("hands: there are cards in them, but a side has lost the game")
    over = lost or position.deal == options.max_deals - 1
    if not dealt and not over and not position.stop_at_deal:
        raise BadPosition("hands: all are empty, but the game is not over")
