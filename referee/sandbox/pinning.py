"""Keeps a thread, and the bots that it starts, on one processor."""

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def pinned(cpu: int | None) -> Iterator[None]:
    """Keeps the calling thread, and the processes that it starts meanwhile, on this processor.

    None: on any. Raises OSError for a processor that does not exist.
    """
    if cpu is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
