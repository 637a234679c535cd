"""Who plays a match: attempts with tokens and leases, and the one result.

However often a match is asked for, claimed, lost and handed in, it gets one result. Every change
of state below is made under the match's row lock, or by one conditional update.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet, Value
from django.utils import timezone

from arena.matches import progress, records
from arena.matches.models import Attempt, Match, Result, SideLog
from arena.matches.queue import ask
from arena.matches.settling import settle
from referee.play.match import MatchResult
from referee.statistics import pentanomial

log = logging.getLogger(__name__)

# A queued match is asked for again when it has waited since the last time as long as in all
# before, within these bounds: a long queue gets few messages too many, a lost one is missed soon.
ASK_AGAIN_SOONEST = timedelta(seconds=30)
ASK_AGAIN_LATEST = timedelta(minutes=10)
ASK_AT_ONCE = 200

# What is written when a match ends.
ENDING = ("state", "reason", "finished", "score0", "score1", "tally", "crashes")


class StaleAttempt(Exception):
    """The attempt is not the match's current one, and its work is no longer wanted."""


def lease() -> timedelta:
    return timedelta(seconds=settings.MATCH_LEASE_SECONDS)


def wanted(match_id: int) -> bool:
    """Whether the match waits for a worker."""
    return _queued().filter(pk=match_id).exists()


def claim(match_id: int, worker: str) -> Attempt | None:
    """The right to play the match, for `settings.MATCH_LEASE_SECONDS`.

    None when nobody has to: it is being played, or has ended.
    """
    now = timezone.now()
    with transaction.atomic():
        if not _queued().filter(pk=match_id).update(state=Match.State.RUNNING, started=now):
            return None
        last = Attempt.objects.filter(match=match_id).aggregate(last=Max("number"))["last"]
        return Attempt.objects.create(
            match_id=match_id,
            number=(last or 0) + 1,
            worker=worker,
            started=now,
            lease_until=now + lease(),
        )


def extend(token: UUID) -> None:
    """Renews the lease from now on. Raises StaleAttempt."""
    running = Attempt.objects.filter(token=token, outcome=Attempt.Outcome.RUNNING)
    if not running.update(lease_until=timezone.now() + lease()):
        raise StaleAttempt("the attempt has ended: another worker has it, or it was cancelled")


def hand_in(token: UUID, played: MatchResult) -> Result:
    """Stores what was played, once; the answer is the match's stored result.

    A match that has a result answers with it, whoever hands in what. Raises StaleAttempt for an
    attempt that is no longer the current one of a match without a result, and BadRecord for a
    record that is wrong or not this match's.
    """
    attempt = _attempt(token)
    match = Match.objects.named().get(pk=attempt.match_id)
    if stored := Result.objects.filter(match=match).first():
        return stored
    # Outside of the lock, since replaying a long match takes a while.
    records.check(match, played.record)
    with transaction.atomic():
        attempt, match = _lock(token)
        if stored := Result.objects.filter(match=match).first():
            return stored
        if attempt.outcome != Attempt.Outcome.RUNNING:
            raise StaleAttempt(f"{attempt} has ended: {attempt.get_outcome_display()}")
        _end(attempt, Attempt.Outcome.FINISHED)
        result = Result.objects.create(
            match=match, attempt=attempt, record=records.pack(played.record)
        )
        SideLog.objects.bulk_create(
            SideLog(match=match, side=side, stderr=_storable(stderr), times=times)
            for side, (stderr, times) in enumerate(zip(played.stderr, played.times, strict=True))
        )
        match.score0, match.score1 = played.record["scores"]
        match.tally = pentanomial.tally(played.record)
        match.crashes = records.crashes(played.record)
        _conclude(match, Match.State.FINISHED)
    return result


def fail(token: UUID, error: str) -> None:
    """The machine or the referee failed, and nobody loses: the match is queued again.

    After `settings.MATCH_MAX_ATTEMPTS` failures it is void. An attempt that has ended stays as
    it is. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome == Attempt.Outcome.RUNNING:
            _end(attempt, Attempt.Outcome.FAILED, _public(match, error))
            _after_failure(match, attempt)


def give_back(token: UUID) -> None:
    """The worker stops before the match has ended; it is queued again, and this counts for nothing.

    An attempt that has ended stays as it is. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome == Attempt.Outcome.RUNNING:
            _end(attempt, Attempt.Outcome.RETURNED)
            _queue(match)


def cancel(match_id: int, reason: str = "") -> bool:
    """Ends a match that has not ended; whether it did. A worker that plays it stops by itself."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.ended:
            return False
        for attempt in match.attempts.filter(outcome=Attempt.Outcome.RUNNING):
            _end(attempt, Attempt.Outcome.CANCELLED)
        _conclude(match, Match.State.CANCELLED, reason)
    return True


def requeue(match_id: int) -> bool:
    """Gives a void match as many attempts again; whether it was void."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.state != Match.State.VOID:
            return False
        _queue(match)
    return True


def lose_worker(worker: str) -> int:
    """Queues again what a dead worker played; how many matches.

    `worker` is the name that it claimed with, or the first parts of it: ``host:pid`` names all
    threads of a process.
    """
    running = Attempt.objects.filter(outcome=Attempt.Outcome.RUNNING)
    named = running.filter(Q(worker=worker) | Q(worker__startswith=f"{worker}:"))
    return sum(_lose(token) for token in named.values_list("token", flat=True))


