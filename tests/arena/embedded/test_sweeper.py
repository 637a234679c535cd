"""The thread that runs periodic tasks in the embedded arena."""

import threading
from collections.abc import Callable

import pytest

from arena.embedded import sweeper
from arena.periodic import PERIODIC

HOURS = 10_000.0


@pytest.fixture(autouse=True)
def no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "close_old_connections", lambda: None)


def run(*tasks: Callable[[], object], seconds: float = 0.0, last: int = 3) -> list[str]:
    """Runs the tasks and one that stops the sweeper at its run number `last`."""
    stopping = threading.Event()
    runs: list[str] = []

    def stop() -> None:
        runs.append("stop")
        if runs.count("stop") == last:
            stopping.set()

    def noted(task: Callable[[], object]) -> Callable[[], object]:
        def run_task() -> object:
            runs.append(task.__name__)
            return task()

        return run_task

    sweeper.sweep(stopping, dict.fromkeys(map(noted, tasks), seconds) | {stop: 0.0}, 0.001)
    return runs


def nothing() -> None:
    pass


def test_every_task_runs_at_the_start_and_whenever_it_is_due() -> None:
    assert run(nothing) == ["nothing", "stop"] * 3


def test_a_task_waits_until_its_time_has_passed() -> None:
    assert run(nothing, seconds=HOURS) == ["nothing", "stop", "stop", "stop"]


def test_a_task_that_fails_runs_again_and_the_others_run_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    assert run(fails, nothing, last=2) == ["fails", "nothing", "stop"] * 2
    assert "it runs again in 0 s" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_no_task_starts_after_the_arena_was_told_to_stop() -> None:
    stopping = threading.Event()
    runs: list[str] = []
    tasks = {stopping.set: 0.0, lambda: runs.append("late"): 0.0}
    sweeper.sweep(stopping, tasks, 0.001)
    assert runs == []


def test_the_embedded_arena_runs_every_periodic_task_at_least_every_five_seconds() -> None:
    tasks = sweeper.periodic_tasks()
    assert [task.name for task in tasks] == [path for path, _ in PERIODIC.values()]
    assert all(0 < seconds <= 5 for seconds in tasks.values())
