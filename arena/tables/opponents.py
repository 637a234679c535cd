"""The house bots that a form offers, by level, with their ratings."""

from dataclasses import dataclass

from arena.bots.models import Bot
from arena.people import levels


@dataclass(frozen=True)
class Opponent:
    level: str
    label: str
    bot: Bot | None  # None: the house has no bot for this game


def opponents(ruleset: str) -> list[Opponent]:
    bots = levels.bots_by_level(ruleset)
    return [Opponent(level, str(levels.LABELS[level]), bots.get(level)) for level in levels.LEVELS]
