"""A worker plays one match from its claim to its result, whatever goes wrong on the way.

The referee is replaced by one that plays in no time; test_worker_celery.py has the real one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from arena.matches import lifecycle, records, settling, worker
from arena.matches.models import Attempt, Match, Result, SideLog
from arena.ratings.models import EloChange
from engine.verify import verify
from referee.play.cpu_slots import CpuSlot, NoFreeCpuSlot
from referee.play.match import MatchVoid
from referee.sandbox import NoSandbox
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


class Referee:
    """Plays at once; `during` is called in the middle of it, with the tick of the worker."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.plays = 0
        self.during: Callable[[Callable[[], None]], None] = lambda tick: None

    def play(self, match: Any, sandbox: Any, *, slot: CpuSlot, tick: Any, **calls: Any) -> Any:
        self.plays += 1
        self.during(tick)
        assert self.match is not None
        return played(self.match)


@contextmanager
def some_slot(**options: Any) -> Iterator[CpuSlot]:
    yield CpuSlot(0, None)


@pytest.fixture(autouse=True)
def referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[Referee]:
    referee = Referee()
    monkeypatch.setattr(worker.referee, "play", referee.play)
    monkeypatch.setattr(
        worker, "choose", lambda mode: SimpleNamespace(tier="A", require=lambda kind: None)
    )
    monkeypatch.setattr(worker, "claim_cpu_slot", some_slot)
    monkeypatch.setattr(worker, "TRY_AGAIN_SECONDS", (0, 0))
    worker.stopping.clear()
    yield referee
    worker.stopping.clear()


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any, referee: Referee) -> Match:
    referee.match = make_match(
        make_version(alice, ruleset="ecarte"), make_version(bob, ruleset="ecarte")
    )
    return referee.match


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def outcomes(match: Match) -> list[str]:
    return list(match.attempts.order_by("number").values_list("outcome", flat=True))


def expire(match: Match) -> None:
    match.attempts.update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_queued_match_is_played(match: Match) -> None:
    worker.play(match.pk)
    assert state(match) == Match.State.FINISHED
    assert outcomes(match) == ["finished"]
    verify(records.load(match))


def test_the_ledger_names_host_process_and_thread(match: Match) -> None:
    worker.play(match.pk)
    host, pid, thread = match.attempts.get().worker.split(":")
    assert host and pid.isdigit() and thread == "MainThread"


