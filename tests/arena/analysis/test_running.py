"""Analyses in processes of their own: results, failures, pauses, and outages of the database."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from arena.analysis import queue, running
from arena.analysis.child import Child
from arena.analysis.models import Analysis
from arena.analysis.running import Analysing
from arena.matches import reconnect
from arena.matches.models import Match
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db

# It works until somebody writes the file `go` in its folder.
SLOW = """\
import json, pathlib, sys, threading, time, os
job = sys.stdin.readline()
here = pathlib.Path(__file__).parent
(here / "pid").write_text(str(os.getpid()))
def listen():
    for line in sys.stdin:
        with (here / "told").open("a") as told:
            told.write(line)
    os._exit(1)
threading.Thread(target=listen, daemon=True).start()
print(json.dumps({"done": 1, "of": 2}), flush=True)
while not (here / "go").exists():
    time.sleep(0.01)
print(json.dumps({"result": {"curve": [], "decisions": [], "sides": []}}))
"""
WAIT = 20.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    reconnect._away.clear()
    monkeypatch.setattr(running, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(running, "KEEP_SECONDS", 0.02)
    monkeypatch.setattr(reconnect, "TRY_EVERY_SECONDS", 0.01)


@pytest.fixture
def analysis(versions: Any) -> Analysis:
    match = finish(make_match(*versions))
    return Analysis.objects.create(match=match, game=2, version="v")


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def slowly(program: Callable[[str], None], tmp_path: Path) -> Iterator[Path]:
    """The folder of a slow job."""
    program(SLOW)
    yield tmp_path
    (tmp_path / "go").touch()


def test_the_next_analysis_is_made_and_stored(analysis: Analysis, answers: None) -> None:
    worker = Analysing()
    assert worker.step()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.percent) == ("done", 100)
    assert analysis.content["game"] == 2
    assert [side.decisions for side in analysis.sides.order_by("side")] == [2, 1]
    assert not worker.step()


def test_a_job_that_cannot_be_done_says_why(
    analysis: Analysis, program: Callable[[str], None]
) -> None:
    program('print(\'{"error": "there is no game 9: the record has 2"}\')')
    Analysing().step()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.error) == ("failed", "there is no game 9: the record has 2")


def test_a_job_that_crashes_each_time_fails_and_its_trace_is_for_the_log(
    analysis: Analysis, program: Callable[[str], None], caplog: Any
) -> None:
    program("raise SystemError('secret folder')")
    worker = Analysing()
    states = []
    for _ in range(queue.MAX_ATTEMPTS):
        assert worker.step()
        analysis.refresh_from_db()
        states.append(analysis.state)
    assert states == ["queued", "queued", "failed"]
    assert analysis.error == "the process that analysed it ended each time"
    until(lambda: "secret folder" in caplog.text)
    assert not worker.step()


def test_a_job_that_is_killed_while_it_speaks_is_made_again(
    analysis: Analysis, program: Callable[[str], None], answers: None, tmp_path: Path
) -> None:
    answer = (tmp_path / "job.py").read_text()
    program('import os; os.write(1, b\'{"result": {"cur\'); os.kill(os.getpid(), 9)')
    worker = Analysing()
    assert worker.step()
    program(answer)
    assert worker.step()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.attempts) == ("done", 2)


def test_a_job_that_takes_too_long_is_ended(
    analysis: Analysis, slowly: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "MOST_SECONDS", 0.05)
    Analysing().step()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.error) == ("failed", "its analysis took too long")


def test_when_the_process_ends_the_analysis_goes_back_to_the_queue(
    analysis: Analysis, slowly: Path
) -> None:
    worker = Analysing()
    pid: list[str] = []

    def end() -> None:
        until(lambda: (slowly / "pid").exists() and (slowly / "pid").read_text() != "")
        pid.append((slowly / "pid").read_text())
        worker.stop(0)

    thread = threading.Thread(target=end)
    thread.start()
    worker.step()
    thread.join()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.attempts) == ("queued", 0)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid[0]), signal.SIG_DFL)


def test_the_job_pauses_while_a_match_waits(
    analysis: Analysis, slowly: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = iter([False, True, True, False])
    monkeypatch.setattr(queue, "matches_wait", lambda: next(waits, False))

    def told() -> str:
        return (slowly / "told").read_text() if (slowly / "told").exists() else ""

    def go_on() -> None:
        until(lambda: told() == "pause\ngo\n")
        (slowly / "go").touch()

    thread = threading.Thread(target=go_on)
    thread.start()
    assert Analysing().step()
    thread.join()
    analysis.refresh_from_db()
    assert analysis.state == "done"


def test_nothing_is_begun_while_a_match_waits(
    analysis: Analysis, answers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "matches_wait", lambda: True)
    assert not Analysing().step()
    analysis.refresh_from_db()
    assert analysis.state == "queued"


def test_an_outage_of_the_database_loses_nothing(
    analysis: Analysis, slowly: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is away while the job runs, and when its result is to be stored."""
    real_extend, real_finish = queue.extend, queue.finish
    calls = {"extend": 0, "finish": 0}

    def away(name: str, real: Callable[..., Any], times: int) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            calls[name] += 1
            if calls[name] <= times:
                raise OperationalError("server closed the connection")
            if name == "extend" and calls[name] > times + 1:
                (slowly / "go").touch()
            return real(*args)

        return call

    monkeypatch.setattr(queue, "extend", away("extend", real_extend, 3))
    monkeypatch.setattr(queue, "finish", away("finish", real_finish, 3))
    assert Analysing().step()
    analysis.refresh_from_db()
    assert analysis.state == "done"
    assert calls["extend"] > 3
    assert calls["finish"] == 4


def test_a_claim_that_another_process_has_taken_over_is_dropped(
    analysis: Analysis, slowly: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "extend", lambda token, percent: False)
    assert Analysing().step()
    analysis.refresh_from_db()
    assert analysis.state == "running"  # of the other process


def test_the_embedded_arena_queues_again_what_it_was_doing(analysis: Analysis) -> None:
    queue.claim()
    running.recover()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.token) == ("queued", None)


def test_a_job_does_not_outlive_who_gave_it(slowly: Path) -> None:
    child = Child({"job": "analyse"})
    until(lambda: (slowly / "pid").exists() and child.of == 2)
    pid = int((slowly / "pid").read_text())
    assert child._process.stdin is not None
    child._process.stdin.close()  # as when the parent is killed
    child._process.wait(WAIT)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, signal.SIG_DFL)


def test_matches_of_the_ladder_alone_do_not_hold_up_analyses(
    analysis: Analysis, answers: None, versions: Any
) -> None:
    make_match(*versions)
    Match.objects.queued().update(created="2020-01-01T00:00:00Z")
    assert Analysing().step()
