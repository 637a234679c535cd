"""How large a tournament gets, and how long it takes, before it starts."""

import math
from datetime import timedelta

from django.db.models import Avg, DurationField, ExpressionWrapper, F
from django.utils import timezone

from arena.matches.models import Attempt, Match
from arena.tournaments.models import Tournament
from referee.tournaments import simulation
from referee.tournaments.format import BadFormat, System
from referee.tournaments.simulation import Plan

MAX_MATCHES = 125_000  # a round robin of 500
LATELY = timedelta(hours=24)
SAMPLE = 200  # of the latest matches


def plan(tournament: Tournament, entries: int) -> Plan | None:
    """What so many entries come to; None when they are too few or too many."""
    try:
        return simulation.plan(tournament.format, entries, tournament.games)
    except BadFormat:
        return None


def most_entries(tournament: Tournament) -> int:
    """The largest field that the tournament takes."""
    format = tournament.format
    if format.system not in (System.ROUND_ROBIN, System.GROUPS):
        return format.most_entries
    # The largest n with cycles · n(n − 1)/2 matches, were all of them in one group.
    matches = MAX_MATCHES // format.cycles
    return min(format.most_entries, (1 + math.isqrt(1 + 8 * matches)) // 2)


def seconds_a_game(ruleset: str) -> float | None:
    """The mean time of a game over the latest matches of a ruleset, from claim to result."""
    finished = Match.objects.filter(ruleset=ruleset, state=Match.State.FINISHED)
    latest = finished.order_by("-pk").values_list("pk", flat=True)[:SAMPLE]
    took = ExpressionWrapper(F("finished") - F("started"), output_field=DurationField())
    means = Match.objects.filter(pk__in=list(latest)).aggregate(took=Avg(took), pairs=Avg("pairs"))
    if means["took"] is None or not means["pairs"]:
        return None
    seconds: float = means["took"].total_seconds() / (2 * means["pairs"])
    return seconds


def workers() -> int:
    """How many matches are played at once: the worker slots that have played within a day."""
    lately = Attempt.objects.filter(started__gte=timezone.now() - LATELY)
    return max(1, lately.values("worker").distinct().count())
