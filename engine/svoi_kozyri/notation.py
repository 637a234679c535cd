"""The position notation of Svoi Kozyri: any state on one line, as FEN is for chess.

``hands=6CAS/9D7D trumps=S/H pile=8D seat=1 ply=12 earlier=0052400``: the pile bottom first, the
seat whose turn it is (or would be, after the end), and the positions that occurred before, with
``*2`` after one that occurred twice. Only `hands` and `trumps` must be there; cards may be lacking.
While trumps are chosen it is ``trumps=-/H seed=…``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine import notation
from engine.cards import SUITS, Card, Cards
from engine.errors import BadPosition
from engine.svoi_kozyri.moves import NO_CARD, each_pile

FIELDS = ("hands", "trumps", "pile", "seat", "ply", "earlier", "seed")
# The seat that had moved and, two digits each, the cards of its hand, NO_CARD, and the pile.
_EARLIER = re.compile(
    r"([01])((?:[01][0-9a-f]|2[0-3]){1,36})(24(?:[01][0-9a-f]|2[0-3]){0,36})(\*2)?"
)

# By the seat that had moved, by its hand: the piles that were there, one behind another.
Earlier = tuple[Mapping[bytes, bytes], Mapping[bytes, bytes]]


@dataclass(frozen=True)
class Position:
    """What a position says; hands and trumps go by seat.

    `trumps` is None where a suit is still to be chosen, `seed` then deals the hands. `earlier` has
    the positions that occurred before, hands and piles as ``svoi_kozyri_moves.py`` writes them.
    """

    trumps: tuple[int | None, int | None]
    hands: tuple[Cards, Cards] = (0, 0)
    pile: tuple[Card, ...] = ()
    seat: int = 0
    ply: int = 0
    earlier: Earlier = ({}, {})
    seed: bytes = b""


def write(state: Position) -> str:
    """The position on one line."""
    trumps = "/".join("-" if trump is None else SUITS[trump] for trump in state.trumps)
    if None in state.trumps:
        return f"trumps={trumps} seed={state.seed.hex()}"
    earlier = "/".join(
        f"{seat}{hand.hex()}{NO_CARD:x}{pile.hex()}" + "*2" * (count > 1)
        for seat, seen in enumerate(state.earlier)
        for hand, piles in seen.items()
        for pile, count in Counter(each_pile(piles)).items()
    )
    return (
        f"hands={notation.sets(state.hands)} trumps={trumps} pile={notation.row(state.pile)} "
        f"seat={state.seat} ply={state.ply} earlier={earlier or '-'}"
    )


def read(text: str) -> Position:
    """The position that `text` describes, checked as far as no option matters.

    Raises BadPosition.
    """
    fields = notation.Fields(text, FIELDS)
    trumps = _trumps(fields)
    if None in trumps:
        fields.only(("trumps", "seed"), "while trumps are chosen")
        return Position(trumps, seed=fields.seed())
    fields.only(FIELDS[:-1], "once trumps are known")
    first, second = fields.sets("hands")
    pile = fields.row("pile")
    seat = fields.number("seat", range(2), 0)
    mover, other = (second, first) if seat else (first, second)
    if not mover:
        raise fields.bad("hands", f"seat {seat} has no card, so it cannot be its turn")
    if not other and not pile:
        raise fields.bad("hands", f"the last card of seat {1 - seat} must be on the pile")
    ply = fields.number("ply", range(10_001), 0)
    return Position(trumps, (first, second), pile, seat, ply, _earlier(fields))


def _trumps(fields: notation.Fields) -> tuple[int | None, int | None]:
    words = fields.parts("trumps")
    if len(words) != 2 or any(word not in (*SUITS, "-") for word in words):
        raise fields.bad("trumps", f"write the trumps of both seats, two suits of {SUITS}")
    first, second = (None if word == "-" else SUITS.index(word) for word in words)
    if second is None and first is not None:
        raise fields.bad("trumps", "seat 1 chooses before seat 0")
    if first is not None and first == second:
        raise fields.bad("trumps", "the two trumps are different suits")
    return first, second


def _earlier(fields: notation.Fields) -> Earlier:
    earlier: tuple[dict[bytes, list[bytes]], dict[bytes, list[bytes]]] = ({}, {})
    for word in fields.parts("earlier"):
        match = _EARLIER.fullmatch(word)
        if not match:
            raise BadPosition(f"earlier: {word[:80]!r} is not written as positions are there")
        seat, hand, pile, twice = match.groups()
        piles = earlier[int(seat)].setdefault(bytes.fromhex(hand), [])
        piles.append(bytes.fromhex(pile) * (2 if twice else 1))
    first, second = ({hand: b"".join(seen[hand]) for hand in seen} for seen in earlier)
    return first, second