@dataclass(frozen=True)
class Swept:
    """What a sweep did, in numbers of matches."""

    lost: int
    asked: int
    settled: int


def sweep(now: datetime | None = None) -> Swept:
    """Mends what a lost worker, a lost message or a failed receiver has left behind.

    Attempts whose lease has run out are lost, matches that have waited for long are asked for
    again, ended matches that are not settled are settled, and what was told of attempts in play
    is forgotten when they have ended. Any number may sweep at once.
    """
    now = now or timezone.now()
    overdue = _queued().filter(
        Q(queued__lte=now - ASK_AGAIN_LATEST)
        | Q(queued__lte=now - ASK_AGAIN_SOONEST)
        & Q(queued__lte=Value(now) - (F("queued") - F("created")))
    )
    asked = _ask_again(overdue.order_by("queued")[:ASK_AT_ONCE])
    expired = Attempt.objects.filter(outcome=Attempt.Outcome.RUNNING, lease_until__lt=now)
    lost = sum(_lose(token, now) for token in expired.values_list("token", flat=True))
    progress.forget()
    unsettled = Match.objects.filter(settled=False, state__in=Match.ENDED)
    settled = sum(settle(match_id) for match_id in unsettled.values_list("pk", flat=True))
    return Swept(lost, asked, settled)


def recover() -> Swept:
    """The sweep of an arena that starts and knows that nobody plays for it yet.

    Every running attempt is lost, and every queued match is asked for: the queue died too.
    """
    running = Attempt.objects.filter(outcome=Attempt.Outcome.RUNNING)
    lost = sum(_lose(token) for token in running.values_list("token", flat=True))
    asked = _ask_again(_queued().order_by("pk"))
    return Swept(lost, asked, sweep().settled)


def _queued() -> QuerySet[Match]:
    return Match.objects.filter(state=Match.State.QUEUED)


def _attempt(token: UUID) -> Attempt:
    attempt = Attempt.objects.filter(token=token).first()
    if attempt is None:
        raise StaleAttempt("no attempt has this token")
    return attempt


def _lock(token: UUID) -> tuple[Attempt, Match]:
    """The attempt and its match, which is locked until the transaction ends."""
    attempt = _attempt(token)
    match = Match.objects.select_for_update().get(pk=attempt.match_id)
    attempt.refresh_from_db()
    attempt.match = match
    return attempt, match


def _lose(token: UUID, now: datetime | None = None) -> bool:
    """Gives up on a running attempt; with `now`, only if its lease has run out by then."""
    with transaction.atomic():
        attempt, match = _lock(token)
        extended = now is not None and attempt.lease_until >= now
        if attempt.outcome != Attempt.Outcome.RUNNING or extended:
            return False
        log.warning("match %s: worker %s is lost", match.pk, attempt.worker)
        _end(attempt, Attempt.Outcome.LOST)
        _after_failure(match, attempt)
    return True


def _end(attempt: Attempt, outcome: Attempt.Outcome, error: str = "") -> None:
    attempt.outcome, attempt.error, attempt.ended = outcome, error, timezone.now()
    attempt.save(update_fields=["outcome", "error", "ended"])


def _after_failure(match: Match, attempt: Attempt) -> None:
    failures = match.attempts.filter(outcome__in=Attempt.FAILURES).count()
    # Counted on, not anew, when the staff has queued a void match again.
    if failures % settings.MATCH_MAX_ATTEMPTS == 0:
        log.error("match %s is void after %d failed attempts", match.pk, failures)
        _conclude(match, Match.State.VOID, attempt.error)
        return
    # A machine that fails twice in a row may need a moment: the sweeper asks when it is time.
    at_once = attempt.outcome == Attempt.Outcome.LOST or failures == 1
    _queue(match, at_once)


def _queue(match: Match, at_once: bool = True) -> None:
    match.state, match.reason, match.queued = Match.State.QUEUED, "", timezone.now()
    match.started = match.finished = None
    match.settled = False
    match.save(
        update_fields=["state", "reason", "queued", "started", "finished", "settled"],
    )
    if at_once:
        transaction.on_commit(lambda: ask([(match.pk, match.queue)]))


def _conclude(match: Match, state: Match.State, reason: str = "") -> None:
    """The end of a match; what follows from it is done on commit."""
    match.state, match.reason, match.finished = state, reason[:200], timezone.now()
    match.save(update_fields=[*ENDING])
    # Robust: what fails is in the log and is swept, and the result stands.
    transaction.on_commit(lambda: settle(match.pk), robust=True)


def _ask_again(queued: QuerySet[Match]) -> int:
    wanted = list(queued.values_list("pk", "queue"))
    ids = [match_id for match_id, _ in wanted]
    _queued().filter(pk__in=ids).update(queued=timezone.now())
    ask(wanted)
    return len(wanted)


def _storable(text: str) -> str:
    """PostgreSQL stores neither NUL nor half a surrogate pair; a bot may well print them."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _public(match: Match, error: str) -> str:
    """The ledger is public, and the seed is not yet."""
    seed = bytes(match.seed)
    return _storable(error).replace(seed.hex(), "<seed>").replace(repr(seed), "<seed>")
