"""The keys of a seat's view and their types (docs/2-rules.md, "Écarté", "View").

The schema of the protocol is made from them; `view.py` makes the views.
"""

from typing import Literal, TypedDict

Suit = Literal["C", "D", "H", "S"]


class EcarteView(TypedDict):
    """What a seat of Écarté may know."""

    phase: Literal["propose", "respond", "discard", "card", "over"]
    hand: list[str]
    stock: int
    discarded: list[str]
    turned: str
    trump: Suit
    dealer: int
    score: list[int]
    proposals: int
    exchanges: list[list[int | None]]
    led: str | None
    tricks: list[int]
    played: list[str]
    king: int | None
    deal: int


VIEW = EcarteView
