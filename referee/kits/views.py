"""The types of what a bot is told about a position: docs/2-rules.md, "View", as types.

The kits' types come from here (message_types.py). The note of a field becomes its comment. A game
without a type here has a view of any keys.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict


class Event(TypedDict):
    """What happened since your last request. A discard or drop of another seat is a number."""

    seat: NotRequired[int]
    move: NotRequired[str]
    cards: NotRequired[Annotated[list[str], "Kozel: the cards of a claimed molodka"]]
    drop: NotRequired[Annotated[int, "Kozel: cards that the seat laid face down"]]
    discard: NotRequired[Annotated[int, "Écarté: cards that the seat exchanged"]]
    deal: NotRequired[Annotated[int, "new cards were dealt"]]


class Best(TypedDict):
    """The set to beat."""

    seat: int
    cards: list[str]


class Play(TypedDict):
    """What one seat laid in this trick; of a drop only the number of cards."""

    seat: int
    lead: NotRequired[list[str]]
    beat: NotRequired[list[str]]
    drop: NotRequired[int]


class KozelView(TypedDict):
    """What your seat may know. Cards are written rank first: "TH" is the ten of hearts."""

    phase: Literal["window", "lead", "reply", "over"]
    hand: Annotated[list[str], "your cards"]
    trump: Annotated[str, "the trump suit: C, D, H or S"]
    exposed: Annotated[str, "the card that made it trumps"]
    dealer: int
    leader: int
    count: Annotated[int, "cards that each seat plays in this trick; 0 before the lead"]
    best: Annotated[Best | None, "the set to beat"]
    table: Annotated[list[Play], "the plays of this trick"]
    hands: Annotated[list[int], "number of cards, by seat"]
    stock: Annotated[int, "number of cards"]
    tricks: Annotated[list[int], "taken in this deal, by side"]
    taken: Annotated[list[list[str]], "face-up cards taken in this deal, by side"]
    drops: Annotated[list[int], "cards laid face down in finished tricks, by seat"]
    dropped: Annotated[list[str], "your own face-down cards of this deal"]
    returned: Annotated[dict[str, list[str]], "known cards of a hand, by seat"]
    penalties: Annotated[list[int], "penalty points, by side"]
    eggs: int
    deal: Annotated[int, "number of the deal, from 0"]


class SvoiKozyriView(TypedDict):
    """What your seat may know: everything. "TH" is the ten of hearts."""

    phase: Literal["choose", "play", "over"]
    hand: Annotated[list[str], "your cards"]
    opponent: Annotated[list[str], "the other's cards"]
    trumps: Annotated[list[str | None], "the trump suits of seats 0 and 1"]
    pile: Annotated[list[str], "bottom first"]
    take: Annotated[int, "cards that a take would take now"]
    ply: Annotated[int, "moves made"]
    repetition: Annotated[int, "how often this position has occurred"]


class EcarteView(TypedDict):
    """What your seat may know. Cards are written rank first: "TH" is the ten of hearts."""

    phase: Literal["propose", "respond", "discard", "card", "over"]
    hand: Annotated[list[str], "your cards"]
    stock: Annotated[int, "number of cards"]
    discarded: Annotated[list[str], "your own discards of this deal"]
    turned: Annotated[str, "the card that made its suit trumps"]
    trump: Annotated[str, "the trump suit: C, D, H or S"]
    dealer: int
    score: Annotated[list[int], "points, by seat"]
    proposals: Annotated[int, "made in this deal"]
    exchanges: Annotated[list[list[int | None]], "counts of the non-dealer and the dealer"]
    led: Annotated[str | None, "the card to follow"]
    tricks: Annotated[list[int], "won in this deal, by seat"]
    played: Annotated[list[str], "all cards played in this deal, in order"]
    king: Annotated[int | None, "the seat that announced the king of trumps"]
    deal: Annotated[int, "number of the deal, from 0"]


VIEWS: dict[str, Any] = {
    "kozel": KozelView,
    "svoi-kozyri": SvoiKozyriView,
    "ecarte": EcarteView,
}
