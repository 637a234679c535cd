"""Attempts, leases and tokens: who may play a match, and the one result that it gets."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.matches import lifecycle, records
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Attempt, Match, Result, SideLog
from engine.errors import BadRecord
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any) -> Match:
    return make_match(
        make_version(alice, ruleset="ecarte", name="a"),
        make_version(bob, ruleset="ecarte", name="b"),
    )


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def claim(match: Match, worker: str = "host:1:main") -> Attempt:
    attempt = lifecycle.claim(match.pk, worker)
    assert attempt is not None
    return attempt


def outcomes(match: Match) -> list[str]:
    return list(match.attempts.order_by("number").values_list("outcome", flat=True))


def later(**time: float) -> Any:
    return timezone.now() + timedelta(**time)


def test_the_database_is_postgresql() -> None:
    assert connection.vendor == "postgresql"


def test_a_queued_match_is_claimed_once(match: Match) -> None:
    assert claim(match).number == 1
    assert lifecycle.claim(match.pk, "host:2:main") is None
    assert fresh(match).state == Match.State.RUNNING


def test_a_match_that_does_not_exist_is_not_claimed(match: Match) -> None:
    assert lifecycle.claim(match.pk + 1, "host:1:main") is None


def test_the_database_forbids_two_running_attempts(match: Match) -> None:
    claim(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        now = timezone.now()
        Attempt.objects.create(match=match, number=2, worker="w", started=now, lease_until=now)


def test_the_database_forbids_a_second_result(match: Match) -> None:
    first = claim(match)
    lifecycle.give_back(first.token)
    lifecycle.hand_in(claim(match).token, played(match))
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(match=match, attempt=first, record=b"")


def test_a_result_is_stored_with_scores_and_logs(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    result = lifecycle.hand_in(attempt.token, what)
    match = fresh(match)
    assert match.state == Match.State.FINISHED
    assert [match.score0, match.score1] == what.record["scores"]
    assert match.finished is not None
    assert result.attempt == attempt
    assert records.load(match) == what.record
    assert outcomes(match) == ["finished"]
    logs = SideLog.objects.filter(match=match).order_by("side")
    assert [log.stderr for log in logs] == list(what.stderr)
    assert [log.times for log in logs] == list(what.times)


def test_a_result_handed_in_twice_is_stored_once(match: Match) -> None:
    attempt = claim(match)
    first = lifecycle.hand_in(attempt.token, played(match, 1))
    second = lifecycle.hand_in(attempt.token, played(match, 2))
    assert second == first
    assert bytes(second.record) == records.pack(played(match, 1).record)


def test_a_late_worker_is_answered_with_the_stored_result(match: Match) -> None:
    slow = claim(match, "slow:1:main")
    lifecycle.sweep(later(minutes=2))
    stored = lifecycle.hand_in(claim(match, "quick:1:main").token, played(match, 1))
    assert lifecycle.hand_in(slow.token, played(match, 2)) == stored
    assert outcomes(match) == ["lost", "finished"]


def test_a_stale_token_without_a_result_is_refused(match: Match) -> None:
    lost = claim(match)
    lifecycle.sweep(later(minutes=2))
    with pytest.raises(StaleAttempt):
        lifecycle.hand_in(lost.token, played(match))
    claim(match)
    with pytest.raises(StaleAttempt):
        lifecycle.hand_in(lost.token, played(match))
    assert not Result.objects.exists()


def test_an_unknown_token_is_refused(match: Match) -> None:
    for act in (lifecycle.extend, lifecycle.give_back, lambda token: lifecycle.fail(token, "")):
        with pytest.raises(StaleAttempt):
            act(uuid4())
    with pytest.raises(StaleAttempt):
        lifecycle.hand_in(uuid4(), played(match))


def test_an_expired_lease_still_counts_until_it_is_swept(match: Match) -> None:
    attempt = claim(match)
    Attempt.objects.update(lease_until=later(seconds=-1))
    lifecycle.hand_in(attempt.token, played(match))
    assert fresh(match).state == Match.State.FINISHED


def test_an_extended_lease_is_not_swept(match: Match, settings: Any) -> None:
    attempt = claim(match)
    Attempt.objects.update(lease_until=later(seconds=-1))
    lifecycle.extend(attempt.token)
    assert lifecycle.sweep().lost == 0
    assert outcomes(match) == ["running"]


def test_the_lease_of_an_ended_attempt_cannot_be_extended(match: Match) -> None:
    attempt = claim(match)
    lifecycle.give_back(attempt.token)
    with pytest.raises(StaleAttempt):
        lifecycle.extend(attempt.token)


def test_a_failed_match_is_queued_again_and_void_in_the_end(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 3
    for _ in range(2):
        lifecycle.fail(claim(match).token, "the disk is full")
        assert fresh(match).state == Match.State.QUEUED
    lifecycle.fail(claim(match).token, "the disk is still full")
    match = fresh(match)
    assert match.state == Match.State.VOID
    assert match.reason == "the disk is still full"
    assert outcomes(match) == ["failed"] * 3


def test_lost_workers_count_as_failures(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 2
    for _ in range(2):
        claim(match)
        lifecycle.sweep(later(minutes=2))
    assert fresh(match).state == Match.State.VOID
    assert outcomes(match) == ["lost", "lost"]


def test_a_match_that_is_given_back_does_not_count_as_failed(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    for _ in range(3):
        lifecycle.give_back(claim(match).token)
    assert fresh(match).state == Match.State.QUEUED
    assert outcomes(match) == ["returned"] * 3


def test_a_void_match_that_is_queued_again_gets_as_many_attempts(
    match: Match, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 2
    for _ in range(2):
        lifecycle.fail(claim(match).token, "no memory")
    assert lifecycle.requeue(match.pk)
    assert fresh(match).reason == ""
    lifecycle.fail(claim(match).token, "no memory")
    assert fresh(match).state == Match.State.QUEUED
    lifecycle.fail(claim(match).token, "no memory")
    assert fresh(match).state == Match.State.VOID


def test_only_a_void_match_is_queued_again_by_hand(match: Match) -> None:
    assert not lifecycle.requeue(match.pk)
    claim(match)
    assert not lifecycle.requeue(match.pk)
    assert lifecycle.cancel(match.pk)
    assert not lifecycle.requeue(match.pk)


def test_what_an_ended_attempt_reports_changes_nothing(match: Match) -> None:
    lost = claim(match)
    lifecycle.sweep(later(minutes=2))
    claim(match, "host:2:main")
    lifecycle.fail(lost.token, "too late")
    lifecycle.give_back(lost.token)
    assert outcomes(match) == ["lost", "running"]
    assert fresh(match).state == Match.State.RUNNING


def test_the_worker_of_a_cancelled_match_loses_its_lease(match: Match) -> None:
    attempt = claim(match)
    assert lifecycle.cancel(match.pk, "by carol")
    with pytest.raises(StaleAttempt):
        lifecycle.extend(attempt.token)
    with pytest.raises(StaleAttempt):
        lifecycle.hand_in(attempt.token, played(match))
    assert fresh(match).state == Match.State.CANCELLED
    assert fresh(match).reason == "by carol"
    assert not lifecycle.cancel(match.pk)


def test_a_finished_match_cannot_be_cancelled(match: Match) -> None:
    lifecycle.hand_in(claim(match).token, played(match))
    assert not lifecycle.cancel(match.pk)
    assert fresh(match).state == Match.State.FINISHED


def test_a_lost_worker_loses_what_it_plays_and_nothing_else(
    make_version: Any, alice: Any, bob: Any
) -> None:
    versions = make_version(alice), make_version(bob)
    mine, other, like = (make_match(*versions) for _ in range(3))
    claim(mine, "host:12:one")
    claim(other, "host:13:one")
    claim(like, "host:120:one")
    assert lifecycle.lose_worker("host:12") == 1
    assert [outcomes(match) for match in (mine, other, like)] == [
        ["lost"],
        ["running"],
        ["running"],
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"match_seed": "00" * 32},
        {"bots": None},
        {"clock": {"start_ms": 1, "move_ms": 1, "bank_ms": 1}},
        {"options": {"target": 7}},
        {"games": None},
    ],
    ids=["seed", "bots", "clock", "options", "games"],
)
def test_the_record_of_another_match_is_refused(
    match: Match, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is right by itself: that part is the engine's, and left out here."""
    monkeypatch.setattr(records, "verify", lambda record: None)
    attempt = claim(match)
    what = played(match)
    if "bots" in change:
        change = {"bots": what.record["bots"][::-1]}
    if "games" in change:
        change = {"games": what.record["games"][:1]}
    what.record.update(change)
    with pytest.raises(BadRecord, match="not this match's"):
        lifecycle.hand_in(attempt.token, what)
    assert outcomes(match) == ["running"]


