"""The options of Écarté (docs/2-rules.md, "Écarté", "Options")."""

from dataclasses import dataclass
from typing import ClassVar

from engine.options import Option, switch


@dataclass(frozen=True)
class EcarteOptions:
    """`must_trump`: a player without a card of the suit led must trump if possible (ER9).

    `vulnerability`: who scores 2 (ER12). `dealer_min`: how many cards the dealer must exchange at
    least (ER6). `target`: the points that win the game (ER15).
    """

    must_trump: bool = False
    vulnerability: str = "seed"
    dealer_min: int = 0
    target: int = 5

    OPTIONS: ClassVar[dict[str, Option]] = {
        "must_trump": switch(False, "a player without the suit led must trump"),
        "vulnerability": Option(
            "seed",
            ("seed", "classic", "winner", "none"),
            "who scores 2 when the cards were played without an exchange",
        ),
        "dealer_min": Option(0, (0, 1), "how many cards the dealer must exchange at least"),
        "target": Option(5, range(2, 22), "points that win the game"),
    }
