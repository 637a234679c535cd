"""The position notation of Écarté: any state on one line, as FEN is for chess.

``hands=AHTHQHKHJH/7D8D9DJCQC turned=QS stock=7S8S9S dealer=1 score=2/4 phase=propose`` and so on;
`write` gives every field. `hands`, `turned` and `dealer` must be there, the rest has defaults:
the start of a deal. The stock is top first; `exchanges` are the counts of the non-dealer and the
dealer (``3-2/1-``: the dealer has still to discard); `played` are the cards of finished tricks, in
order; `seat` is who acts and is needed only where a later trick begins. The phase ``deal`` says
that the cards have just been dealt and a turned king is still to be scored.
"""

import re
from dataclasses import dataclass
from typing import Final

from engine import notation
from engine.cards import DECK32, NAMES, Card, Cards, mask
from engine.errors import BadPosition
from engine.randomness import SEED_BYTES

HAND: Final = 5  # cards of a hand, and tricks of a deal
PHASES = ("deal", "propose", "respond", "discard", "card", "over")
FIELDS = (
    *("hands", "turned", "stock", "dealer", "score", "phase", "seat", "proposals", "exchanges"),
    *("discarded", "played", "led", "tricks", "king", "deal", "seed"),
)
Exchanges = tuple[tuple[int, int | None], ...]
_DECK = mask(DECK32)
_EXCHANGE = re.compile(r"([1-5])-([0-5]?)")


@dataclass(frozen=True)
class Position:
    """What a position says; hands, score, discarded cards and tricks go by seat.

    `exchanges` has None where the dealer has still to discard; `played` are all cards of the deal
    in order, with the one now led last.
    """

    hands: tuple[Cards, Cards]
    turned: Card
    dealer: int
    seat: int | None
    stock: tuple[Card, ...] = ()
    score: tuple[int, int] = (0, 0)
    phase: str = "propose"
    proposals: int = 0
    exchanges: Exchanges = ()
    discarded: tuple[Cards, Cards] = (0, 0)
    played: tuple[Card, ...] = ()
    led: Card | None = None
    tricks: tuple[int, int] = (0, 0)
    king: int | None = None
    deal: int = 0
    seed: bytes = bytes(SEED_BYTES)


def write(state: Position) -> str:
    """The position on one line."""
    exchanges = [f"{first}-{'' if n is None else n}" for first, n in state.exchanges]
    values = {
        "hands": notation.sets(state.hands),
        "turned": NAMES[state.turned],
        "stock": notation.row(state.stock),
        "dealer": state.dealer,
        "score": "{}/{}".format(*state.score),
        "phase": state.phase,
        "seat": _or_dash(state.seat),
        "proposals": state.proposals,
        "exchanges": "/".join(exchanges) or "-",
        "discarded": notation.sets(state.discarded),
        "played": notation.row(state.played if state.led is None else state.played[:-1]),
        "led": "-" if state.led is None else NAMES[state.led],
        "tricks": "{}/{}".format(*state.tricks),
        "king": _or_dash(state.king),
        "deal": state.deal,
        "seed": state.seed.hex(),
    }
    return " ".join(f"{name}={value}" for name, value in values.items())


