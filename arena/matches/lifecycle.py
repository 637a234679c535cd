"""The life of a match: attempts with tokens and leases, and the one result.

However often a match is claimed, lost and submitted, it gets one result. Every change of state
happens under the match's row lock, or by one conditional update. All times are the database's.
"""

import logging
import re
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from arena.matches import queue, records
from arena.matches.models import Attempt, Match, Result, SideLog
from arena.matches.settling import settle_soon
from arena.web.database_time import database_now
from engine.randomness import pair_seed
from referee.play.match import MatchResult
from referee.statistics import pentanomial

log = logging.getLogger(__name__)

_DIGITS = re.compile("[0-9a-fA-F]{16,}")

ENDED = "the attempt has ended: the match was cancelled or queued again"
# A machine that fails again and again may need a while, so the pause grows up to ten minutes.
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(minutes=10)
FIELDS_OF_AN_END = ("state", "reason", "finished", "score0", "score1", "tally", "crashes", "faults")


class StaleAttempt(Exception):
    """The attempt is not the match's current one, so its work is discarded."""


def lease() -> timedelta:
    return timedelta(seconds=settings.MATCH_LEASE_SECONDS)


def claim(match_id: int, worker: str) -> Attempt | None:
    """The right to play the match, for `settings.MATCH_LEASE_SECONDS`.

    None when the match is not queued: it is being played, or has ended.
    """
    with transaction.atomic():
        # Another transaction that holds the row changes its state, and must not be waited for.
        queued = Match.objects.queued().select_for_update(skip_locked=True).filter(pk=match_id)
        if not queued.values_list("pk", flat=True).first():
            return None
        now = database_now()
        Match.objects.filter(pk=match_id).update(state=Match.State.RUNNING, started=now, due=None)
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
    if not Attempt.objects.running().filter(token=token).update(lease_until=Now() + lease()):
        raise StaleAttempt(ENDED)


def check_current(token: UUID) -> None:
    """Raises StaleAttempt if the attempt has ended."""
    if not Attempt.objects.running().filter(token=token).exists():
        raise StaleAttempt(ENDED)


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
    records.check(match, played.record, attempt.number)
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
            SideLog(
                match=match,
                side=side,
                stderr=storable(stderr),
                times=times,
                faults=_faults(played, side),
            )
            for side, (stderr, times) in enumerate(zip(played.stderr, played.times, strict=True))
        )
        match.score0, match.score1 = played.record["scores"]
        match.tally = pentanomial.tally(played.record)
        match.crashes = records.crashes(played.record)
        match.faults = records.faults(played.record)
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


def release(token: UUID, reason: str = "", pause: timedelta = timedelta()) -> None:
    """The match leaves its worker before it has ended: it is queued again, without a failure, and
    due after a `pause`.

    Does nothing when the attempt has ended. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome == Attempt.Outcome.RUNNING:
            _end(attempt, Attempt.Outcome.RELEASED, reason)
            _queue(match, pause)


def lose(token: UUID, *, if_expired: bool = False) -> bool:
    """The attempt's worker is lost: the match is queued again, or void as in `fail`.

    `if_expired`: only if the lease has ended; the worker may have extended it meanwhile. Returns
    whether the attempt was lost. Raises StaleAttempt for an unknown token.
    """
    with transaction.atomic():
        attempt, match = _lock(token)
        if attempt.outcome != Attempt.Outcome.RUNNING:
            return False
        if if_expired and attempt.lease_until >= database_now():
            return False
        log.warning("match %s: worker %s is lost", match.pk, attempt.worker)
        _end(attempt, Attempt.Outcome.LOST)
        _after_failure(match, attempt)
    return True


def cancel(match_id: int, reason: str = "") -> bool:
    """Ends a match that has not ended; returns whether it did.

    The worker that plays the match stops within a few seconds (worker.Lease).
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
    attempt.outcome, attempt.error, attempt.ended = outcome, error, database_now()
    attempt.save(update_fields=["outcome", "error", "ended"])


def _after_failure(match: Match, attempt: Attempt) -> None:
    failures = match.attempts.filter(outcome__in=Attempt.FAILURES).count()
    # A multiple, because a void match that was queued again gets as many attempts as before.
    if failures % settings.MATCH_MAX_ATTEMPTS == 0:
        log.error("match %s is void after %d failed attempts", match.pk, failures)
        _conclude(match, Match.State.VOID, attempt.error)
        return
    # The first failure and a lost worker say little of the match: it may be played at once.
    at_once = attempt.outcome == Attempt.Outcome.LOST or failures == 1
    _queue(match, timedelta() if at_once else min(FIRST_PAUSE * 2 ** (failures - 2), LONGEST_PAUSE))


def _queue(match: Match, pause: timedelta = timedelta()) -> None:
    match.state, match.reason = Match.State.QUEUED, ""
    match.due = database_now() + pause if pause else None
    match.started = match.finished = None
    match.settled = False
    match.save(
        update_fields=["state", "reason", "due", "started", "finished", "settled"],
    )
    if not pause:
        transaction.on_commit(queue.hint)


def _conclude(match: Match, state: Match.State, reason: str = "") -> None:
    """Ends the match, and settles it on commit."""
    match.state, match.reason, match.finished = state, reason[:200], database_now()
    match.save(update_fields=[*FIELDS_OF_AN_END])
    # Robust: the result stands even if settling fails, which is logged and swept.
    transaction.on_commit(lambda: settle_soon(match.pk), robust=True)


def _faults(played: MatchResult, side: int) -> list[dict[str, Any]]:
    """What a SideLog says about the faults of a side."""
    return [
        {
            "game": fault.game + 1,
            "seat": fault.seat,
            "move": fault.move,
            "reason": fault.reason,
            "cause": storable(fault.cause),
        }
        for fault in played.faults
        if fault.entrant == side
    ]


def storable(text: str) -> str:
    """PostgreSQL stores neither NUL nor lone surrogates, and a bot may print both."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _deals(match: Match) -> int:
    """How many deals of its seed the attempts at a match have used."""
    return match.games * match.attempts.count() if match.remote else match.pairs


def _without_seed(match: Match, error: str) -> str:
    """Attempts are public, and neither the seed nor those of its pairs are public yet."""
    seed = bytes(match.seed)
    secrets = [seed, *(pair_seed(seed, pair) for pair in range(_deals(match)))]
    text = storable(error)
    for secret in secrets:
        text = text.replace(repr(secret), "<seed>")

    def redacted(digits: re.Match[str]) -> str:
        # PostgreSQL quotes the row that it refuses, with the last digits cut off.
        found = digits[0].lower()
        known = any(found in one.hex() or one.hex() in found for one in secrets)
        return "<seed>" if known else digits[0]

    return _DIGITS.sub(redacted, text)
