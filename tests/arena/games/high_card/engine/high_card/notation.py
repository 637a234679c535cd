"""The position notation of High Card: ``hands=7C9D/KH stock=8H6S played=QD tricks=0/0 seat=0``.

All fields but `hands` and `seat` default to the start of a game without a stock. If the number of
cards in `played` is odd, the last one is led. `seat` is the seat to act, a dash after the end.
"""

from dataclasses import dataclass

from engine import notation
from engine.cards import Card, to_list
from engine.errors import BadPosition
from engine.notation import NOTHING, Fields

FIELDS = ("hands", "stock", "played", "tricks", "seat", "stop")


@dataclass(frozen=True)
class Position:
    """A state of a game as a value. Hands and tricks go by seat; `seat` is None after the end."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    stock: tuple[Card, ...]
    played: tuple[Card, ...]
    tricks: tuple[int, int]
    seat: int | None
    stop_at_deal: bool = False


def write(position: Position) -> str:
    """The position on one line."""
    return notation.line(
        {
            "hands": "/".join(map(notation.cards_text, position.hands)),
            "stock": notation.cards_text(position.stock),
            "played": notation.cards_text(position.played),
            "tricks": "{}/{}".format(*position.tricks),
            "seat": NOTHING if position.seat is None else position.seat,
        }
        | notation.stop_field(position.stop_at_deal)
    )


def read(text: str) -> Position:
    """The position that `text` describes. Raises BadPosition."""
    fields = Fields(text, FIELDS)
    if "hands" not in fields:
        raise fields.error("hands", "write the cards of both seats")
    first, second = (tuple(to_list(cards)) for cards in fields.cards_by_seat("hands"))
    seat = fields.choice("seat", (NOTHING, "0", "1"))
    position = Position(
        hands=(first, second),
        stock=fields.cards("stock"),
        played=fields.cards("played"),
        tricks=fields.two_numbers("tricks", range(19)),
        seat=None if seat == NOTHING else int(seat),
        stop_at_deal=fields.stop(),
    )
    _check(position)
    return position


def _check(position: Position) -> None:
    tricks, led = divmod(len(position.played), 2)
    first, second = map(len, position.hands)
    ahead = 0 if position.seat is None else (first - second, second - first)[position.seat]
    if ahead != led:
        raise BadPosition("hands: both seats have as many cards, the seat to answer one more")
    if (position.seat is None) != (first + second == 0):
        raise BadPosition("seat: write a dash when both hands are empty, and only then")
    if sum(position.tricks) != tricks:
        raise BadPosition(f"tricks: {len(position.played)} cards played are {tricks} tricks")
