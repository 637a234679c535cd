"""Real Celery workers, real sandboxed bots, over real PostgreSQL and Redis."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from celery.contrib.testing.worker import start_worker
from celery.signals import celeryd_after_setup
from django.db import connection

from arena.celery import app
from arena.matches import lifecycle, queue, records, sweep
from arena.matches.models import Attempt, LiveUpdate, Match, Result
from arena.ratings.models import EloChange
from engine.verify import verify
from referee.sandbox import selection
from tests.arena.playing import expire, make_match, outcomes, source
from tests.processes import gone

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def broker(cpu_slots: Path) -> None:
    """Empty queues in Redis, and cpu slots of this test only."""
    app.loader.import_default_modules()
    with app.connection_for_write() as connection:
        assert connection.transport.driver_type == "redis"
        connection.default_channel.queue_purge(app.conf.task_default_queue)


@pytest.fixture
def matches(make_version: Any, alice: Any, bob: Any) -> Callable[..., list[Match]]:
    """Matches of Écarté between two of the bots in the folder `bots`."""

    def make(count: int = 1, bot: str = "random_bot", **changes: Any) -> list[Match]:
        versions = [make_version(owner, source(bot), ruleset="ecarte") for owner in (alice, bob)]
        return [make_match(*versions, **changes) for _ in range(count)]

    return make


def wait_until(condition: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not true within {seconds} s"
        time.sleep(0.05)


def ended(*matches: Match) -> bool:
    left = Match.objects.filter(pk__in=[match.pk for match in matches], settled=False)
    return not left.exists()


def running(match: Match) -> bool:
    return match.attempts.filter(outcome=Attempt.Outcome.RUNNING).exists()


@contextmanager
def thread_worker(threads: int = 2) -> Iterator[None]:
    with start_worker(
        app,
        pool="threads",
        concurrency=threads,
        perform_ping_check=False,
        shutdown_timeout=30,
    ) as worker:
        try:
            yield
        finally:
            pool = worker.pool.executor
    # Celery leaves the threads alone, and one that still plays would end this process when it finds
    # the database of its test gone.
    pool.shutdown()


@contextmanager
def process_worker(pool: str = "threads") -> Iterator[subprocess.Popen[bytes]]:
    """A worker as an operator starts it. It is killed at the end."""
    database = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    command = [sys.executable, "-m", "celery", "-A", "arena", "worker"]
    process = subprocess.Popen(
        [*command, "-P", pool, "-c", "1", "--without-gossip", "--without-mingle"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database._replace(path=f"/{name}").geturl()},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def bots_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes below this one."""
    children: list[int] = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == process.pid:
            children.append(int(status.parent.name))
    return children


def test_a_worker_plays_what_is_queued(matches: Any) -> None:
    waiting = matches(3)
    with thread_worker():
        wait_until(lambda: ended(*waiting))
    for match in waiting:
        match.refresh_from_db()
        assert match.state == Match.State.FINISHED
        assert outcomes(match) == ["finished"]
        verify(records.load(match))
        assert match.score0 + match.score1 == match.games
        assert [log.stderr.splitlines()[0] for log in match.logs.order_by("side")] == [
            "random bot, side 0",
            "random bot, side 1",
        ]
        assert EloChange.objects.filter(match=match).count() == 2


def test_a_match_whose_hint_is_delivered_often_is_played_once(matches: Any) -> None:
    (match,) = matches()
    queue.hint(5)
    with thread_worker():
        wait_until(lambda: ended(match))
        queue.hint(5)
        (last,) = matches()
        wait_until(lambda: ended(last))
    assert outcomes(match) == ["finished"]
    assert EloChange.objects.filter(match=match).count() == 2


def test_thousands_of_matches_make_a_few_hints(matches: Any) -> None:
    matches(10)
    assert queue.hint(1000) == 0
    with app.connection_for_write() as connection:
        name = app.conf.task_default_queue
        hints = connection.default_channel.queue_declare(name).message_count
        assert hints == queue.MOST_HINTS
        connection.default_channel.queue_purge(name)
    queue.top_up_hints()
    with thread_worker():
        wait_until(lambda: not Match.objects.queued().exists())


