"""The sweep of tournaments: does what is due, and what a crash or a lost signal left undone."""

import logging
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.matches import lifecycle
from arena.matches.models import Match
from arena.matches.reconnect import DatabaseAway
from arena.tournaments import scheduling, stages
from arena.tournaments.advancing import advance
from arena.tournaments.locking import note
from arena.tournaments.models import AuditEntry, Tournament

log = logging.getLogger(__name__)


def sweep() -> int:
    """Advances running tournaments, and starts the scheduled ones that are due. Returns how many
    tournaments advanced or started."""
    running = Tournament.objects.filter(state=Tournament.State.RUNNING, paused=False)
    return sum(
        [
            *(_guarded(advance, tournament) for tournament in running),
            *(_guarded(_start_scheduled, tournament) for tournament in scheduling.due()),
            *(_guarded(_continue_series, tournament) for tournament in scheduling.unfollowed()),
        ]
    )


def cancel_matches() -> None:
    """Cancels the matches of cancelled tournaments, first those that hold a worker."""
    unended = Match.objects.filter(
        state__in=(Match.State.RUNNING, Match.State.QUEUED),
        pairing__tournament__state=Tournament.State.CANCELLED,
    )
    for match_id in unended.order_by("-state", "pk").values_list("pk", flat=True):
        lifecycle.cancel(match_id, gettext("the tournament was cancelled"))


def _guarded(step: Callable[[Tournament], bool], tournament: Tournament) -> bool:
    """Logs a step that fails, so that the other tournaments go on."""
    try:
        return step(tournament)
    except DatabaseAway:
        raise
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
