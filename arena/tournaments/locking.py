"""One step at a time: every change of a tournament holds the lock of its row.

Of two at once one comes first, and the other finds what it did.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.matches.models import Match
from arena.tournaments.models import Step, Tournament

WHY_NOT = {
    Tournament.State.DRAFT: _("The tournament is a draft: open it for entries first."),
    Tournament.State.OPEN: _("The tournament has not started: that is not possible yet."),
    Tournament.State.RUNNING: _("The tournament has started: that is no longer possible."),
    Tournament.State.FINISHED: _("The tournament has finished: that is no longer possible."),
    Tournament.State.CANCELLED: _("The tournament was cancelled: that is no longer possible."),
}


@contextmanager
def locked(tournament: Tournament, *states: Tournament.State) -> Iterator[None]:
    """Locks the row and brings `tournament` up to date; refuses unless it is in one of `states`.

    Raises ValidationError.
    """
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        tournament.refresh_from_db()
        if tournament.state not in states:
            raise ValidationError(WHY_NOT[Tournament.State(tournament.state)], code="state")
        yield


def note(
    tournament: Tournament,
    kind: Step.Kind,
    by: User | None = None,
    *,
    entry: object = "",
    round: int | None = None,
    match: Match | None = None,
    reason: str = "",
) -> None:
    """Writes a line of the audit trail, in the transaction that does what it says."""
    Step.objects.create(
        tournament=tournament,
        kind=kind,
        by=by,
        entry=str(entry)[:80],
        round=round,
        match=match,
        # PostgreSQL stores no NUL, and a form may well send one.
        reason=reason.replace("\0", "").strip()[:200],
    )
