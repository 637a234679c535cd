"""Matches a second through Celery: queue, claim, sandbox, referee, result and Elo.

It starts its own PostgreSQL and Redis, and a worker as in production: one process per processor.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.matches import FIRST, match_of, play_one
from bench.measure import Row
from engine.rulesets import ruleset
from referee.host.processors import processors
from referee.sandbox import choose

DEADLINE_SECONDS = 120
HUNDRED_MOVES = {"max_plies": 50}  # of Svoi Kozyri: two games of fifty


def rows(count: int) -> Iterator[Row]:
    """Plays `count` matches through Celery, and the same without it."""
    # The plugin puts the addresses of its servers into the environment before Django reads it.
    import tests.services as services

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    try:
        import django

        django.setup()
        finished, celery = _through_celery(count)
    finally:
        services.pytest_unconfigure()
    plain = _plain(count)
    slots = len(processors())
    yield Row(
        "matches of 100 moves through Celery",
        finished / celery,
        "matches/s",
        f"{finished} of {count} finished, {slots} slots",
    )
    yield Row(
        "the same, relative to matches without Celery",
        plain / celery,
        "×",
        f"{count / plain:.1f} matches/s",
    )


def _through_celery(count: int) -> tuple[int, float]:
    """The number of finished matches, and the seconds since the first was created."""
    from django.core.management import call_command
    from django.db import connections

    from arena.accounts.models import User
    from arena.bots import submission
    from arena.bots.models import Version
    from arena.matches import queue
    from arena.matches.models import Match
    from referee.play.clock import Clock

    call_command("migrate", verbosity=0)
    author = User.objects.create_user("bench")
    versions = [
        submission.submit(author, "svoi-kozyri", name, FIRST.read_bytes() + f"# {name}\n".encode())
        for name in ("one", "two")
    ]
    with _worker():
        _wait_until_none(Match.objects.all())  # the qualifications, which also warm everything up
        assert Version.objects.filter(state="qualified").count() == 2
        start = time.perf_counter()
        made = [
            queue.create(
                "svoi-kozyri",
                HUNDRED_MOVES,
                *versions,
                pairs=1,
                clock=Clock(),
                queue="tournament",
                rated=True,
            ).pk
            for _ in range(count)
        ]
        _wait_until_none(Match.objects.filter(pk__in=made))
        spent = time.perf_counter() - start
    finished = Match.objects.filter(pk__in=made, state="finished").count()
    connections.close_all()
    return finished, spent


@contextmanager
def _worker() -> Iterator[None]:
    worker = subprocess.Popen(
        [
            *(sys.executable, "-m", "celery", "-A", "arena", "--quiet", "worker"),
            *("--concurrency", str(len(processors()))),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait(30)


def _wait_until_none(matches) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while matches.filter(settled=False).exists():
        if time.monotonic() > deadline:
            raise TimeoutError(f"the matches did not end within {DEADLINE_SECONDS} s")
        time.sleep(0.1)  # the query itself takes a few milliseconds


def _plain(count: int) -> float:
    """The seconds without a queue, in the same number of processes."""
    work = [match_of(ruleset("svoi-kozyri", HUNDRED_MOVES), 1)] * count
    slots = len(processors())
    with multiprocessing.get_context("spawn").Pool(slots, choose) as pool:
        pool.map(play_one, work[:slots], 1)
        start = time.perf_counter()
        pool.map(play_one, work, 1)
        return time.perf_counter() - start
