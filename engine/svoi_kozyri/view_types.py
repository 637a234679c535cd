"""The keys of a seat's view and their types (docs/2-rules.md, "Svoi Kozyri", "View").

The schema of the protocol is made from them; `view.py` makes the views.
"""

from typing import Literal, TypedDict

Suit = Literal["C", "D", "H", "S"]


class SvoiKozyriView(TypedDict):
    """What a seat of Svoi Kozyri sees."""

    phase: Literal["choose", "play", "over"]
    hand: list[str]
    opponent: list[str]
    trumps: list[Suit | None]
    pile: list[str]
    take: int
    ply: int
    repetition: int


VIEW = SvoiKozyriView
