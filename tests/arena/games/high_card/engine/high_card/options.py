"""The options of High Card."""

from dataclasses import dataclass
from typing import ClassVar

from engine.options import Option

CARDS = 3


@dataclass(frozen=True)
class HighCardOptions:
    """`cards`: how many cards each player gets."""

    cards: int = CARDS

    OPTIONS: ClassVar[dict[str, Option]] = {
        "cards": Option(CARDS, range(1, 10), "cards that each player gets"),
    }
