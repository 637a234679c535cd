"""A worker extends its lease while it plays, and stops when it has lost it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from arena.matches import lease, lifecycle, sweep, worker, worker_process
from arena.matches.models import Match, Result
from tests.arena.matches.instant_referee import InstantReferee
from tests.arena.playing import outcomes, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]


def test_a_lease_is_extended_while_the_match_is_played(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(lease.time, "monotonic", lambda: now[0])
    extended: list[float] = []
    monkeypatch.setattr(lifecycle, "extend", lambda token: extended.append(now[0]))

    def think(tick: Any) -> None:
        for _ in range(60):
            now[0] += 1
            tick()

    referee.during = think
    worker.play_next()
    assert extended == [1015, 1030, 1045, 1060]
    assert state(match) == Match.State.FINISHED


@pytest.mark.parametrize("outcome", ["lost", "cancelled"])
def test_play_stops_within_seconds_when_the_attempt_has_ended(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch, outcome: str
) -> None:
    now = [1000.0]
    monkeypatch.setattr(lease.time, "monotonic", lambda: now[0])

    def end(tick: Any) -> None:
        tick()
        if outcome == "lost":
            sweep.lose_worker(match.attempts.get().worker)
        else:
            lifecycle.cancel(match.pk)
        for _ in range(3):
            now[0] += 1
            tick()
        pytest.fail("play did not stop within 3 s")

    referee.during = end
    worker.play_next()
    assert outcomes(match) == [outcome]
    assert state(match) == ("queued" if outcome == "lost" else "cancelled")


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
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(lease.time, "monotonic", lambda: now[0])
    database = Database(3)
    monkeypatch.setattr(lifecycle, "extend", database.before(lifecycle.extend))

    def think(tick: Any) -> None:
        for _ in range(20):
            now[0] += 1
            tick()

    referee.during = think
    worker.play_next()
    assert database.times == 0
    assert state(match) == Match.State.FINISHED


def test_the_lease_is_tried_once_a_second_while_the_database_is_away(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    """However long: another worker may have the match meanwhile, and the token tells."""
    now = [1000.0]
    monkeypatch.setattr(lease.time, "monotonic", lambda: now[0])
    database = Database(90)
    monkeypatch.setattr(lifecycle, "extend", database.before(lifecycle.extend))

    def think(tick: Any) -> None:
        now[0] += 15
        for _ in range(4 * 89):
            tick()
            now[0] += 0.25
        assert database.times == 1
        now[0] += 1
        for _ in range(8):
            tick()
            now[0] += 0.25

    referee.during = think
    worker.play_next()
    assert database.times == 0
    assert outcomes(match) == ["finished"]
    assert [record.getMessage() for record in caplog.records] == [
        "the database is away: the server closed the connection",
        "the database is back",
    ]


def test_a_result_is_submitted_again_when_the_database_was_away(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "submit_result", Database(200).before(lifecycle.submit_result))
    worker.play_next()
    assert outcomes(match) == ["finished"]


def test_a_result_whose_answer_was_lost_is_stored_once(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit_result = lifecycle.submit_result
    answers: list[Result] = []

    def lose_the_first_answer(*args: Any) -> Result:
        answers.append(submit_result(*args))
        if len(answers) == 1:
            raise OperationalError("the server closed the connection")
        return answers[-1]

    monkeypatch.setattr(lifecycle, "submit_result", lose_the_first_answer)
    worker.play_next()
    assert answers[0] == answers[1] == Result.objects.get()


def test_an_idle_slot_waits_for_the_database_and_then_plays(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    """It must not return: then idle slots would burn every message of the queue."""
    database = Database(50)
    monkeypatch.setattr(worker, "anything_waits", database.before(worker.anything_waits))
    monkeypatch.setattr(worker, "_pause", lambda seconds: None)
    worker.play_queued()
    assert outcomes(match) == ["finished"]
    assert len(caplog.records) == 2
    assert "Traceback" not in caplog.text


def test_a_worker_that_is_told_to_end_does_not_wait_for_the_database(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> None:
        worker_process.stop()
        raise OperationalError("connection refused")

    monkeypatch.setattr(lifecycle, "submit_result", away)
    worker.play_queued()
    assert outcomes(match) == ["running"]
