"""Matches a second through Celery: queue, claim, sandbox, referee, result and Elo.

On real PostgreSQL and Redis of its own, with one worker thread a processor.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row
from referee.slots import processors

FIRST = Path(__file__).with_name("first_bot.py")
DEADLINE_SECONDS = 300


def rows(count: int) -> Iterator[Row]:
    # The plugin sets the addresses of its servers in the environment, before the settings are read.
    import tests.services as services

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    try:
        import django

        django.setup()
        yield measure(count)
    finally:
        services.pytest_unconfigure()


def measure(count: int) -> Row:
    from celery.contrib.testing.worker import start_worker
    from django.core.management import call_command
    from django.db import connections

    from arena.accounts.models import User
    from arena.bots import submission
    from arena.bots.models import Version
    from arena.celery import app
    from arena.matches import queue
    from arena.matches.models import Match
    from referee.clock import Clock

    call_command("migrate", verbosity=0)
    slots = len(processors())
    author = User.objects.create_user("bench")
    versions = []
    for name in ("one", "two"):
        source = FIRST.read_bytes() + f"# {name}\n".encode()
        versions.append(submission.submit(author, "ecarte", name, source))

    def wait_until_none(matches) -> None:
        deadline = time.monotonic() + DEADLINE_SECONDS
        while matches.filter(settled=False).exists():
            if time.monotonic() > deadline:
                raise TimeoutError("the matches did not end in time")
            time.sleep(0.02)

    with start_worker(
        app,
        pool="threads",
        concurrency=slots,
        perform_ping_check=False,
        queues=Match.Queue.values,
        shutdown_timeout=30,
    ):
        wait_until_none(Match.objects.all())  # the qualifications, which warm everything up
        assert Version.objects.filter(state="qualified").count() == 2
        start = time.perf_counter()
        for _ in range(count):
            queue.create(
                "ecarte", {}, *versions, pairs=1, clock=Clock(), queue="ladder", rated=True
            )
        wait_until_none(Match.objects.filter(queue="ladder"))
        spent = time.perf_counter() - start
    finished = Match.objects.filter(queue="ladder", state="finished").count()
    connections.close_all()
    return Row(
        "matches through Celery (Écarté, 1 pair)",
        finished / spent,
        "matches/s",
        f"{finished} of {count} finished, {slots} slots",
    )
