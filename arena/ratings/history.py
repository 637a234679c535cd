"""What other apps show of the ledger: a match's changes, a bot's standing, its course."""

from dataclasses import dataclass

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings.models import EloChange, Standing

POINTS = 500  # as many as a chart can show apart


@dataclass(frozen=True)
class Point:
    """A bot's Elo after its `number`-th rated match, in hundredths of a point.

    Number 0 is where it began; that point has no match.
    """

    number: int
    elo: int
    match: int | None


def changes(match: Match) -> list[EloChange]:
    """The lines of the ledger for a match, first side first; none for one that does not count."""
    return list(
        EloChange.objects.filter(match=match).select_related("bot", "bot__owner").order_by("id")
    )


def standing_of(bot: Bot) -> Standing | None:
    """The bot's standing; None before its first rated match."""
    return Standing.objects.filter(bot=bot, matches__gt=0).first()


def place_of(standing: Standing) -> int:
    """The standing's place in the ranking of its ruleset, from 1."""
    ranking = Standing.objects.ranking(standing.ruleset)
    above = ranking.filter(elo__gt=standing.elo).count()
    return above + ranking.filter(elo=standing.elo, bot_id__lte=standing.bot_id).count()


def history(bot: Bot, points: int = POINTS) -> list[Point]:
    """The bot's Elo over its last `points` rated matches, oldest first, with where it was before
    them; empty before the first."""
    ledger = EloChange.objects.filter(bot=bot)
    latest = list(ledger.order_by("-id").values_list("match_id", "before", "after")[:points])
    if not latest:
        return []
    number = ledger.count() - len(latest) if len(latest) == points else 0
    course = [Point(number, latest[-1][1], None)]
    for match, _, after in reversed(latest):
        number += 1
        course.append(Point(number, after, match))
    return course
