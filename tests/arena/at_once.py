"""Runs steps at the same time, each with its own database connection."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection


def at_once(steps: Sequence[Callable[[], object]]) -> None:
    """Runs each step in its own thread; all start together. Raises the exception of a step."""
    barrier = Barrier(len(steps))

    def run(step: Callable[[], object]) -> None:
        try:
            barrier.wait(10)
            step()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(steps)) as pool:
        for future in [pool.submit(run, step) for step in steps]:
            future.result(30)