def test_urgent_matches_start_although_every_slot_plays_a_long_one(matches: Any, bob: Any) -> None:
    """A lone worker with one slot, in processes."""
    long, other = matches(2, bot="slow_bot", pairs=50)
    with process_worker("prefork"):
        wait_until(lambda: running(long))
        (urgent,) = matches(queue="table", account=bob)
        wait_until(lambda: ended(urgent))
        queue.hint()
        assert running(long)
        assert not running(other)
    assert outcomes(urgent) == ["finished"]


def test_the_match_of_a_killed_worker_is_played_by_another(matches: Any) -> None:
    (match,) = matches(bot="slow_bot")
    with process_worker() as process:
        # Its first moves: bubblewrap has finished, so the bots end with their worker. One that is
        # half built stays until the next start of a sandbox removes it.
        wait_until(lambda: LiveUpdate.objects.filter(attempt__match=match).exists())
        bots = bots_of(process)
        assert bots
        process.send_signal(signal.SIGKILL)
        process.wait()
    wait_until(lambda: all(map(gone, bots)))
    assert outcomes(match) == ["running"]
    expire(match)
    assert sweep.sweep().lost == 1
    with thread_worker():
        wait_until(lambda: ended(match))
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert outcomes(match) == ["lost", "finished"]
    assert Result.objects.get(match=match).attempt.number == 2
    assert EloChange.objects.filter(match=match).count() == 2


def test_a_worker_that_is_told_to_end_releases_its_match(matches: Any) -> None:
    """In a pool of processes only the parent gets the signal."""
    (match,) = matches(bot="slow_bot", pairs=5)
    with process_worker("prefork") as process:
        wait_until(lambda: running(match))
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    assert process.returncode == 0
    match.refresh_from_db()
    assert match.state == Match.State.QUEUED
    assert outcomes(match) == ["returned"]


def test_a_cancelled_match_frees_its_worker(matches: Any) -> None:
    (match,) = matches(bot="slow_bot", pairs=50)
    with thread_worker(threads=1):
        wait_until(lambda: running(match))
        lifecycle.cancel(match.pk)
        (other,) = matches()
        wait_until(lambda: ended(other))
    assert outcomes(match) == ["cancelled"]


def test_a_worker_that_cannot_run_every_kind_of_program_does_not_start(settings: Any) -> None:
    settings.BOT_RUNTIMES = ["python", "cobol"]
    with pytest.raises(SystemExit, match=r"cannot play matches: unknown language 'cobol'"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)


def test_a_worker_whose_sandbox_fails_its_escape_probes_does_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selection, "_chosen", {})
    monkeypatch.setattr(selection, "escapes", lambda sandbox, policy: ["wrote to /etc"])
    with pytest.raises(SystemExit, match=r"the sandbox does not hold here: a bot wrote to /etc"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)


def test_a_worker_in_which_partners_could_communicate_starts_only_if_the_settings_allow_it(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Otherwise matches of Kozel would stay queued, or be played where bots can cheat."""
    monkeypatch.setattr(selection, "_chosen", {})
    monkeypatch.setattr(selection, "channels", lambda sandbox: ["saw its partner's threads"])
    with pytest.raises(SystemExit, match=r"MATCH_SANDBOX=partners-may-talk"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)
    settings.MATCH_SANDBOX = "partners-may-talk"
    celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)


def test_a_worker_without_a_sandbox_does_not_start(settings: Any) -> None:
    settings.MATCH_SANDBOX = "nonsense"
    with pytest.raises(SystemExit, match=r"cannot play matches: .*nonsense"):
        celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)


def test_a_worker_that_is_started_for_other_queues_ends_instead_of_waiting_for_ever() -> None:
    queues = app.amqp.queues
    before = queues._consume_from
    queues.select(["check"])
    try:
        with pytest.raises(SystemExit, match="start it without -Q"):
            celeryd_after_setup.send(sender="worker@host", instance=None, conf=app.conf)
    finally:
        queues._consume_from = before
        del queues["check"]
