"""A worker extends its lease while it plays, and stops when it has lost it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from arena.matches import lifecycle, sweep, worker
from arena.matches.models import Match, Result
from tests.arena.matches.instant_referee import InstantReferee
from tests.arena.playing import outcomes, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]


def expire(match: Match) -> None:
    match.attempts.update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_lease_is_extended_while_the_match_is_played(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
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


def test_play_stops_when_the_lease_was_lost(
    match: Match, referee: InstantReferee, settings: Any
) -> None:
    settings.MATCH_LEASE_SECONDS = 0

    def lose(tick: Any) -> None:
        sweep.lose_worker(match.attempts.get().worker)
        tick()
        raise AssertionError("play did not stop")

    referee.during = lose
    worker.play(match.pk)
    assert outcomes(match) == ["lost"]
    assert state(match) == Match.State.QUEUED


def test_play_stops_when_the_match_was_cancelled(
    match: Match, referee: InstantReferee, settings: Any
) -> None:
    settings.MATCH_LEASE_SECONDS = 0

    def cancel(tick: Any) -> None:
        lifecycle.cancel(match.pk)
        tick()
        raise AssertionError("play did not stop")

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
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
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


def test_the_lease_is_tried_once_a_second_while_the_database_is_away(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    database = Database(1000)
    monkeypatch.setattr(lifecycle, "extend", database.before(lifecycle.extend))

    def think(tick: Any) -> None:
        now[0] += 15
        for _ in range(20):
            tick()
            now[0] += 0.25

    referee.during = think
    worker.play(match.pk)
    assert 1000 - database.times == 5


def test_play_stops_when_the_lease_expires_without_the_database(
    match: Match, referee: InstantReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(lifecycle, "extend", Database(1000).before(lifecycle.extend))

    def think(tick: Any) -> None:
        for _ in range(61):
            now[0] += 1
            tick()
        raise AssertionError("play did not stop")

    referee.during = think
    worker.play(match.pk)
    assert outcomes(match) == ["running"]
    expire(match)
    sweep.sweep()
    assert outcomes(match) == ["lost"]


def test_a_result_is_submitted_again_when_the_database_was_away(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "submit_result", Database(2).before(lifecycle.submit_result))
    worker.play(match.pk)
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
    worker.play(match.pk)
    assert answers[0] == answers[1] == Result.objects.get()
