"""Real workers of tables, with real bots in the sandbox, over real PostgreSQL and Redis."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from celery.signals import celeryd_after_setup, worker_init
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models.functions import Now

from arena.celery import app
from arena.embedded.server import EmbeddedArena
from arena.matches import reconnect, worker_process
from arena.tables import hints
from arena.tables.models import Table
from arena.tables.worker import step_threads
from arena.tables.worker.step_threads import StepThreads
from tests.arena.tables.making import answer_first, game_of, make_table, reload
from tests.processes import gone

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
# Answers its first question at once, and thinks long about the others.
SLEEPY = """\
import json
import sys
import time

asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        time.sleep(5 if asked else 0)
        asked += 1
        print(json.dumps({"move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
"""


@pytest.fixture(autouse=True)
def broker() -> Iterator[None]:
    """Empty queues in Redis, and no worker that is told to end."""
    app.loader.import_default_modules()
    with app.connection_for_write() as broker:
        broker.default_channel.queue_declare(settings.TABLE_QUEUE)
        broker.default_channel.queue_purge(settings.TABLE_QUEUE)
        broker.default_channel.queue_purge(app.conf.task_default_queue)
    worker_process.stopping.clear()
    yield
    worker_process.stopping.clear()


def wait_until(condition: Callable[[], Any], seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not true within {seconds} s"
        time.sleep(0.02)


@contextmanager
def process_worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker as an operator starts it. It is killed at the end."""
    database = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    options = ["-Q", "table", "-P", "threads", "-c", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "arena", "worker", *options],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database._replace(path=f"/{name}").geturl()},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def children(process: subprocess.Popen[bytes]) -> list[int]:
    found: list[int] = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == process.pid:
            found.append(int(status.parent.name))
    return found


def with_bot(make_version: Any, owner: Any, source: str | None = None) -> Table:
    """A table of Svoi Kozyri whose bot is to move, against a guest."""
    given = {} if source is None else {"source": source}
    version = make_version(owner, ruleset="svoi-kozyri", **given)
    for seed in range(20):
        table = make_table("svoi-kozyri", [version, None], seed=seed)
        if table.due is not None:
            return table
        table.delete()
    raise AssertionError


def awaits_person(table: Table) -> bool:
    return reload(table).asked is not None


def test_a_worker_plays_and_ends_in_order_when_it_is_told_to(make_version: Any, alice: Any) -> None:
    table = with_bot(make_version, alice)
    for _ in range(5):
        hints.hint(table.code)
    with process_worker() as worker:
        wait_until(lambda: awaits_person(table))
        assert len(game_of(table).moves) == 1
        warm = children(worker)
        assert warm
        answer_first(table)
        wait_until(lambda: awaits_person(table) and len(game_of(table).moves) == 3)
        assert set(children(worker)) == set(warm), "the bot was started again"
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(10) == 0
    assert all(map(gone, warm))
    table = reload(table)
    assert table.step_token is None and table.step_failures == 0


def test_the_table_of_a_killed_worker_is_played_on_by_another(
    make_version: Any, alice: Any
) -> None:
    table = with_bot(make_version, alice, SLEEPY)
    hints.hint(table.code)
    with process_worker() as worker:
        wait_until(lambda: awaits_person(table))
        answer_first(table)
        wait_until(lambda: reload(table).step_token is not None)
        bots = children(worker)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    wait_until(lambda: all(map(gone, bots)))
    table = reload(table)
    assert table.step_token is not None and table.due is not None
    assert len(game_of(table).moves) == 2
    threads = StepThreads(threads=1)
    try:
        threads.play(table.code)
        assert len(game_of(table).moves) == 2, "the lease has not expired"
        Table.objects.update(step_until=Now())
        threads.play(table.code)
    finally:
        threads.stop()
    assert len(game_of(table).moves) == 3
    assert awaits_person(table)


def test_the_embedded_arena_plays_tables(make_version: Any, alice: Any, tmp_path: Path) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    arena = EmbeddedArena(listener, slots=1)
    arena.start()
    try:
        table = with_bot(make_version, alice)
        wait_until(lambda: awaits_person(table))
        answer_first(table)
        wait_until(lambda: awaits_person(table) and len(game_of(table).moves) == 3)
    finally:
        arena.stop()
    assert len(arena.table_threads.warm) == 0


def test_a_worker_plays_on_without_the_broker(
    make_version: Any, alice: Any, fake_bots: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.matches.broker.is_away", lambda: True)
    table = with_bot(make_version, alice)
    threads = StepThreads(threads=1)
    try:
        wait_until(lambda: awaits_person(table), seconds=10)
    finally:
        threads.stop()
    assert len(game_of(table).moves) == 1


def test_an_outage_before_a_step_is_one_line_of_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(step_threads.step_sweep, "overdue", list)
    monkeypatch.setattr(step_threads.steps, "seconds_to_due", fail)
    monkeypatch.setattr(step_threads.hinting, "answer_requests", fail)
    reconnect._away.clear()
    threads = StepThreads(threads=1)
    try:
        threads.play("k3x9u7m2pa")
        threads.play("k3x9u7m2pb")
    finally:
        threads.stop()
        reconnect._away.clear()
    assert caplog.messages == ["the database is away: connection refused"]


def test_a_table_that_waits_for_a_thread_does_not_wait_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    played: list[str] = []

    def run(code: str, warm: object) -> None:
        played.append(code)
        begun.set()
        go_on.wait(20)

    monkeypatch.setattr("arena.tables.worker.steps.run", run)
    threads = StepThreads(threads=1)
    try:
        threads.soon("first")
        assert begun.wait(20)
        again = [threads.soon("second"), threads.soon("second"), threads.soon("first")]
        go_on.set()
        assert all(done.wait(20) for done in again)
    finally:
        go_on.set()
        threads.stop()
    assert played == ["first", "second", "first"]


def test_a_window_ends_in_time_without_the_broker(
    fake_bots: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TABLE_WINDOW_MS = 300
    monkeypatch.setattr("arena.matches.broker.is_away", lambda: True)
    table = make_table("kozel", [None] * 4)
    assert table.window is not None
    threads = StepThreads(threads=1)
    monkeypatch.setattr("arena.tables.worker.step_sweep.overdue", lambda: [])
    try:
        threads.soon(table.code)
        wait_until(lambda: awaits_person(table), seconds=10)
    finally:
        threads.stop()
    asked = reload(table).asked
    assert asked is not None
    assert 0 <= asked.timestamp() * 1000 - table.window["until"] < 5000


@pytest.fixture
def queues() -> Iterator[Callable[..., None]]:
    """queues(*names): what a worker was started for."""
    selected = app.amqp.queues
    before = selected._consume_from
    yield lambda *names: selected.select(names)
    selected._consume_from = before


def test_a_worker_of_tables_and_matches_together_does_not_start(queues: Any) -> None:
    queues("table", "matches")
    with pytest.raises(SystemExit, match="start it without -Q and -X, or with -Q table"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)


def test_a_worker_of_tables_that_forks_processes_does_not_start(queues: Any) -> None:
    queues("table")
    sender = type("Worker", (), {"pool_cls": "prefork", "concurrency": 2, "options": {}})
    with pytest.raises(SystemExit, match="start it with -P threads"):
        worker_init.send(sender=sender)


def test_a_worker_of_tables_needs_a_sandbox(queues: Any, settings: Any) -> None:
    queues("table")
    settings.MATCH_SANDBOX = "nonsense"
    with pytest.raises(SystemExit, match=r"This worker cannot play"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)
