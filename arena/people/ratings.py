"""The rating of a person or a bot among people, to be shown."""

from dataclasses import dataclass

from arena.bots.models import Bot
from arena.people.models import BotRating, Player, PlayerRating
from arena.ratings.models import Standing

ENOUGH = 20  # counted games after which people's results describe a bot better than the ladder


@dataclass(frozen=True)
class Rating:
    """`error`: half of the 95 % interval. `games`: how many count; 0 for a ladder rating."""

    value: float
    error: float
    games: int
    provisional: bool = False


def of(player: Player, pool: str) -> Rating | None:
    """The person's rating in a ruleset or variant; None for guests and before the first game."""
    row = PlayerRating.objects.filter(player=player, pool=pool).first()
    return Rating(row.rating, row.error, row.games, row.provisional) if row else None


def of_bot(bot: Bot, pool: str) -> Rating | None:
    """The bot's rating among people, once it has met them often enough; else that of the ladder.

    Both have the same scale. None for a bot that has neither.
    """
    row = BotRating.objects.filter(bot=bot, pool=pool, games__gte=ENOUGH).first()
    if row:
        return Rating(row.rating, row.error, row.games)
    standing = Standing.objects.filter(bot=bot, matches__gt=0, group=0).first()
    if standing is None or standing.error is None:
        return None
    return Rating(standing.rating, standing.error, 0)
