"""Matches that fail, are released, cancelled or queued again."""

from typing import Any
from uuid import UUID

import pytest

from arena.matches import lifecycle, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Attempt, Match
from tests.arena.playing import claim, expire, make_match, outcomes, played, state

pytestmark = pytest.mark.django_db


def test_a_failed_match_is_queued_again_and_void_in_the_end(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 3
    for _ in range(2):
        lifecycle.fail(claim(match).token, "the disk is full")
        assert state(match) == Match.State.QUEUED
    lifecycle.fail(claim(match).token, "the disk is still full")
    match = Match.objects.get(pk=match.pk)
    assert match.state == Match.State.VOID
    assert match.reason == "the disk is still full"
    assert outcomes(match) == ["failed"] * 3


def test_a_long_error_is_cut_in_the_reason_of_a_void_match(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    lifecycle.fail(claim(match).token, "x" * 1000)
    assert Match.objects.get(pk=match.pk).reason == "x" * 200
    assert match.attempts.get().error == "x" * 1000


def test_an_attempt_has_its_end_and_a_queued_match_has_none(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    lifecycle.fail(claim(match).token, "no memory")
    assert match.attempts.get().ended is not None
    assert Match.objects.get(pk=match.pk).finished is not None
    lifecycle.requeue(match.pk)
    queued = Match.objects.get(pk=match.pk)
    assert (queued.started, queued.finished) == (None, None)


def test_an_attempt_that_ends_while_it_is_locked_stays_as_it_is(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = lifecycle._attempt

    def read_then_lose(token: UUID) -> Attempt:
        attempt = read(token)
        Attempt.objects.update(outcome=Attempt.Outcome.LOST)
        return attempt

    attempt = claim(match)
    monkeypatch.setattr(lifecycle, "_attempt", read_then_lose)
    lifecycle.fail(attempt.token, "too late")
    assert outcomes(match) == ["lost"]


def test_lost_workers_count_as_failures(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 2
    for _ in range(2):
        claim(match)
        expire(match)
        sweep.sweep()
    assert state(match) == Match.State.VOID
    assert outcomes(match) == ["lost", "lost"]


def test_a_released_match_does_not_count_as_failed(match: Match, settings: Any) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    for _ in range(3):
        lifecycle.release(claim(match).token)
    assert state(match) == Match.State.QUEUED
    assert outcomes(match) == ["returned"] * 3


def test_a_void_match_that_is_queued_again_gets_as_many_attempts_again(
    match: Match, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 2
    for _ in range(2):
        lifecycle.fail(claim(match).token, "no memory")
    assert lifecycle.requeue(match.pk)
    assert Match.objects.get(pk=match.pk).reason == ""
    lifecycle.fail(claim(match).token, "no memory")
    assert state(match) == Match.State.QUEUED
    lifecycle.fail(claim(match).token, "no memory")
    assert state(match) == Match.State.VOID


def test_only_a_void_match_can_be_queued_again(match: Match) -> None:
    assert not lifecycle.requeue(match.pk)
    claim(match)
    assert not lifecycle.requeue(match.pk)
    assert lifecycle.cancel(match.pk)
    assert not lifecycle.requeue(match.pk)


def test_a_report_of_an_ended_attempt_changes_nothing(match: Match) -> None:
    lost = claim(match)
    expire(match)
    sweep.sweep()
    claim(match, "host:2:main")
    lifecycle.fail(lost.token, "too late")
    lifecycle.release(lost.token)
    assert outcomes(match) == ["lost", "running"]
    assert state(match) == Match.State.RUNNING


def test_the_worker_of_a_cancelled_match_loses_its_lease(match: Match) -> None:
    attempt = claim(match)
    assert lifecycle.cancel(match.pk, "by carol")
    with pytest.raises(StaleAttempt):
        lifecycle.extend(attempt.token)
    with pytest.raises(StaleAttempt):
        lifecycle.submit_result(attempt.token, played(match))
    assert state(match) == Match.State.CANCELLED
    assert Match.objects.get(pk=match.pk).reason == "by carol"
    assert not lifecycle.cancel(match.pk)


def test_a_finished_match_cannot_be_cancelled(match: Match) -> None:
    lifecycle.submit_result(claim(match).token, played(match))
    assert not lifecycle.cancel(match.pk)
    assert state(match) == Match.State.FINISHED


def test_losing_a_worker_ends_its_attempts_and_no_others(
    make_version: Any, alice: Any, bob: Any
) -> None:
    versions = make_version(alice), make_version(bob)
    mine, other, like = (make_match(*versions) for _ in range(3))
    claim(mine, "host:12:one")
    claim(other, "host:13:one")
    claim(like, "host:120:one")
    assert sweep.lose_worker("host:12") == 1
    assert sweep.lose_worker("host:13:on") == 0
    assert [outcomes(match) for match in (mine, other, like)] == [
        ["lost"],
        ["running"],
        ["running"],
    ]
    assert sweep.lose_worker("host:13:one") == 1


def test_the_public_error_of_an_attempt_does_not_reveal_the_seed(match: Match) -> None:
    seed = bytes(Match.objects.get(pk=match.pk).seed)
    lifecycle.fail(claim(match).token, f"KeyError: {seed!r} {seed.hex()}")
    assert match.attempts.get().error == "KeyError: <seed> <seed>"