def test_a_record_that_does_not_replay_is_refused(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    what.record["scores"] = [2.0, 0.0] if what.record["scores"] != [2.0, 0.0] else [0.0, 2.0]
    with pytest.raises(BadRecord):
        lifecycle.hand_in(attempt.token, what)
    assert fresh(match).state == Match.State.RUNNING


def test_a_bot_may_print_what_no_database_stores(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    object.__setattr__(what, "stderr", ("a\0b\ud800", ""))
    lifecycle.hand_in(attempt.token, what)
    assert SideLog.objects.get(match=match, side=0).stderr == "a\ufffdb?"


def test_an_error_in_the_public_ledger_does_not_tell_the_seed(match: Match) -> None:
    seed = bytes(fresh(match).seed)
    lifecycle.fail(claim(match).token, f"KeyError: {seed!r} {seed.hex()}")
    assert match.attempts.get().error == "KeyError: <seed> <seed>"


def together(*acts: Any) -> list[Any]:
    """What the acts return or raise when each runs in a thread of its own at the same time."""
    barrier = Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        barrier.wait()
        try:
            results[index] = acts[index]()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=[index]) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_that_claim_at_once_one_gets_the_match(match: Match) -> None:
    workers = [lambda n=n: lifecycle.claim(match.pk, f"host:{n}:main") for n in range(6)]
    assert sum(attempt is not None for attempt in together(*workers)) == 1
    assert outcomes(match) == ["running"]


@pytest.mark.django_db(transaction=True)
def test_a_result_handed_in_by_two_threads_at_once_is_stored_once(match: Match) -> None:
    token = claim(match).token
    one, two = played(match, 1), played(match, 2)
    first, second = together(
        lambda: lifecycle.hand_in(token, one),
        lambda: lifecycle.hand_in(token, two),
    )
    assert first == second == Result.objects.get()
    assert SideLog.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_result_and_the_loss_of_its_worker_at_once_end_in_one_of_both(match: Match) -> None:
    token = claim(match).token
    what = played(match)
    answer, _ = together(
        lambda: lifecycle.hand_in(token, what), lambda: lifecycle.sweep(later(minutes=2))
    )
    if isinstance(answer, Result):
        assert fresh(match).state == Match.State.FINISHED
    else:
        assert isinstance(answer, StaleAttempt)
        assert fresh(match).state == Match.State.QUEUED