def _or_dash(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def read(text: str) -> Position:
    """The position that `text` describes, checked as far as no option matters.

    Raises BadPosition.
    """
    fields = notation.Fields(text, FIELDS, _DECK)
    if "hands" not in fields:
        raise fields.bad("hands", "write the cards of both seats")
    first, second = fields.sets("hands")
    turned, led = fields.row("turned"), fields.row("led")
    if len(turned) != 1:
        raise fields.bad("turned", "write one card")
    if len(led) > 1:
        raise fields.bad("led", "write one card or a dash")
    dealer = int(fields.word("dealer", ("0", "1")))
    phase = fields.word("phase", PHASES, "propose")
    exchanges = _exchanges(fields)
    asked = _asked(phase, exchanges)
    own, other = fields.sets("discarded")
    score = fields.numbers("score", range(1000), (0, 0))
    tricks = fields.numbers("tricks", range(HAND + 1), (0, 0))
    king = fields.word("king", ("-", "0", "1"), "-")
    result = Position(
        hands=(first, second),
        turned=turned[0],
        dealer=dealer,
        seat=_acting(fields, phase, dealer, exchanges, bool(led)),
        stock=fields.row("stock"),
        score=(score[0], score[1]),
        phase=phase,
        proposals=fields.number("proposals", range(len(DECK32)), len(exchanges) + asked),
        exchanges=exchanges,
        discarded=(own, other),
        played=(*fields.row("played"), *led),
        led=led[0] if led else None,
        tricks=(tricks[0], tricks[1]),
        king=None if king == "-" else int(king),
        deal=fields.number("deal", range(1000), 0),
        seed=fields.seed(),
    )
    if phase != "over":
        _check_cards(result)
        _check_exchanges(result)
    return result


def _exchanges(fields: notation.Fields) -> Exchanges:
    exchanges: list[tuple[int, int | None]] = []
    for part in fields.parts("exchanges"):
        match = _EXCHANGE.fullmatch(part)
        if not match or (exchanges and exchanges[-1][1] is None):
            raise fields.bad("exchanges", "write e.g. 3-2/1-, open only at the end")
        exchanges.append((int(match[1]), int(match[2]) if match[2] else None))
    return tuple(exchanges)


def _open(exchanges: Exchanges) -> bool:
    """Whether the dealer has still to discard in the last exchange."""
    return bool(exchanges) and exchanges[-1][1] is None


def _asked(phase: str, exchanges: Exchanges) -> bool:
    """Whether there is a proposal whose exchange has not begun."""
    return phase == "respond" or (phase == "discard" and not _open(exchanges))


def _acting(
    fields: notation.Fields, phase: str, dealer: int, exchanges: Exchanges, led: bool
) -> int | None:
    """Who acts, said by the field ``seat`` or, where nothing else is possible, without it."""
    default = 1 - dealer
    if phase == "over":
        return None
    if phase == "respond" or (phase == "discard" and _open(exchanges)) or (phase == "card" and led):
        default = dealer
    allowed = ("0", "1") if phase == "card" and "tricks" in fields else (str(default),)
    return int(fields.word("seat", allowed, str(default)))


def _check_cards(state: Position) -> None:
    """Hands and tricks make five, and only in the phase ``card`` is one played."""
    left = HAND - sum(state.tricks)
    led = state.led is not None
    if state.phase != "card" and (led or left != HAND):
        raise BadPosition(f"phase={state.phase}: no card is played yet, no trick taken")
    due = [left - (led and seat != state.seat) for seat in range(2)]
    if left < 1 or [hand.bit_count() for hand in state.hands] != due:
        raise BadPosition(f"hands: {due[0]} and {due[1]} cards go with these tricks and seat")
    if left == HAND and led != (state.seat == state.dealer) and state.phase == "card":
        raise BadPosition("seat: the non-dealer leads to the first trick")


def _check_exchanges(state: Position) -> None:
    """As many proposals and exchanges as the phase can have."""
    made = len(state.exchanges)
    asked = _asked(state.phase, state.exchanges)
    if _open(state.exchanges) and state.phase != "discard":
        raise BadPosition(f"exchanges: all are complete in the phase {state.phase}")
    if asked and not state.stock:
        raise BadPosition("stock: a proposal needs a card in the stock")
    if state.proposals - made not in ((0, 1) if state.phase == "card" else (int(asked),)):
        raise BadPosition(
            f"proposals={state.proposals}: with {made} exchanges in the phase {state.phase} "
            f"there are {made + asked}"
            + (f" or, if the last was refused, {made + 1}" * (not asked and state.phase == "card"))
        )
