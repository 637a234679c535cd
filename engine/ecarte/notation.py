"""The position notation of Écarté: any state of a game on one line (docs/2-rules.md, "Positions").

``hands=AHTHQHKHJH/7D8D9DJCQC turned=QS stock=7S8S9S dealer=1 score=2/4 phase=propose``. `hands`,
`turned` and `dealer` must be given; the other fields default to the start of a deal. The stock is
top first; `exchanges` are the counts of the non-dealer and the dealer (``3-2/1-``: the dealer has
still to discard); `played` are the cards of finished tricks, in order; `seat` is the seat to act,
needed only where a later trick begins. The phase ``deal`` says that the cards have just been dealt
and a turned king is still to be scored.
"""

import re
from dataclasses import dataclass
from typing import Final

from engine import notation
from engine.cards import DECK32, NAMES, Card, Cards, to_mask
from engine.ecarte import moves
from engine.ecarte.moves import HAND
from engine.ecarte.options import EcarteOptions
from engine.errors import BadPosition
from engine.notation import NOTHING, Fields
from engine.randomness import SEED_BYTES

PHASES: Final = ("deal", *moves.PHASES)
FIELDS: Final = (
    *("hands", "turned", "stock", "dealer", "score", "phase", "seat", "proposals", "exchanges"),
    *("discarded", "played", "led", "tricks", "king", "deal", "seed", "stop"),
)
Exchanges = tuple[tuple[int, int | None], ...]

_DECK = to_mask(DECK32)
_EXCHANGE = re.compile(r"([1-5])-([0-5]?)")


