"""The queue of analyses: claiming the next one, its lease, and its end.

As with matches, the analysis process holds a lease by the database's clock, and every change needs
the token of its claim: a process that was cut off changes nothing when it comes back.
"""

import gzip
import json
import uuid
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from arena.analysis.models import AnalysedSide, Analysis
from arena.matches.models import Match

LEASE = timedelta(seconds=60)
MAX_ATTEMPTS = 3  # a game whose analysis ends its process again and again is given up
SHORT_WAIT = timedelta(seconds=2)  # an idle worker has claimed a match by then


def claim() -> Analysis | None:
    """The next analysis, marked as running; None if none waits, or another process was faster."""
    following = Analysis.objects.queued().order_by("priority", "id")
    pk = following.values_list("pk", flat=True).first()
    if pk is None:
        return None
    token = uuid.uuid4()
    taken = Analysis.objects.queued().filter(pk=pk)
    claimed = taken.update(
        state=Analysis.State.RUNNING,
        token=token,
        started=Now(),
        lease_until=Now() + LEASE,
        attempts=F("attempts") + 1,
        percent=0,
    )
    if not claimed:
        return None
    rows = Analysis.objects.light().select_related("match", "table").defer("match__seed")
    return rows.get(token=token)


def extend(token: uuid.UUID, percent: int) -> bool:
    """Extends the lease, and says how far it is. False if the claim is no longer valid."""
    mine = Analysis.objects.running().filter(token=token)
    return bool(mine.update(lease_until=Now() + LEASE, percent=percent))


def release(token: uuid.UUID) -> None:
    """Back to the queue, as if it had not been claimed."""
    mine = Analysis.objects.running().filter(token=token)
    mine.update(
        state=Analysis.State.QUEUED, token=None, lease_until=None, attempts=F("attempts") - 1
    )


def finish(token: uuid.UUID, result: dict[str, Any]) -> bool:
    """Stores the result. False if the claim is no longer valid: then nothing changes."""
    text = json.dumps(result, separators=(",", ":")).encode()
    with transaction.atomic():
        mine = Analysis.objects.running().filter(token=token)
        done = mine.update(
            state=Analysis.State.DONE,
            finished=Now(),
            lease_until=None,
            percent=100,
            result=gzip.compress(text, mtime=0),
        )
        if done:
            _store_sides(Analysis.objects.light().select_related("match").get(token=token), result)
    return bool(done)


def fail(token: uuid.UUID, error: str) -> None:
    """Ends it without a result. `error` says why, for everybody."""
    mine = Analysis.objects.running().filter(token=token)
    mine.update(
        state=Analysis.State.FAILED,
        finished=Now(),
        token=None,
        lease_until=None,
        error=error[:300],
    )


def lose_expired() -> int:
    """Queues again what processes have lost, by the database's clock; returns how many."""
    return lose(Q(lease_until__lt=Now()))


def lose(which: Q | None = None) -> int:
    """Queues running analyses again, whose processes are gone, or gives up what fails each time."""
    lost = Analysis.objects.running().filter(which or Q())
    hopeless = lost.filter(attempts__gte=MAX_ATTEMPTS)
    ended = hopeless.update(
        state=Analysis.State.FAILED,
        finished=Now(),
        token=None,
        lease_until=None,
        error="the process that analysed it ended each time",
    )
    queued = lost.update(state=Analysis.State.QUEUED, token=None, lease_until=None)
    return ended + queued


def position(analysis: Analysis) -> int | None:
    """The place of a queued analysis, from 1 for the next one; None unless it is queued."""
    if analysis.state != Analysis.State.QUEUED:
        return None
    earlier = Q(priority__lt=analysis.priority) | Q(priority=analysis.priority, pk__lt=analysis.pk)
    return Analysis.objects.queued().filter(earlier).count() + 1


def matches_wait() -> bool:
    """Whether a match waits for a free processor that somebody or a tournament asked for.

    The ladder always has matches waiting, so those of the ladder do not count.
    """
    waiting = Match.objects.queued().exclude(queue=Match.Queue.LADDER)
    due = Q(due=None) | Q(due__lte=Now())
    return waiting.filter(due, awaited=None, created__lt=Now() - SHORT_WAIT).exists()


def _store_sides(analysis: Analysis, result: dict[str, Any]) -> None:
    """What the analysis says of the bots of a public match."""
    match = analysis.match
    if match is None or match.queue == Match.Queue.CHECK:
        return
    leg = int(analysis.game > match.pairs)
    versions = (match.version0_id, match.version1_id)
    AnalysedSide.objects.bulk_create(
        AnalysedSide(
            analysis=analysis,
            side=side,
            version_id=versions[side ^ leg],
            decisions=found["decisions"],
            total=found["total"],
            squares=found["squares"],
        )
        for side, found in enumerate(result["sides"])
    )
