"""The lock of a tournament's row, which every change holds, and the audit trail.

Of two changes at the same time, the second sees what the first did.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.matches.models import Match
from arena.tournaments.models import AuditEntry, Tournament

WHY_NOT = {
    Tournament.State.DRAFT: _("The tournament is a draft. Open it for entries first."),
    Tournament.State.OPEN: _("The tournament has not started: this is not possible yet."),
    Tournament.State.RUNNING: _("The tournament has started: this is no longer possible."),
    Tournament.State.FINISHED: _("The tournament has finished: this is no longer possible."),
    Tournament.State.CANCELLED: _("The tournament was cancelled: this is no longer possible."),
}


@contextmanager
def locked(tournament: Tournament, *states: Tournament.State) -> Iterator[None]:
    """Locks the row and refreshes `tournament`. Raises ValidationError unless its state is one of
    `states`."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        tournament.refresh_from_db()
        if tournament.state not in states:
            raise ValidationError(WHY_NOT[Tournament.State(tournament.state)], code="state")
        yield


def note(
    tournament: Tournament,
    kind: AuditEntry.Kind,
    by: User | None = None,
    *,
    entry: object = "",
    round: int | None = None,
    match: Match | None = None,
    reason: str = "",
) -> None:
    """Writes a line of the audit trail. Call it in the transaction of the change."""
    AuditEntry.objects.create(
        tournament=tournament,
        kind=kind,
        by=by,
        entry=str(entry)[:80],
        round=round,
        match=match,
        # PostgreSQL cannot store NUL, and a form can send one.
        reason=reason.replace("\0", "").strip()[:200],
    )
