"""The keys of a seat's view and their types (docs/2-rules.md, "Kozel", "View").

The schema of the protocol is made from them; `view.py` makes the views.
"""

from typing import Literal, Required, TypedDict

Suit = Literal["C", "D", "H", "S"]


class BestSet(TypedDict):
    """The set to beat, and the seat that played it."""

    seat: int
    cards: list[str]


class Play(TypedDict, total=False):
    """A play of a trick: of a drop only the number of cards is known."""

    seat: Required[int]
    lead: list[str]
    beat: list[str]
    drop: int


class KozelView(TypedDict):
    """What a seat of Kozel may know."""

    phase: Literal["window", "lead", "reply", "over"]
    hand: list[str]
    trump: Suit
    exposed: str
    dealer: int
    leader: int
    count: int
    best: BestSet | None
    table: list[Play]
    hands: list[int]
    stock: int
    tricks: list[int]
    taken: list[list[str]]
    drops: list[int]
    dropped: list[str]
    returned: dict[str, list[str]]
    penalties: list[int]
    eggs: int
    deal: int


VIEW = KozelView
