"""The one result of a match: which submissions are stored, returned and refused."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.matches import lifecycle, records, sweep
from arena.matches.lifecycle import StaleAttempt
from arena.matches.models import Attempt, Match, Result, SideLog
from engine.errors import BadRecord
from referee.statistics import pentanomial
from tests.arena.playing import claim, expire, outcomes, played, state

pytestmark = pytest.mark.django_db


def later(**time: float) -> Any:
    return timezone.now() + timedelta(**time)


def test_the_database_forbids_a_second_result(match: Match) -> None:
    first = claim(match)
    lifecycle.release(first.token)
    lifecycle.submit_result(claim(match).token, played(match))
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(match=match, attempt=first, record=b"")


def test_a_result_is_stored_with_scores_and_logs(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    result = lifecycle.submit_result(attempt.token, what)
    match = Match.objects.get(pk=match.pk)
    assert match.state == Match.State.FINISHED
    assert [match.score0, match.score1] == what.record["scores"]
    assert match.finished is not None
    assert match.tally == list(pentanomial.tally(what.record))
    assert match.crashes == [0, 0]
    assert result.attempt == attempt
    assert records.load(match) == what.record
    assert outcomes(match) == ["finished"]
    logs = SideLog.objects.filter(match=match).order_by("side")
    assert [log.stderr for log in logs] == list(what.stderr)
    assert [log.times for log in logs] == list(what.times)


@pytest.mark.django_db(transaction=True)
def test_the_result_stands_when_settling_fails(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(match_id: int) -> None:
        raise RuntimeError("the database went away")

    monkeypatch.setattr(lifecycle, "settle_soon", fail)
    lifecycle.submit_result(claim(match).token, played(match))
    assert state(match) == Match.State.FINISHED
    assert "the database went away" in caplog.text


def test_a_result_submitted_twice_is_stored_once(match: Match) -> None:
    attempt = claim(match)
    first = lifecycle.submit_result(attempt.token, played(match, 1))
    second = lifecycle.submit_result(attempt.token, played(match, 2))
    assert second == first
    assert bytes(second.record) == records.pack(played(match, 1).record)


def test_a_late_worker_gets_the_stored_result(match: Match) -> None:
    slow = claim(match, "slow:1:main")
    expire(match)
    sweep.sweep()
    stored = lifecycle.submit_result(claim(match, "quick:1:main").token, played(match, 1))
    assert lifecycle.submit_result(slow.token, played(match, 2)) == stored
    assert outcomes(match) == ["lost", "finished"]


def test_a_stale_token_without_a_result_is_refused(match: Match) -> None:
    lost = claim(match)
    expire(match)
    sweep.sweep()
    with pytest.raises(StaleAttempt):
        lifecycle.submit_result(lost.token, played(match))
    claim(match)
    with pytest.raises(StaleAttempt):
        lifecycle.submit_result(lost.token, played(match))
    assert not Result.objects.exists()


def test_an_unknown_token_is_refused(match: Match) -> None:
    for act in (lifecycle.extend, lifecycle.release, lambda token: lifecycle.fail(token, "")):
        with pytest.raises(StaleAttempt):
            act(uuid4())
    with pytest.raises(StaleAttempt):
        lifecycle.submit_result(uuid4(), played(match))


def test_an_expired_lease_still_counts_until_it_is_swept(match: Match) -> None:
    attempt = claim(match)
    Attempt.objects.update(lease_until=later(seconds=-1))
    lifecycle.submit_result(attempt.token, played(match))
    assert state(match) == Match.State.FINISHED


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"match_seed": "00" * 32}, "its match_seed differs"),
        ({"bots": None}, "its bots or their versions differ"),
        ({"clock": {"start_ms": 1, "move_ms": 1, "bank_ms": 1}}, "its clock differs"),
        ({"options": {"target": 7}}, "its options differ"),
        ({"games": None}, "the record has 1 games, and the match has 2"),
    ],
    ids=["seed", "bots", "clock", "options", "games"],
)
def test_the_record_of_another_match_is_refused(
    match: Match, change: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a record that is correct by itself, which the engine's tests cover."""
    monkeypatch.setattr(records, "verify", lambda record: None)
    attempt = claim(match)
    what = played(match)
    if "bots" in change:
        change = {"bots": what.record["bots"][::-1]}
    if "games" in change:
        change = {"games": what.record["games"][:1]}
    what.record.update(change)
    with pytest.raises(BadRecord, match=message):
        lifecycle.submit_result(attempt.token, what)
    assert outcomes(match) == ["running"]


def test_a_record_that_does_not_replay_is_refused(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    what.record["scores"] = [2.0, 0.0] if what.record["scores"] != [2.0, 0.0] else [0.0, 2.0]
    with pytest.raises(BadRecord):
        lifecycle.submit_result(attempt.token, what)
    assert state(match) == Match.State.RUNNING


def test_a_bot_may_print_characters_that_the_database_refuses(match: Match) -> None:
    attempt = claim(match)
    what = played(match)
    object.__setattr__(what, "stderr", ("a\0b\ud800", ""))
    lifecycle.submit_result(attempt.token, what)
    assert SideLog.objects.get(match=match, side=0).stderr == "a\ufffdb?"
