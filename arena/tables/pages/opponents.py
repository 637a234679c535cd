"""The house bots that a form offers, by level, with their ratings."""

from dataclasses import dataclass

from arena.bots.models import Bot
from arena.people import levels, shown
from arena.people.ratings import Rating


@dataclass(frozen=True)
class Opponent:
    level: str
    label: str
    bot: Bot | None  # None: the house has no bot for this game
    rating: Rating | None


def opponents(ruleset: str) -> list[Opponent]:
    bots = levels.bots_by_level(ruleset)
    return [_opponent(level, bots.get(level), ruleset) for level in levels.LEVELS]


def _opponent(level: str, bot: Bot | None, ruleset: str) -> Opponent:
    rating = shown.of_bot(bot, ruleset).rating if bot else None
    return Opponent(level, str(levels.LABELS[level]), bot, rating)
