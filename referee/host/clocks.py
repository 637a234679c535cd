"""The clocks of the kernel."""

import contextlib
import os
import time

from referee.host.system import LINUX, WINDOWS

# Whether the kernel tells how long a process ran, and how long it waited for a processor.
TELLS_WAITS = LINUX

# Before Python 3.13 the monotonic clock of Windows goes in steps of 16 ms.
now_ns = time.perf_counter_ns if WINDOWS else time.monotonic_ns


class ThreadWait:
    """How long the thread that creates it has waited for a processor, in nanoseconds.

    Read from the kernel's accounting through a descriptor that stays open: less than a microsecond
    a reading. Always 0 where there is no such accounting.
    """

    def __init__(self) -> None:
        self._file = -1
        if TELLS_WAITS:
            with contextlib.suppress(OSError):
                self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def read(self) -> int:
        return int(os.pread(self._file, 80, 0).split()[1]) if self._file >= 0 else 0

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
