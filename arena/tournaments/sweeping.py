"""The sweep of tournaments: does what is due, and what a crash or a lost signal left undone."""

import logging
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from arena.matches import lifecycle
from arena.matches.models import Match
from arena.tournaments import scheduling, stages
from arena.tournaments.advancing import advance
from arena.tournaments.locking import note
from arena.tournaments.models import AuditEntry, Tournament

log = logging.getLogger(__name__)


def sweep() -> int:
    """Advances running tournaments, starts the scheduled ones that are due, and cancels the matches
    of cancelled ones. Returns how many tournaments advanced or started."""
    unended = Q(pairings__match__state__in=[Match.State.QUEUED, Match.State.RUNNING])
    cancelled = Tournament.objects.filter(unended, state=Tournament.State.CANCELLED)
    for tournament in cancelled.distinct():
        _cancel_matches(tournament)
    running = Tournament.objects.filter(state=Tournament.State.RUNNING, paused=False)
    return sum(
        [
            *(_guarded(advance, tournament) for tournament in running),
            *(_guarded(_start_scheduled, tournament) for tournament in scheduling.due()),
            *(_guarded(_continue_series, tournament) for tournament in scheduling.unfollowed()),
        ]
    )


def _guarded(step: Callable[[Tournament], bool], tournament: Tournament) -> bool:
    """Logs a step that fails, so that the other tournaments go on."""
    try:
        return step(tournament)
    except Exception:
        log.exception("tournament %s cannot go on", tournament.slug)
        return False


def _start_scheduled(tournament: Tournament) -> bool:
    """Starts it without the bots that can no longer play; cancels it if too few are left."""
    try:
        with transaction.atomic():
            for entry in scheduling.unfit(tournament):
                note(
                    tournament,
                    AuditEntry.Kind.WITHDRAWN,
                    entry=entry.bot,
                    reason=gettext("no active version that has qualified"),
                )
                entry.delete()
            stages.start(tournament)
    except ValidationError as error:
        tournament.refresh_from_db()
        if tournament.state != Tournament.State.OPEN:
            return False  # another process was quicker
        with transaction.atomic():
            stages.cancel(tournament, reason=" ".join(error.messages))
            if tournament.entries.exists():  # a series without entries ends here
                scheduling.make_next(tournament)
    return True


def _continue_series(tournament: Tournament) -> bool:
    """Creates the next of a series whose organiser had too many tournaments at the start."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        return scheduling.make_next(tournament) is not None


def _cancel_matches(tournament: Tournament) -> None:
    unended = tournament.pairings.exclude(match=None).exclude(match__state__in=Match.ENDED)
    for match_id in unended.values_list("match", flat=True):
        lifecycle.cancel(match_id, gettext("the tournament was cancelled"))
