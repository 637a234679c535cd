"""How a bot's rating developed, for its chart."""

from dataclasses import dataclass

from arena.bots.models import Bot
from arena.ratings.models import Snapshot, Standing

MAX_POINTS = 400  # more cannot be told apart in a chart


@dataclass(frozen=True)
class RatingPoint:
    """A rating ± error, the bot's rated games at that time, and the number of the rated version."""

    games: int
    rating: float
    error: float
    version: int


def rating_history(bot: Bot, limit: int = MAX_POINTS) -> list[RatingPoint]:
    """The bot's rating at its last `limit` snapshots and now, oldest first."""
    snapshots = (
        Snapshot.objects.filter(bot=bot)
        .order_by("-id")
        .values_list("games", "rating", "error", "version__number")[:limit]
    )
    points = [RatingPoint(*row) for row in reversed(snapshots)]
    standing = Standing.objects.of_bot(bot)
    if standing is not None and standing.error is not None and standing.rated is not None:
        now = RatingPoint(standing.games, standing.rating, standing.error, standing.rated.number)
        if points and points[-1].games == now.games:
            points.pop()
        points.append(now)
    return points