@pytest.mark.parametrize("when", ["finished", "running", "cancelled"])
def test_a_match_that_does_not_wait_is_left_alone(
    match: Match, referee: Referee, when: str
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


def test_a_message_about_no_match_does_nothing(match: Match, referee: Referee) -> None:
    worker.play(match.pk + 1)
    assert referee.plays == 0


def test_a_void_match_is_the_machine_s_fault(match: Match, referee: Referee) -> None:
    def starve(tick: Any) -> None:
        raise MatchVoid("the host gave no processor")

    referee.during = starve
    worker.play(match.pk)
    assert state(match) == Match.State.QUEUED
    assert match.attempts.get().outcome == Attempt.Outcome.FAILED
    assert match.attempts.get().error == "the host gave no processor"


def test_an_unexpected_error_fails_the_attempt_and_not_the_worker(
    match: Match, referee: Referee, caplog: Any
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


def test_a_lease_is_extended_while_the_match_is_played(
    match: Match, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    extended: list[float] = []
    monkeypatch.setattr(lifecycle, "extend", lambda token: extended.append(now[0]))

    def think(tick: Any) -> None:
        for _ in range(60):
            now[0] += 1
            tick()

    referee.during = think
    worker.play(match.pk)
    assert extended == [1015, 1030, 1045, 1060]
    assert state(match) == Match.State.FINISHED


def test_a_match_whose_lease_was_lost_is_abandoned(
    match: Match, referee: Referee, settings: Any
) -> None:
    settings.MATCH_LEASE_SECONDS = 0

    def lose(tick: Any) -> None:
        lifecycle.lose_worker(match.attempts.get().worker)
        tick()
        raise AssertionError("the match goes on")

    referee.during = lose
    worker.play(match.pk)
    assert outcomes(match) == ["lost"]
    assert state(match) == Match.State.QUEUED


def test_a_cancelled_match_is_abandoned(match: Match, referee: Referee, settings: Any) -> None:
    settings.MATCH_LEASE_SECONDS = 0

    def cancel(tick: Any) -> None:
        lifecycle.cancel(match.pk)
        tick()
        raise AssertionError("the match goes on")

    referee.during = cancel
    worker.play(match.pk)
    assert outcomes(match) == ["cancelled"]
    assert state(match) == Match.State.CANCELLED


class Database:
    """A database that is away for the first `times` calls of a function."""

    def __init__(self, times: int) -> None:
        self.times = times

    def before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            if self.times > 0:
                self.times -= 1
                raise OperationalError("the server closed the connection")
            return function(*args)

        return call


def test_play_goes_on_while_the_database_is_away(
    match: Match, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    database = Database(3)
    monkeypatch.setattr(lifecycle, "extend", database.before(lifecycle.extend))

    def think(tick: Any) -> None:
        for _ in range(20):
            now[0] += 1
            tick()

    referee.during = think
    worker.play(match.pk)
    assert database.times == 0
    assert state(match) == Match.State.FINISHED


def test_play_ends_when_the_lease_runs_out_without_the_database(
    match: Match, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(lifecycle, "extend", Database(1000).before(lifecycle.extend))

    def think(tick: Any) -> None:
        for _ in range(61):
            now[0] += 1
            tick()
        raise AssertionError("the match goes on")

    referee.during = think
    worker.play(match.pk)
    assert outcomes(match) == ["running"]
    expire(match)
    lifecycle.sweep()
    assert outcomes(match) == ["lost"]


def test_a_result_is_handed_in_again_when_the_database_was_away(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "hand_in", Database(2).before(lifecycle.hand_in))
    worker.play(match.pk)
    assert outcomes(match) == ["finished"]


def test_a_result_whose_answer_was_lost_is_stored_once(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in = lifecycle.hand_in
    answers: list[Result] = []

    def lose_the_first_answer(*args: Any) -> Result:
        answers.append(hand_in(*args))
        if len(answers) == 1:
            raise OperationalError("the server closed the connection")
        return answers[-1]

    monkeypatch.setattr(lifecycle, "hand_in", lose_the_first_answer)
    worker.play(match.pk)
    assert answers[0] == answers[1] == Result.objects.get()


def test_a_worker_that_ends_gives_its_match_back(match: Match, referee: Referee) -> None:
    def end(tick: Any) -> None:
        worker.stop()
        tick()
        raise AssertionError("the match goes on")

    referee.during = end
    worker.play(match.pk)
    assert outcomes(match) == ["returned"]
    assert state(match) == Match.State.QUEUED


def test_a_worker_that_starts_in_a_process_where_one_has_ended_plays(match: Match) -> None:
    worker.stop()
    worker.prepare()
    worker.play(match.pk)
    assert state(match) == Match.State.FINISHED


@pytest.mark.parametrize("error", [NoSandbox("no namespaces"), NoFreeCpuSlot("all are busy")])
def test_where_nothing_can_be_played_no_attempt_is_burned(
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


def test_without_a_sandbox_only_the_house_s_own_bots_are_played(
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


def test_what_dead_processes_of_this_host_played_is_queued_at_once(
    match: Match, make_version: Any, alice: Any
) -> None:
    version = make_version(alice, ruleset="ecarte")
    others = [make_match(version, version) for _ in range(2)]
    lifecycle.claim(match.pk, f"{worker.host()}:{2**22 + 1}:main")  # more than any process's number
    lifecycle.claim(others[0].pk, worker.name())
    lifecycle.claim(others[1].pk, f"elsewhere:{2**22 + 1}:main")
    assert worker.forget_the_dead() == 1
    assert [state(m) for m in (match, *others)] == ["queued", "running", "running"]


class PowerCut(BaseException):
    """The process ends here and now: nothing of it runs any more."""


STEPS: dict[str, tuple[Any, str]] = {
    "before the claim is committed": (Attempt.objects, "create"),
    "after the claim": (worker, "_match"),
    "while it is played": (worker.referee, "play"),
    "before the result is handed in": (lifecycle, "hand_in"),
    "while the record is checked": (records, "check"),
    "while the attempt ends": (lifecycle, "_end"),
    "before the result is stored": (records, "pack"),
    "before the logs are stored": (SideLog.objects, "bulk_create"),
    "before the state is stored": (lifecycle, "_conclude"),
    "before the result is settled": (lifecycle, "settle"),
    "while the result is settled": (settling.match_ended, "send_robust"),
    "while Elo is entered": (EloChange.objects, "bulk_create"),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", STEPS)
def test_a_worker_that_dies_at_any_step_leaves_a_match_that_is_played_once(
    match: Match, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, function = STEPS[step]

    def cut(*args: Any, **options: Any) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(owner, function, cut)
        with pytest.raises(PowerCut):
            worker.play(match.pk)
    expire(match)
    lifecycle.sweep()
    worker.play(match.pk)
    worker.play(match.pk)
    lifecycle.sweep()

    finished = Match.objects.get(pk=match.pk)
    assert (finished.state, finished.settled) == ("finished", True)
    assert Result.objects.filter(match=match).count() == 1
    assert SideLog.objects.filter(match=match).count() == 2
    assert EloChange.objects.filter(match=match).count() == 2
    assert outcomes(match) in (["finished"], ["lost", "finished"])
