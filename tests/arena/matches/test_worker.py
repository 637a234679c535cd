"""A worker plays one match, from its claim to its result.

The referee is replaced by an instant one; test_worker_celery.py has the real one.
"""

import signal
from types import SimpleNamespace
from typing import Any

import pytest

from arena.matches import lifecycle, queue, records, worker, worker_process
from arena.matches.models import Attempt, Match, Result
from engine import rulesets
from engine.verify import verify
from referee.play.clock import Clock, longest_seconds
from referee.play.cpu_slots import CpuSlotsUnusable
from referee.play.match import MatchVoid
from referee.sandbox import NoSandbox, SandboxFailed
from tests.arena.matches.instant_referee import InstantReferee
from tests.arena.playing import make_match, outcomes, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]


@pytest.fixture
def ended(referee: InstantReferee, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The signals that this worker's parent gets."""
    signals: list[int] = []
    worker_process.prepare(slots=1)
    monkeypatch.setattr(worker, "_machine_errors", 0)
    monkeypatch.setattr(worker_process.os, "kill", lambda pid, number: signals.append(number))
    return signals


def test_a_queued_match_is_played(match: Match) -> None:
    worker.play_next()
    assert state(match) == Match.State.FINISHED
    assert outcomes(match) == ["finished"]
    verify(records.load(match))


def test_an_attempt_names_host_process_and_thread(match: Match) -> None:
    worker.play_next()
    host, pid, thread = match.attempts.get().worker.split(":")
    assert host and pid.isdigit() and thread == "MainThread"


@pytest.mark.parametrize("when", ["finished", "running", "cancelled"])
def test_a_match_that_is_not_queued_is_left_alone(
    match: Match, referee: InstantReferee, when: str
) -> None:
    if when == "finished":
        worker.play_next()
    elif when == "running":
        lifecycle.claim(match.pk, "host:1:main")
    else:
        lifecycle.cancel(match.pk)
    before, plays = outcomes(match), referee.plays
    assert not worker.play_next()
    assert (outcomes(match), referee.plays) == (before, plays)


def test_a_match_that_another_worker_claims_first_is_left_alone(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "claim", lambda match_id, worker: None)
    assert not worker.play_next()
    assert referee.plays == 0
    assert outcomes(match) == []


def test_a_slot_plays_until_nothing_is_left(match: Match, referee: InstantReferee) -> None:
    def cancel_the_others(tick: Any) -> None:
        for pk in Match.objects.queued().values_list("pk", flat=True)[1:]:
            lifecycle.cancel(pk)

    for _ in range(2):
        make_match(match.version0, match.version1)
    referee.during = cancel_the_others
    waiting = Match.objects.queued().count()
    worker.play_queued()
    assert (waiting, referee.plays, Match.objects.queued().count()) == (3, 2, 0)


def test_a_process_of_another_user_is_alive(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(pid: int, signal: int) -> None:
        raise PermissionError

    lifecycle.claim(match.pk, f"{worker_process.host()}:1:main")
    monkeypatch.setattr(worker_process.os, "kill", forbid)
    assert worker_process.lose_dead_workers() == 0


def test_a_void_match_is_the_machine_s_fault(match: Match, referee: InstantReferee) -> None:
    def starve(tick: Any) -> None:
        raise MatchVoid("the host gave no processor")

    referee.during = starve
    worker.play_next()
    assert state(match) == Match.State.QUEUED
    assert match.attempts.get().outcome == Attempt.Outcome.FAILED
    assert match.attempts.get().error == "the host gave no processor"


def test_an_unexpected_error_fails_the_attempt_and_not_the_worker(
    match: Match, referee: InstantReferee, caplog: Any
) -> None:
    def stumble(tick: Any) -> None:
        raise KeyError("seat")

    referee.during = stumble
    worker.play_next()
    assert match.attempts.get().error == "KeyError: 'seat'"
    assert "Traceback" in caplog.text


def test_a_record_that_does_not_verify_fails_the_attempt(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def distrust(*args: Any) -> None:
        raise records.BadRecord("game 1: no such move")

    monkeypatch.setattr(records, "check", distrust)
    worker.play_next()
    assert match.attempts.get().error == "BadRecord: game 1: no such move"
    assert not Result.objects.exists()


def test_a_worker_that_ends_releases_its_match(match: Match, referee: InstantReferee) -> None:
    def end(tick: Any) -> None:
        worker_process.stop()
        tick()
        pytest.fail("play did not stop")

    referee.during = end
    worker.play_next()
    assert outcomes(match) == ["returned"]
    assert state(match) == Match.State.QUEUED


def test_a_worker_plays_in_a_process_where_another_has_ended(match: Match) -> None:
    worker_process.stop()
    worker_process.prepare(slots=1)
    worker.play_next()
    assert state(match) == Match.State.FINISHED


def test_a_slot_that_was_woken_wakes_another_and_one_that_goes_on_wakes_none(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints: list[str] = []
    monkeypatch.setattr(queue, "hint", lambda: hints.append("hint"))
    make_match(match.version0, match.version1)
    worker.play_queued()
    assert (referee.plays, hints) == (2, ["hint"])
    hints.clear()
    worker.play_queued()
    assert hints == []


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("sandbox", NoSandbox("no namespaces")),
        ("claim_cpu_slot", CpuSlotsUnusable("the slot files cannot be opened")),
        ("claim_cpu_slot", OSError(28, "No space left on device")),
        ("anything_waits", KeyError("seat")),
    ],
)
def test_a_worker_that_cannot_play_ends_and_leaves_its_match_to_others(
    match: Match,
    ended: list[int],
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    error: Exception,
    caplog: Any,
) -> None:
    def refuse(*mode: Any, **options: Any) -> None:
        raise error

    monkeypatch.setattr(worker, place, refuse)
    worker.play_queued()
    assert outcomes(match) == []
    assert state(match) == Match.State.QUEUED
    assert f"this worker ends, because it cannot play matches: {error}" in caplog.text.replace(
        "KeyError: ", ""
    )
    assert ("Traceback" in caplog.text) == isinstance(error, KeyError)
    assert ended == [signal.SIGTERM]
    assert worker_process.stopping.is_set()


@pytest.mark.parametrize(
    "cause",
    [OSError(28, "No space left on device"), SandboxFailed("bwrap ended before the bot ran")],
)
def test_a_worker_whose_machine_fails_three_times_in_a_row_ends(
    match: Match,
    referee: InstantReferee,
    ended: list[int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: Any,
    cause: Exception,
) -> None:
    """Else a full disk would void everything that is queued."""
    matches = [match] + [make_match(match.version0, match.version1) for _ in range(9)]

    def fill_the_disk(tick: Any) -> None:
        raise MatchVoid(f"the referee failed: {cause}") from cause

    monkeypatch.setattr(worker, "PAUSE_SECONDS", 0)
    referee.during = fill_the_disk
    worker.play_queued()
    assert referee.plays == 3
    assert [state(m) for m in matches] == ["queued"] * 10
    assert ended == [signal.SIGTERM]
    assert caplog.text.count("this worker ends") == 1
    assert "Traceback" not in caplog.text


def test_a_match_that_lasts_longer_than_its_clocks_allow_is_void_at_this_machine(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rulesets.ruleset(match.ruleset, match.options)
    longest = longest_seconds(rules, Clock(**match.clock), match.pairs)
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])

    def crawl(tick: Any) -> None:
        now[0] += 2 * longest + 59
        tick()
        now[0] += 2
        tick()
        pytest.fail("play did not stop")

    referee.during = crawl
    worker.play_next()
    assert outcomes(match) == ["failed"]
    assert f"twice its {longest:.0f} s by the clocks" in match.attempts.get().error


def test_without_a_sandbox_only_the_house_s_bots_are_played(
    match: Match, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        worker_process,
        "choose",
        lambda mode: SimpleNamespace(tier="off", require=lambda kind: None),
    )
    alice.is_house = True
    alice.save()
    worker.play_next()
    assert outcomes(match) == []
    bob.is_house = True
    bob.save()
    worker.play_next()
    assert outcomes(match) == ["finished"]


def test_the_matches_of_dead_processes_of_this_host_are_queued_at_once(
    match: Match, make_version: Any, alice: Any
) -> None:
    version = make_version(alice, ruleset="ecarte")
    others = [make_match(version, version) for _ in range(2)]
    dead = 2**22 + 1  # more than any process's number
    lifecycle.claim(match.pk, f"{worker_process.host()}:{dead}:main")
    lifecycle.claim(others[0].pk, worker_process.name())
    lifecycle.claim(others[1].pk, f"elsewhere:{dead}:main")
    assert worker_process.lose_dead_workers() == 1
    assert [state(m) for m in (match, *others)] == ["queued", "running", "running"]
