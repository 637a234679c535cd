"""Levels and ratings beside the names at a table, which is shown many times a minute.

They are remembered for a minute in each process.
"""

import time
from dataclasses import dataclass
from functools import lru_cache

from arena.bots.models import Bot
from arena.people import levels, ratings
from arena.people.models import Player
from arena.people.pools import base
from arena.people.ratings import Rating

REMEMBERED_SECONDS = 60


@dataclass(frozen=True)
class Strength:
    """`level` of a house bot; `rating` of anybody who has one."""

    level: str | None
    rating: Rating | None


def of_player(player: Player, pool: str) -> Strength:
    """`pool` is a ruleset or variant."""
    rating = None if player.is_guest else _of_player(player.pk, pool, _minute())
    return Strength(None, rating)


def of_bot(bot: Bot, pool: str) -> Strength:
    level = _levels(base(pool), _minute()).get(bot.pk) if bot.owner.is_house else None
    return Strength(level, _of_bot(bot.pk, pool, _minute()))


def forget() -> None:
    """For tests."""
    for remembered in (_of_player, _of_bot, _levels):
        remembered.cache_clear()


def _minute() -> int:
    return int(time.monotonic() // REMEMBERED_SECONDS)


@lru_cache(maxsize=4096)
def _of_player(player: int, pool: str, _minute: int) -> Rating | None:
    return ratings.of(Player(pk=player), pool)


@lru_cache(maxsize=4096)
def _of_bot(bot: int, pool: str, _minute: int) -> Rating | None:
    return ratings.of_bot(Bot(pk=bot), pool)


@lru_cache(maxsize=64)
def _levels(ruleset: str, _minute: int) -> dict[int, str]:
    return levels.levels_of(ruleset)
