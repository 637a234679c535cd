"""A bot's matches against other bots: the latest, and how many it has won."""

from dataclasses import dataclass

from django.db.models import Count, F, Q

from arena.bots.models import Bot
from arena.matches.models import Match, MatchQuerySet

RECENT = 10


@dataclass(frozen=True)
class Counts:
    """Numbers of matches. `waiting` are queued or running."""

    finished: int
    won: int
    drawn: int
    lost: int
    waiting: int


def recent_of(bot: Bot, limit: int = RECENT) -> list[Match]:
    """The bot's last matches, newest first, with the names of both bots."""
    return list(_matches_of(versions_of(bot)).named().order_by("-pk")[:limit])


def counts_of(bot: Bot) -> Counts:
    ids = versions_of(bot)
    finished = Q(state=Match.State.FINISHED)
    first_won = Q(score0__gt=F("score1"))
    second_won = Q(score1__gt=F("score0"))
    won = Q(version0__in=ids) & first_won | Q(version1__in=ids) & second_won
    numbers = _matches_of(ids).aggregate(
        finished=Count("pk", filter=finished),
        won=Count("pk", filter=finished & won),
        drawn=Count("pk", filter=finished & Q(score0=F("score1"))),
        waiting=Count("pk", filter=Q(state__in=(Match.State.QUEUED, Match.State.RUNNING))),
    )
    lost = numbers["finished"] - numbers["won"] - numbers["drawn"]
    return Counts(lost=lost, **numbers)


def versions_of(bot: Bot) -> list[int]:
    return list(bot.versions.values_list("pk", flat=True))


def with_versions(ids: list[int]) -> Q:
    """Matches in which one of these versions plays."""
    # Lists of ids rather than subqueries, so that the database can use both indexes.
    return Q(version0__in=ids) | Q(version1__in=ids)


def _matches_of(ids: list[int]) -> MatchQuerySet:
    return Match.objects.exclude(queue=Match.Queue.CHECK).filter(with_versions(ids))
