"""The places of a worker for matches that are not urgent: one for each of its slots.

A worker has one slot more than places, so an urgent match need not wait for a long one. A place is
a lock (flock) on a file in memory, so the kernel frees it when its holder dies, however it dies.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

_files: list[int] = []


def set_places(count: int) -> None:
    """Gives this process, and those forked from it later, `count` places, all free."""
    while _files:
        os.close(_files.pop())
    _files.extend(os.memfd_create(f"place-{number}") for number in range(count))


@contextmanager
def take_place() -> Iterator[bool]:
    """Holds a free place, if there is one; yields whether. Without `set_places` there always is."""
    lock = _free_place()
    try:
        yield lock is not None or not _files
    finally:
        if lock is not None:
            os.close(lock)


def _free_place() -> int | None:
    for file in _files:
        # Opened again, because a lock belongs to an open file and not to a process.
        lock = os.open(f"/proc/self/fd/{file}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return lock
    return None
