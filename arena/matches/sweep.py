"""The sweep repairs what a lost worker, a lost message or a failed receiver has left behind."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet, Value
from django.utils import timezone

from arena.matches import live_updates, queue
from arena.matches.lifecycle import lose
from arena.matches.models import Attempt, Match
from arena.matches.settling import settle

# The message of a queued match is sent again after as long as the match had waited when it was
# last sent, within these bounds: a long queue gets few surplus messages, and a lost message is
# replaced soon.
RESEND_AFTER_AT_LEAST = timedelta(seconds=30)
RESEND_AFTER_AT_MOST = timedelta(minutes=10)
RESEND_BATCH = 200


@dataclass(frozen=True)
class SweepReport:
    """Numbers of matches: whose worker was lost, whose message was sent again, and settled."""

    lost: int
    resent: int
    settled: int


def sweep(now: datetime | None = None) -> SweepReport:
    """Ends attempts whose lease has expired, sends overdue messages again, settles ended matches
    that are not settled, and deletes the live updates of ended attempts.

    Sweeps may run concurrently.
    """
    now = now or timezone.now()
    overdue = Match.objects.queued().filter(
        Q(queued__lte=now - RESEND_AFTER_AT_MOST)
        | Q(queued__lte=now - RESEND_AFTER_AT_LEAST)
        & Q(queued__lte=Value(now) - (F("queued") - F("created")))
    )
    resent = _resend(overdue.order_by("queued")[:RESEND_BATCH])
    expired = Attempt.objects.running().filter(lease_until__lt=now)
    lost = sum(lose(token, now) for token in expired.values_list("token", flat=True))
    live_updates.delete_ended()
    unsettled = Match.objects.filter(settled=False, state__in=Match.ENDED)
    settled = sum(settle(match_id) for match_id in unsettled.values_list("pk", flat=True))
    return SweepReport(lost, resent, settled)


def recover() -> SweepReport:
    """The sweep at the start of an embedded arena, before its workers play.

    Every running attempt is lost, and every queued match is sent: the queue was lost too.
    """
    running = Attempt.objects.running()
    lost = sum(lose(token) for token in running.values_list("token", flat=True))
    resent = _resend(Match.objects.queued().order_by("pk"))
    return SweepReport(lost, resent, sweep().settled)


def lose_worker(worker: str) -> int:
    """Queues again the matches that a dead worker played; returns how many.

    `worker` is the name that it claimed with, or its first parts: ``host:pid`` names all threads
    of a process.
    """
    running = Attempt.objects.running()
    named = running.filter(Q(worker=worker) | Q(worker__startswith=f"{worker}:"))
    return sum(lose(token) for token in named.values_list("token", flat=True))


def _resend(queued: QuerySet[Match]) -> int:
    matches = list(queued.values_list("pk", "queue"))
    ids = [match_id for match_id, _ in matches]
    Match.objects.queued().filter(pk__in=ids).update(queued=timezone.now())
    queue.send(matches)
    return len(matches)
