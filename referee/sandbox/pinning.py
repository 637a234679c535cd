"""One processor for a thread and for the bots that it starts."""

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def pinned(cpu: int | None) -> Iterator[None]:
    """Keeps the calling thread, and what it starts meanwhile, on one processor."""
    if cpu is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
