"""The options of Kozel (docs/2-rules.md, "Kozel", "Options")."""

from dataclasses import dataclass
from typing import ClassVar

from engine.options import Option

LIMIT = 12  # K48
MAX_DEALS = 50  # KR20


@dataclass(frozen=True)
class KozelOptions:
    """`molodka`: claimed in windows that open all through a trick (``windows``, KR12), only as an
    extra move in one's own reply (``own_turn``), or not at all (``off``).

    `trump_card`: the exposed card lies at a random place of the stock (``random``, KR4), or is its
    last card (``bottom``). `limit`: the penalty points that lose the game (KR19). `max_deals`:
    the number of deals after which the game is a draw (KR20).
    """

    molodka: str = "windows"
    trump_card: str = "random"
    limit: int = LIMIT
    max_deals: int = MAX_DEALS

    OPTIONS: ClassVar[dict[str, Option]] = {
        "molodka": Option(
            "windows",
            ("windows", "own_turn", "off"),
            "when four cards of one suit may be led out of turn",
        ),
        "trump_card": Option(
            "random", ("random", "bottom"), "where the exposed card lies in the stock"
        ),
        "limit": Option(LIMIT, range(1, 101), "penalty points that lose the game"),
        "max_deals": Option(MAX_DEALS, range(1, 1001), "deals after which the game is a draw"),
    }
