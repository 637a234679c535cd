"""The processors of this machine, and keeping a thread on one of them."""

import os
from collections.abc import Iterable

from referee.host.system import LINUX

# Whether a thread, and the processes that it starts, can be kept on a processor.
BINDS = LINUX


def processors() -> list[int]:
    """The processors that the calling thread may use."""
    if BINDS:
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def bind(cpus: Iterable[int]) -> None:
    """Keeps the calling thread on these processors, if BINDS. Raises OSError for one that does not
    exist."""
    if BINDS:
        os.sched_setaffinity(0, cpus)
