"""The threads of housekeeping: each runs one periodic task."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError

from arena.housekeeping import threads
from arena.housekeeping.periodic import PeriodicTask
from arena.housekeeping.threads import Housekeeping
from arena.matches import reconnect

WAIT = 20.0


class NoConnection:
    """The database in these tests is not used."""

    in_atomic_block = False
    tries = 0

    def ensure_connection(self) -> None:
        self.tries += 1

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def connection(monkeypatch: pytest.MonkeyPatch) -> NoConnection:
    reconnect._away.clear()
    connection = NoConnection()
    monkeypatch.setattr(threads, "connection", connection)
    monkeypatch.setattr(threads, "close_broken_connection", lambda: None)
    monkeypatch.setattr(threads, "drop_connection", lambda: None)
    monkeypatch.setattr(reconnect, "drop_connection", lambda: None)
    monkeypatch.setattr(threads, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(threads, "AFTER_ERROR_SECONDS", 0.001)
    return connection


class Counted:
    """A task that can be waited for. `run`: what else it does."""

    def __init__(self, run: Callable[[], Any] = lambda: None) -> None:
        self._run = run
        self._count = 0
        self._changed = threading.Condition()

    def __call__(self) -> None:
        with self._changed:
            self._count += 1
            self._changed.notify_all()
        self._run()

    def wait(self, times: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._count >= times, WAIT)

    @property
    def runs(self) -> int:
        return self._count


@contextmanager
def running(*tasks: Counted, election: Any = None, grace: float = 0.0) -> Iterator[None]:
    housekeeping = Housekeeping(
        [PeriodicTask(f"task {n}", task, 0.001, grace) for n, task in enumerate(tasks)], election
    )
    housekeeping.start()
    try:
        yield
    finally:
        housekeeping.stop()


def test_tasks_that_can_wait_run_one_at_a_time_in_one_thread_and_each_has_its_turn() -> None:
    names: set[str] = set()
    at_work: list[int] = []

    def work() -> None:
        names.add(threading.current_thread().name)
        at_work.append(1)
        assert len(at_work) == 1
        at_work.pop()

    first, second, third = (Counted(work) for _ in range(3))
    tasks = [
        PeriodicTask(f"task {n}", task, 0.001, waits=True)
        for n, task in enumerate((first, second, third))
    ]
    housekeeping = Housekeeping(tasks)
    housekeeping.start()
    for task in (first, second, third):
        task.wait(3)
    housekeeping.stop()
    assert len(names) == 1


def test_a_task_runs_again_and_again_and_waits_for_no_other() -> None:
    release = threading.Event()
    slow, quick = Counted(lambda: release.wait(WAIT)), Counted()
    with running(slow, quick):
        slow.wait(1)
        quick.wait(5)
        assert slow.runs == 1  # and none piles up behind it
        release.set()
        slow.wait(2)


def test_a_task_that_fails_is_logged_and_runs_again(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    fails, other = Counted(fail), Counted()
    with running(fails, other):
        fails.wait(3)
        other.wait(3)
    assert "could not task 0; the next try is in 0.001 s" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_an_outage_of_the_database_is_one_line_for_all_tasks(
    caplog: pytest.LogCaptureFixture, connection: NoConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = threading.Event()

    def ensure_connection() -> None:
        connection.tries += 1
        if connection.tries > 20:
            back.set()
        if not back.is_set():
            raise OperationalError("connection refused")

    def query() -> None:
        if not back.is_set():
            raise OperationalError("connection refused")

    monkeypatch.setattr(reconnect, "OVER_SECONDS", 0.05)
    monkeypatch.setattr(connection, "ensure_connection", ensure_connection)
    tasks = [Counted(query) for _ in range(3)]
    with running(*tasks):
        for task in tasks:
            task.wait(2)
        while len(caplog.records) < 2:
            tasks[0].wait(tasks[0].runs + 1)
    assert [record.getMessage() for record in caplog.records] == [
        "the database is away: connection refused",
        "the database is back",
    ]


def test_after_an_outage_a_task_waits_for_its_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers extend their leases before any of them is called lost."""
    waits: list[float] = []
    fail = [True]

    def query() -> None:
        if fail and fail.pop():
            raise OperationalError("connection refused")

    housekeeping = Housekeeping([])
    task = PeriodicTask("end leases", query, 1.0, grace=5.0)

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        return len(waits) > 3

    monkeypatch.setattr(housekeeping._stopping, "wait", wait)
    housekeeping._repeat([task])
    assert waits == pytest.approx([5.0, threads.POLL_SECONDS, 5.0, 1.0], abs=0.1)
    assert fail == []


def test_no_task_runs_in_a_process_that_stands_by() -> None:
    class Standby:
        leads = False
        stood = Counted()

        def stand(self) -> None:
            self.stood()

        def resign(self) -> None:
            pass

    task, election = Counted(), Standby()
    with running(task, election=election):
        election.stood.wait(3)
        assert task.runs == 0
        election.leads = True
        task.wait(1)


def test_the_end_waits_for_no_task_longer_than_its_patience() -> None:
    release = threading.Event()
    stuck = Counted(lambda: release.wait(WAIT))
    housekeeping = Housekeeping([PeriodicTask("send", stuck, 0.001, patience=0.0)])
    housekeeping.start()
    stuck.wait(1)
    stopping = threading.Thread(target=housekeeping.stop, args=(WAIT,))
    stopping.start()
    stopping.join(WAIT / 4)
    ended = not stopping.is_alive()
    release.set()
    stopping.join()
    assert ended
