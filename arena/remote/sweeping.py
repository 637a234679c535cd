"""What remote bots said is deleted when it is needed no more: it is in the records."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from arena.remote.models import Session

KEPT = timedelta(minutes=2)
# A session that no worker has ended by then: its worker was killed.
LONGEST = timedelta(days=1)


def delete_ended() -> int:
    """Deletes sessions with their lines; returns how many rows."""
    old = Q(ended__lt=Now() - KEPT) | Q(opened__lt=Now() - LONGEST)
    return Session.objects.filter(old).delete()[0]
