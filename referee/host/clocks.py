"""The clocks of the kernel."""

import os
import time

from referee.host.system import LINUX, WINDOWS

# Whether the kernel tells how long a process ran, and how long it waited for a processor.
TELLS_WAITS = LINUX

# Before Python 3.13 the monotonic clock of Windows goes in steps of 16 ms.
now_ns = time.perf_counter_ns if WINDOWS else time.monotonic_ns


def open_own_statistics() -> int:
    """A descriptor of what the kernel tells of the calling thread: the nanoseconds that it ran and
    that it waited for a processor. -1 if it tells nothing."""
    if not TELLS_WAITS:
        return -1
    try:
        return os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return -1
