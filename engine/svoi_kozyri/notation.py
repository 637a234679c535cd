"""The position notation of Svoi Kozyri: any state on one line (docs/2-rules.md, "Positions").

``hands=6CAS/9D7D trumps=S/H pile=8D seat=1 ply=12 earlier=0052400``: the pile bottom first, the
seat whose turn it is (or would be, after the end), and the positions that occurred before, with
``*2`` after one that occurred twice. Only `hands` and `trumps` must be given; cards may be lacking.
While trumps are chosen it is ``trumps=-/H seed=…``.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine import notation
from engine.cards import SUITS, Card, Cards
from engine.errors import BadPosition
from engine.notation import NOTHING, Fields
from engine.svoi_kozyri.moves import NO_CARD
from engine.svoi_kozyri.options import SvoiKozyriOptions

FIELDS: Final = ("hands", "trumps", "pile", "seat", "ply", "earlier", "seed", "stop")

# The seat that had moved and, two hexadecimal digits each, its hand, NO_CARD, and the pile.
_OCCURRENCE = re.compile(
    r"([01])((?:[01][0-9a-f]|2[0-3]){1,36})24((?:[01][0-9a-f]|2[0-3]){0,36})(\*2)?"
)


class Occurrence(NamedTuple):
    """A position that occurred before, once or twice: the seat that had moved, its hand, the pile.

    Hand and pile are bytes as in ``moves.py``, without NO_CARD. The other hand has the rest of the
    deck.
    """

    seat: int
    hand: bytes
    pile: bytes
    times: int


@dataclass(frozen=True)
class Position:
    """A state of a game as a value; hands and trumps go by seat.

    `trumps` is None where a suit is still to be chosen; `seed` then deals the hands. The pile is
    bottom first. `earlier` are the positions that occurred before, sorted.
    """

    trumps: tuple[int | None, int | None]
    hands: tuple[Cards, Cards] = (0, 0)
    pile: tuple[Card, ...] = ()
    seat: int = 0
    ply: int = 0
    earlier: tuple[Occurrence, ...] = ()
    seed: bytes = b""
    stop_at_deal: bool = False


def write(position: Position) -> str:
    """The position on one line."""
    trumps = "/".join(NOTHING if trump is None else SUITS[trump] for trump in position.trumps)
    stop = notation.stop_field(position.stop_at_deal)
    if None in position.trumps:
        return notation.line({"trumps": trumps, "seed": position.seed.hex()} | stop)
    return notation.line(
        {
            "hands": notation.cards_by_seat_text(position.hands),
            "trumps": trumps,
            "pile": notation.cards_text(position.pile),
            "seat": position.seat,
            "ply": position.ply,
            "earlier": "/".join(map(_occurrence_text, position.earlier)) or NOTHING,
        }
        | stop
    )


def _occurrence_text(occurrence: Occurrence) -> str:
    seat, hand, pile, times = occurrence
    return f"{seat}{hand.hex()}{NO_CARD:x}{pile.hex()}" + "*2" * (times == 2)


def read(text: str) -> Position:
    """The position that `text` describes, checked as far as no option matters.

    Raises BadPosition.
    """
    fields = Fields(text, FIELDS)
    trumps = _trumps(fields)
    if None in trumps:
        fields.allow_only(("trumps", "seed", "stop"), "while trumps are chosen")
        return Position(trumps, seed=fields.seed(), stop_at_deal=fields.stop())
    fields.allow_only([name for name in FIELDS if name != "seed"], "once trumps are known")
    first, second = fields.cards_by_seat("hands")
    pile = fields.cards("pile")
    seat = fields.number("seat", range(2), 0)
    mover, other = (second, first) if seat else (first, second)
    if not mover:
        raise fields.error("hands", f"seat {seat} has no card, so it cannot be its turn")
    if not other and not pile:
        raise fields.error("hands", f"the last card of seat {1 - seat} must be on the pile")
    ply = fields.number("ply", range(10_001), 0)
    return Position(
        trumps, (first, second), pile, seat, ply, _earlier(fields), stop_at_deal=fields.stop()
    )


def check_options(position: Position, options: SvoiKozyriOptions) -> None:
    """Checks what the options say about a position. Raises BadPosition."""
    if None in position.trumps and options.trumps != "choose":
        raise BadPosition("trumps= names both suits, unless the option trumps=choose is set")
    if position.ply > options.max_plies:
        raise BadPosition(f"ply={position.ply}: the game ends at ply {options.max_plies}")


def _trumps(fields: Fields) -> tuple[int | None, int | None]:
    words = fields.parts("trumps")
    if len(words) != 2 or any(word not in (*SUITS, NOTHING) for word in words):
        raise fields.error("trumps", f"write the trumps of both seats, two suits of {SUITS}")
    first, second = (None if word == NOTHING else SUITS.index(word) for word in words)
    if second is None and first is not None:
        raise fields.error("trumps", "seat 1 chooses before seat 0")
    if first is not None and first == second:
        raise fields.error("trumps", "the two trumps are different suits")
    return first, second


def _earlier(fields: Fields) -> tuple[Occurrence, ...]:
    times: Counter[tuple[int, bytes, bytes]] = Counter()
    for word in fields.parts("earlier"):
        match = _OCCURRENCE.fullmatch(word)
        if not match:
            raise BadPosition(f"earlier: not a position: {word[:80]!r}; copy it from another text")
        seat, hand, pile, twice = match.groups()
        times[int(seat), bytes.fromhex(hand), bytes.fromhex(pile)] += 2 if twice else 1
    if max(times.values(), default=0) > 2:
        raise BadPosition("earlier: a position that occurred three times has ended the game")
    return tuple(sorted(Occurrence(*where, count) for where, count in times.items()))
