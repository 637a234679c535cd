"""The life of a match: attempts with tokens and leases, and the one result.

However often a match is sent to a worker, claimed, lost and submitted, it gets one result. Every
change of state happens under the match's row lock, or by one conditional update.
"""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena.matches import queue, records
from arena.matches.models import Attempt, Match, Result, SideLog
from arena.matches.settling import settle
from engine.randomness import pair_seed
from referee.play.match import MatchResult
from referee.statistics import pentanomial

log = logging.getLogger(__name__)

FIELDS_OF_AN_END = ("state", "reason", "finished", "score0", "score1", "tally", "crashes")


class StaleAttempt(Exception):
    """The attempt is not the match's current one, so its work is discarded."""


def lease() -> timedelta:
    return timedelta(seconds=settings.MATCH_LEASE_SECONDS)


def is_queued(match_id: int) -> bool:
    return Match.objects.queued().filter(pk=match_id).exists()


def claim(match_id: int, worker: str) -> Attempt | None:
    """The right to play the match, for `settings.MATCH_LEASE_SECONDS`.

    None when the match is not queued: it is being played, or has ended.
    """
    now = timezone.now()
    with transaction.atomic():
        queued = Match.objects.queued().filter(pk=match_id)
        if not queued.update(state=Match.State.RUNNING, started=now):
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
    """Renews the lease, starting now. Raises StaleAttempt."""
    if (
        not Attempt.objects.running()
        .filter(token=token)
        .update(lease_until=timezone.now() + lease())
    ):
        raise StaleAttempt("the attempt has ended: another worker has it, or it was cancelled")


def submit_result(token: UUID, played: MatchResult) -> Result:
    """Stores the result once, and returns the match's stored result.

    A match that has a result returns that one, whatever is submitted. Raises StaleAttempt for an
    attempt that is not the current one of a match without a result, and BadRecord for a record
    that is wrong or is not this match's.
    """
    attempt = _attempt(token)
    match = Match.objects.named().get(pk=attempt.match_id)
    if stored := Result.objects.filter(match=match).first():
        return stored
    # Before the lock is taken, because replaying a long match takes a while.
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
    """The machine or the referee failed: no bot is penalised, and the match is queued again.

    After `settings.MATCH_MAX_ATTEMPTS` failures the match is void. Does nothing when the attempt
    has ended. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome == Attempt.Outcome.RUNNING:
            _end(attempt, Attempt.Outcome.FAILED, _without_seed(match, error))
            _after_failure(match, attempt)


def release(token: UUID) -> None:
    """The worker stops before the match has ended: the match is queued again, without a failure.

    Does nothing when the attempt has ended. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome == Attempt.Outcome.RUNNING:
            _end(attempt, Attempt.Outcome.RELEASED)
            _queue(match)


def lose(token: UUID, expired_by: datetime | None = None) -> bool:
    """The attempt's worker is lost: the match is queued again, or void as in `fail`.

    With `expired_by`, only if the lease ends before that time: the worker may have extended it
    meanwhile. Returns whether the attempt was lost. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome != Attempt.Outcome.RUNNING:
            return False
        if expired_by is not None and attempt.lease_until >= expired_by:
            return False
        log.warning("match %s: worker %s is lost", match.pk, attempt.worker)
        _end(attempt, Attempt.Outcome.LOST)
        _after_failure(match, attempt)
    return True


def cancel(match_id: int, reason: str = "") -> bool:
    """Ends a match that has not ended; returns whether it did.

    The worker that plays the match stops when it next extends its lease.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.ended:
            return False
        for attempt in match.attempts.running():
            _end(attempt, Attempt.Outcome.CANCELLED)
        _conclude(match, Match.State.CANCELLED, reason)
    return True


def requeue(match_id: int) -> bool:
    """Gives a void match as many attempts again; returns whether it was void."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.state != Match.State.VOID:
            return False
        _queue(match)
    return True


def _attempt(token: UUID) -> Attempt:
    attempt = Attempt.objects.filter(token=token).first()
    if attempt is None:
        raise StaleAttempt("no attempt has this token")
    return attempt


def _lock(token: UUID) -> tuple[Attempt, Match]:
    """The attempt and its match, which stays locked until the transaction ends."""
    attempt = _attempt(token)
    match = Match.objects.select_for_update().get(pk=attempt.match_id)
    attempt.refresh_from_db()
    attempt.match = match
    return attempt, match


def _end(attempt: Attempt, outcome: Attempt.Outcome, error: str = "") -> None:
    attempt.outcome, attempt.error, attempt.ended = outcome, error, timezone.now()
    attempt.save(update_fields=["outcome", "error", "ended"])


def _after_failure(match: Match, attempt: Attempt) -> None:
    failures = match.attempts.filter(outcome__in=Attempt.FAILURES).count()
    # A multiple, because a void match that was queued again gets as many attempts as before.
    if failures % settings.MATCH_MAX_ATTEMPTS == 0:
        log.error("match %s is void after %d failed attempts", match.pk, failures)
        _conclude(match, Match.State.VOID, attempt.error)
        return
    # Back-off: a machine that fails again may need a while, so the sweep sends the match later.
    send_now = attempt.outcome == Attempt.Outcome.LOST or failures == 1
    _queue(match, send_now)


def _queue(match: Match, send_now: bool = True) -> None:
    match.state, match.reason, match.queued = Match.State.QUEUED, "", timezone.now()
    match.started = match.finished = None
    match.settled = False
    match.save(
        update_fields=["state", "reason", "queued", "started", "finished", "settled"],
    )
    if send_now:
        transaction.on_commit(lambda: queue.send([(match.pk, match.queue)]))


def _conclude(match: Match, state: Match.State, reason: str = "") -> None:
    """Ends the match, and settles it on commit."""
    match.state, match.reason, match.finished = state, reason[:200], timezone.now()
    match.save(update_fields=[*FIELDS_OF_AN_END])
    # Robust: the result stands even if settling fails, which is logged and swept.
    transaction.on_commit(lambda: settle(match.pk), robust=True)


def _storable(text: str) -> str:
    """PostgreSQL stores neither NUL nor lone surrogates, and a bot may print both."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _without_seed(match: Match, error: str) -> str:
    """Attempts are public, and neither the seed nor those of its pairs are public yet."""
    seed = bytes(match.seed)
    text = _storable(error)
    for secret in (seed, *(pair_seed(seed, pair) for pair in range(match.pairs))):
        text = text.replace(secret.hex(), "<seed>").replace(repr(secret), "<seed>")
    return text
