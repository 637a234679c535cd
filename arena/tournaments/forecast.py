"""How large a tournament gets, and how long it takes."""

import math
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Avg, DurationField, ExpressionWrapper, F
from django.utils import timezone
from django.utils.translation import ngettext

from arena.matches.models import Attempt, Match
from arena.tournaments.models import Tournament
from referee.tournaments.format import BadFormat, Forecast

MAX_MATCHES = 125_000  # a round robin of 500
RECENTLY = timedelta(hours=24)
SAMPLE = 200  # of the latest matches


def forecast(tournament: Tournament, entries: int) -> Forecast | None:
    """What a field of this size plays; None if it is too small or too large."""
    try:
        return tournament.format.forecast(entries, tournament.games)
    except BadFormat:
        return None


def most_entries(tournament: Tournament) -> int:
    """The largest field that the tournament takes."""
    system = tournament.format.system
    if "cycles" not in system.settings:
        return system.max_entries
    # The largest n with cycles · n(n − 1)/2 matches, as if all entries were in one group.
    matches = MAX_MATCHES // tournament.cycles
    return min(system.max_entries, (1 + math.isqrt(1 + 8 * matches)) // 2)


def check_room(tournament: Tournament, entries: int) -> None:
    """Raises ValidationError if the tournament would have more entries than it takes."""
    most = most_entries(tournament)
    if entries > most:
        raise ValidationError(
            ngettext(
                "This tournament takes at most %(most)d entry.",
                "This tournament takes at most %(most)d entries.",
                most,
            )
            % {"most": most}
        )


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
    """How many matches are played at a time: the worker slots that have played within a day."""
    recent = Attempt.objects.filter(started__gte=timezone.now() - RECENTLY)
    return max(1, recent.values("worker").distinct().count())
