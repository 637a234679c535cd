"""The position notation of Kozel: any state of a series on one line (docs/2-rules.md).

``hands=7S/9S/6H/8D exposed=QH leader=0 table=lead:8S/drop:6C``: cards stand without spaces, four
values go by seat, two by side, the stock is top first, the table begins with the leader's play.
`seen` are the face-up cards of finished tricks, `dropped` the face-down ones, `returned` the cards
that everybody saw go to a hand and has not seen since, `asked` is the seat that is asked about a
molodka. A text needs ``hands`` and ``exposed`` only, and its deck may lack cards, so that a
position can be set up by hand.
"""

from typing import TYPE_CHECKING

from engine.cards import NAMES, Card, Cards, each, listed, mask, names, parse_card, parse_cards
from engine.errors import BadCard, BadPosition
from engine.kozel.moves import BEAT, DROP, LEAD, PASS, VERBS, Move
from engine.notation import Fields, row, sets

if TYPE_CHECKING:
    from engine.kozel.state import KozelState

FIELDS = (
    *("hands", "exposed", "stock", "dealer", "leader", "table", "asked", "points", "tricks"),
    *("seen", "dropped", "returned", "penalties", "eggs", "deal", "seed"),
)
_SEATS = range(4)
_MANY = range(10**6)
_PLAYS = {VERBS[verb]: verb for verb in (LEAD, BEAT, DROP)}


def write(state: "KozelState") -> str:
    """The state on one line, with the seed for the deals to come."""
    dropped = state.dropped[:]
    for turn, (verb, cards) in enumerate(state.table):
        if verb == DROP:
            dropped[(state.leader + turn) % 4] ^= cards  # they stand in `table`
    table = [f"{VERBS[verb]}:{row(each(cards))}" for verb, cards in state.table]
    return (
        f"hands={sets(map(mask, state.hands))} exposed={NAMES[state.exposed]} "
        f"stock={row(state.stock[state.drawn :])} "
        f"dealer={state.dealer} leader={state.leader} table={'/'.join(table) or '-'} "
        f"asked={state.seat if state.asking else '-'} "
        f"points={state.points[0]}/{state.points[1]} "
        f"tricks={state.tricks[0]}/{state.tricks[1]} seen={row(each(state.seen))} "
        f"dropped={sets(dropped)} returned={sets(state.returned)} "
        f"penalties={state.penalties[0]}/{state.penalties[1]} eggs={state.eggs} "
        f"deal={state.deal} seed={state.seed.hex()}"
    )


def read(state: "KozelState", text: str) -> None:
    """Sets `state` up as `text` says. Raises BadPosition.

    Without ``asked=`` whoever is due is asked about a molodka; ``asked=-`` says that nobody is.
    """
    fields = Fields(text, FIELDS)
    state.seed = fields.seed()
    state.deal = fields.number("deal", _MANY, 0)
    state.dealer = fields.number("dealer", _SEATS, 3)
    state.leader = fields.number("leader", _SEATS, (state.dealer + 1) % 4)
    state.exposed = _exposed(fields)
    state.trump = state.exposed // 9
    state.stock = list(fields.row("stock"))
    state.drawn = 0
    state.points = list(fields.numbers("points", range(121), (0, 0)))
    state.tricks = list(fields.numbers("tricks", range(10), (0, 0)))
    state.seen = mask(fields.row("seen"))
    state.dropped = fields.sets("dropped", 4)
    state.returned = [0, 0, 0, 0]
    state.penalties = list(fields.numbers("penalties", _MANY, (0, 0)))
    state.eggs = fields.number("eggs", _MANY, 0)
    _set_table(state, fields)
    _set_returned(state, fields)


def _exposed(fields: Fields) -> Card:
    parts = fields.parts("exposed")
    try:
        return parse_card("".join(parts))
    except BadCard as error:
        raise fields.bad("exposed", str(error)) from None


def _set_table(state: "KozelState", fields: Fields) -> None:
    """Plays the trick over again, so that each play is checked against those before it."""
    plays = fields.parts("table")
    if len(plays) > 3:
        raise fields.bad("table", "the fourth play ends the trick, so at most three lie there")
    hands = fields.sets("hands", 4)
    moves: list[tuple[Move, Cards]] = []
    for turn, play in enumerate(plays):
        word, _, text = play.partition(":")
        cards = mask(fields.cards("table", text))
        hands[(state.leader + turn) % 4] |= cards
        moves.append((_PLAYS.get(word, PASS), cards))
    state.hands = [listed(cards) for cards in hands]
    _check_sizes(state)
    if _is_over(state):
        state.end()
        return
    state.begin_trick()
    for play, (verb, cards) in zip(plays, moves, strict=True):
        while state.asking:
            state.play(PASS)
        move = state.move(verb, cards)
        if move not in state.legal():
            raise fields.bad("table", f"{play} is no legal play, such as lead:6S or drop:6S")
        state.play(move)
    _set_asked(state, fields)


def _is_over(state: "KozelState") -> bool:
    """Whether the series is over: the cards and the penalties have to agree about it."""
    rules = state.rules
    lost = sum(penalty >= rules.limit for penalty in state.penalties)
    if state.deal >= rules.max_deals or lost > 1:
        raise BadPosition("the series ended before this deal, or both sides have lost it")
    if any(state.hands):
        if lost:
            raise BadPosition("hands: there are cards in them, but a side has lost the series")
        return False
    if not lost and state.deal < rules.max_deals - 1:
        raise BadPosition("hands: all are empty, but the series is not over")
    return True


def _check_sizes(state: "KozelState") -> None:
    """What every trick begins with: KR15."""
    sizes = {len(hand) for hand in state.hands}
    if len(sizes) > 1 or max(sizes) > 4:
        raise BadPosition("hands: all four begin a trick with equally many cards, four at most")
    stock = state.stock
    if len(stock) % 4 or (stock and sizes != {4}):
        raise BadPosition("stock: it is a multiple of four cards and used up before hands shrink")
    if stock and state.rules.trump_card == "bottom" and stock[-1] != state.exposed:
        raise BadPosition("exposed: with trump_card=bottom it is the last card of the stock")


def _set_returned(state: "KozelState", fields: Fields) -> None:
    """Cards that lie in another field too, so they are not read as that field's."""
    parts = fields.parts("returned")
    if len(parts) not in (0, 4):
        raise fields.bad("returned", "write the cards of seats 0 to 3 with / between")
    for seat, part in enumerate(parts):
        words = [part[i : i + 2] for i in range(0, len(part), 2)] if part != "-" else []
        try:
            cards = parse_cards(words)
        except BadCard as error:
            raise fields.bad("returned", str(error)) from None
        if stray := cards & ~(mask(state.hands[seat]) | state.dropped[seat]):
            raise fields.bad("returned", f"seat {seat} has not kept {names(stray)[0]}")
        state.returned[seat] = cards


def _set_asked(state: "KozelState", fields: Fields) -> None:
    """Passes for those who come before the seat that is asked, or for all."""
    if "asked" not in fields:
        return
    asked = fields.word("asked", ("-", "0", "1", "2", "3"))
    while state.asking and str(state.seat) != asked:
        state.play(PASS)
    if asked != "-" and not state.asking:
        raise BadPosition(f"asked: seat {asked} is not asked about a molodka here")
