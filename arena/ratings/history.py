"""What other apps show of the ledger: a match's changes, a bot's standing, its course."""

from collections.abc import Collection
from dataclasses import dataclass

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings.models import EloChange, Snapshot, Standing

POINTS = 400  # as many as a chart can show apart


@dataclass(frozen=True)
class Point:
    """A bot's rating ± error after so many rated games, and the version that was rated."""

    games: int
    rating: float
    error: float
    version: int


def changes(match: Match) -> list[EloChange]:
    """The lines of the ledger for a match, first side first; none for one that does not count."""
    return list(
        EloChange.objects.filter(match=match).select_related("bot", "bot__owner").order_by("id")
    )


def standing_of(bot: Bot) -> Standing | None:
    """The bot's standing; None before its first rated match."""
    standings = Standing.objects.filter(bot=bot, matches__gt=0)
    return standings.select_related("rated").defer(*_HEAVY).first()


_HEAVY = ("rated__content", "rated__log", "rated__faults")


def history(bot: Bot, points: int = POINTS) -> list[Point]:
    """The bot's rating at its last `points` snapshots, oldest first, and now."""
    snapshots = (
        Snapshot.objects.filter(bot=bot)
        .order_by("-id")
        .values_list("games", "rating", "error", "version__number")[:points]
    )
    course = [Point(*row) for row in reversed(snapshots)]
    standing = standing_of(bot)
    if standing is not None and standing.error is not None and standing.rated is not None:
        now = Point(standing.games, standing.rating, standing.error, standing.rated.number)
        if course and course[-1].games == now.games:
            course.pop()
        course.append(now)
    return course


def ratings_of(bots: Collection[int]) -> dict[int, float]:
    """The ratings of those of the bots, given by key, that have played a rated match."""
    rated = Standing.objects.filter(bot__in=bots, matches__gt=0)
    return dict(rated.values_list("bot_id", "rating"))
