"""A worker plays one match, from its claim to its result.

The referee is replaced by an instant one; test_worker_celery.py has the real one.
"""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.matches import lifecycle, records, worker
from arena.matches.models import Attempt, Match, Result
from engine.verify import verify
from referee.play.cpu_slots import NoFreeCpuSlot
from referee.play.match import MatchVoid
from referee.sandbox import NoSandbox
from tests.arena.matches.instant_referee import InstantReferee
from tests.arena.playing import make_match, outcomes, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]


def test_a_queued_match_is_played(match: Match) -> None:
    worker.play(match.pk)
    assert state(match) == Match.State.FINISHED
    assert outcomes(match) == ["finished"]
    verify(records.load(match))


def test_an_attempt_names_host_process_and_thread(match: Match) -> None:
    worker.play(match.pk)
    host, pid, thread = match.attempts.get().worker.split(":")
    assert host and pid.isdigit() and thread == "MainThread"


@pytest.mark.parametrize("when", ["finished", "running", "cancelled"])
def test_a_match_that_is_not_queued_is_left_alone(
    match: Match, referee: InstantReferee, when: str
) -> None:
    if when == "finished":
        worker.play(match.pk)
    elif when == "running":
        lifecycle.claim(match.pk, "host:1:main")
    else:
        lifecycle.cancel(match.pk)
    before, plays = outcomes(match), referee.plays
    worker.play(match.pk)
    assert (outcomes(match), referee.plays) == (before, plays)


def test_a_message_for_an_unknown_match_does_nothing(match: Match, referee: InstantReferee) -> None:
    worker.play(match.pk + 1)
    assert referee.plays == 0


def test_a_match_that_another_worker_claims_first_is_left_alone(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "claim", lambda match_id, worker: None)
    worker.play(match.pk)
    assert referee.plays == 0
    assert outcomes(match) == []


def test_a_process_of_another_user_is_alive(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(pid: int, signal: int) -> None:
        raise PermissionError

    lifecycle.claim(match.pk, f"{worker.host()}:1:main")
    monkeypatch.setattr(worker.os, "kill", forbid)
    assert worker.lose_dead_workers() == 0


def test_a_void_match_is_the_machine_s_fault(match: Match, referee: InstantReferee) -> None:
    def starve(tick: Any) -> None:
        raise MatchVoid("the host gave no processor")

    referee.during = starve
    worker.play(match.pk)
    assert state(match) == Match.State.QUEUED
    assert match.attempts.get().outcome == Attempt.Outcome.FAILED
    assert match.attempts.get().error == "the host gave no processor"


def test_an_unexpected_error_fails_the_attempt_and_not_the_worker(
    match: Match, referee: InstantReferee, caplog: Any
) -> None:
    def stumble(tick: Any) -> None:
        raise KeyError("seat")

    referee.during = stumble
    worker.play(match.pk)
    assert match.attempts.get().error == "KeyError: 'seat'"
    assert "Traceback" in caplog.text


def test_a_record_that_does_not_verify_fails_the_attempt(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def distrust(*args: Any) -> None:
        raise records.BadRecord("game 1: no such move")

    monkeypatch.setattr(records, "check", distrust)
    worker.play(match.pk)
    assert match.attempts.get().error == "BadRecord: game 1: no such move"
    assert not Result.objects.exists()


def test_a_worker_that_ends_releases_its_match(match: Match, referee: InstantReferee) -> None:
    def end(tick: Any) -> None:
        worker.stop()
        tick()
        raise AssertionError("play did not stop")

    referee.during = end
    worker.play(match.pk)
    assert outcomes(match) == ["returned"]
    assert state(match) == Match.State.QUEUED


def test_a_worker_plays_in_a_process_where_another_has_ended(match: Match) -> None:
    worker.stop()
    worker.prepare()
    worker.play(match.pk)
    assert state(match) == Match.State.FINISHED


@pytest.mark.parametrize("error", [NoSandbox("no namespaces"), NoFreeCpuSlot("all are busy")])
def test_a_worker_that_cannot_play_does_not_use_up_an_attempt(
    match: Match, monkeypatch: pytest.MonkeyPatch, error: Exception, caplog: Any
) -> None:
    def refuse(*mode: str, **options: Any) -> None:
        raise error

    monkeypatch.setattr(
        worker, "choose" if isinstance(error, NoSandbox) else "claim_cpu_slot", refuse
    )
    worker.play(match.pk)
    assert outcomes(match) == []
    assert state(match) == Match.State.QUEUED
    assert str(error) in caplog.text


def test_without_a_sandbox_only_the_house_s_bots_are_played(
    match: Match, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        worker, "choose", lambda mode: SimpleNamespace(tier="off", require=lambda kind: None)
    )
    alice.is_house = True
    alice.save()
    worker.play(match.pk)
    assert outcomes(match) == []
    bob.is_house = True
    bob.save()
    worker.play(match.pk)
    assert outcomes(match) == ["finished"]


def test_the_matches_of_dead_processes_of_this_host_are_queued_at_once(
    match: Match, make_version: Any, alice: Any
) -> None:
    version = make_version(alice, ruleset="ecarte")
    others = [make_match(version, version) for _ in range(2)]
    lifecycle.claim(match.pk, f"{worker.host()}:{2**22 + 1}:main")  # more than any process's number
    lifecycle.claim(others[0].pk, worker.name())
    lifecycle.claim(others[1].pk, f"elsewhere:{2**22 + 1}:main")
    assert worker.lose_dead_workers() == 1
    assert [state(m) for m in (match, *others)] == ["queued", "running", "running"]