@dataclass(frozen=True)
class Position:
    """A state of a game as a value; hands, score, discarded cards and tricks go by seat.

    `exchanges` has None where the dealer has still to discard; `played` are all cards of the deal
    in order, with the card now led last; `king` is the seat that announced the king of trumps.
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
    stop_at_deal: bool = False


def write(position: Position) -> str:
    """The position on one line."""
    exchanges = [f"{first}-{'' if n is None else n}" for first, n in position.exchanges]
    played = position.played if position.led is None else position.played[:-1]
    return notation.line(
        {
            "hands": notation.cards_by_seat_text(position.hands),
            "turned": NAMES[position.turned],
            "stock": notation.cards_text(position.stock),
            "dealer": position.dealer,
            "score": "{}/{}".format(*position.score),
            "phase": position.phase,
            "seat": _seat_text(position.seat),
            "proposals": position.proposals,
            "exchanges": "/".join(exchanges) or NOTHING,
            "discarded": notation.cards_by_seat_text(position.discarded),
            "played": notation.cards_text(played),
            "led": NOTHING if position.led is None else NAMES[position.led],
            "tricks": "{}/{}".format(*position.tricks),
            "king": _seat_text(position.king),
            "deal": position.deal,
            "seed": position.seed.hex(),
        }
        | notation.stop_field(position.stop_at_deal)
    )


def _seat_text(seat: int | None) -> str:
    return NOTHING if seat is None else str(seat)


def read(text: str) -> Position:
    """The position that `text` describes, checked as far as no option matters.

    Raises BadPosition.
    """
    fields = Fields(text, FIELDS, _DECK)
    if "hands" not in fields:
        raise fields.error("hands", "write the cards of both seats")
    first, second = fields.cards_by_seat("hands")
    turned, led = fields.cards("turned"), fields.cards("led")
    if len(turned) != 1:
        raise fields.error("turned", "write one card")
    if len(led) > 1:
        raise fields.error("led", "write one card or a dash")
    dealer = int(fields.choice("dealer", ("0", "1")))
    phase = fields.choice("phase", PHASES, "propose")
    exchanges = _exchanges(fields)
    accepted = _has_pending_proposal(phase, exchanges)
    own, other = fields.cards_by_seat("discarded")
    king = fields.choice("king", (NOTHING, "0", "1"), NOTHING)
    position = Position(
        hands=(first, second),
        turned=turned[0],
        dealer=dealer,
        seat=_seat_to_act(fields, phase, dealer, exchanges, bool(led)),
        stock=fields.cards("stock"),
        score=fields.two_numbers("score", range(1000)),
        phase=phase,
        proposals=fields.number("proposals", range(len(DECK32)), len(exchanges) + accepted),
        exchanges=exchanges,
        discarded=(own, other),
        played=(*fields.cards("played"), *led),
        led=led[0] if led else None,
        tricks=fields.two_numbers("tricks", range(HAND + 1)),
        king=None if king == NOTHING else int(king),
        deal=fields.number("deal", range(1000), 0),
        seed=fields.seed(),
        stop_at_deal=fields.stop(),
    )
    if phase != "over":
        _check_cards(position)
        _check_exchanges(position)
    return position


def check_options(position: Position, options: EcarteOptions) -> None:
    """Checks what the options say about a position. Raises BadPosition."""
    target = options.target
    reached = [points >= target for points in position.score].count(True)
    stopped = position.stop_at_deal and position.phase == "over"
    if reached != (position.phase == "over") and not stopped:
        raise BadPosition(f"score: one seat has {target} when the game is over, otherwise none")
    if max(position.score) > target + 1:
        raise BadPosition(f"score: at most {target + 1} points can be reached")
    if position.deal > 2 * target - 2:
        raise BadPosition(f"deal={position.deal}: a game has at most {2 * target - 1} deals")


def _exchanges(fields: Fields) -> Exchanges:
    exchanges: list[tuple[int, int | None]] = []
    for part in fields.parts("exchanges"):
        match = _EXCHANGE.fullmatch(part)
        if not match or (exchanges and exchanges[-1][1] is None):
            raise fields.error("exchanges", "write e.g. 3-2/1-, open only at the end")
        exchanges.append((int(match[1]), int(match[2]) if match[2] else None))
    return tuple(exchanges)


def _dealer_must_discard(exchanges: Exchanges) -> bool:
    """Whether the dealer has still to discard in the last exchange."""
    return bool(exchanges) and exchanges[-1][1] is None


def _has_pending_proposal(phase: str, exchanges: Exchanges) -> bool:
    """Whether there is a proposal whose exchange has not begun."""
    return phase == "respond" or (phase == "discard" and not _dealer_must_discard(exchanges))


def _seat_to_act(
    fields: Fields, phase: str, dealer: int, exchanges: Exchanges, led: bool
) -> int | None:
    """The seat to act: by the field ``seat``, which may be left out where only one is possible."""
    if phase == "over":
        return None
    dealer_discards = phase == "discard" and _dealer_must_discard(exchanges)
    dealer_answers = phase == "respond" or (phase == "card" and led)
    default = str(dealer if dealer_discards or dealer_answers else 1 - dealer)
    allowed = ("0", "1") if phase == "card" and "tricks" in fields else (default,)
    return int(fields.choice("seat", allowed, default))


def _check_cards(position: Position) -> None:
    """Hands and tricks make five, and cards are played only in the phase ``card``."""
    left = HAND - sum(position.tricks)
    led = position.led is not None
    if position.phase != "card" and (led or left != HAND):
        raise BadPosition(f"phase={position.phase}: no card is played yet, no trick taken")
    sizes = [left - (led and seat != position.seat) for seat in range(2)]
    if left < 1 or [hand.bit_count() for hand in position.hands] != sizes:
        raise BadPosition(f"hands: {sizes[0]} and {sizes[1]} cards go with these tricks and seat")
    first_trick = left == HAND and position.phase == "card"
    if first_trick and led != (position.seat == position.dealer):
        raise BadPosition("seat: the non-dealer leads to the first trick")


def _check_exchanges(position: Position) -> None:
    """As many proposals and exchanges as the phase can have."""
    made = len(position.exchanges)
    pending = _has_pending_proposal(position.phase, position.exchanges)
    if _dealer_must_discard(position.exchanges) and position.phase != "discard":
        raise BadPosition(f"exchanges: all are complete in the phase {position.phase}")
    if pending and not position.stock:
        raise BadPosition("stock: a proposal needs a card in the stock")
    playing = position.phase == "card"
    if position.proposals - made not in ((0, 1) if playing else (int(pending),)):
        or_refused = f" or, if the last was refused, {made + 1}" if playing else ""
        raise BadPosition(
            f"proposals={position.proposals}: with {made} exchanges in the phase {position.phase} "
            f"there are {made + pending}{or_refused}"
        )
