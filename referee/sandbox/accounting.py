"""How long a process ran and how long it waited for a processor, by the kernel's own books."""

import contextlib
import os
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Times:
    """Nanoseconds since the process began, of all its threads.

    `processor_ns`: spent on a processor, threads that have ended included. `wait_ns`: ready to
    run while the machine gave it none. A thread that waits for another of the same process is
    not waiting for the machine; so of each stretch between two readings the thread counts that
    waited longest, less what the others ran. With one thread that is its run-queue wait exactly.
    """

    processor_ns: int = 0
    wait_ns: int = 0


@dataclass
class _Thread:
    descriptor: int
    ran: int = 0
    waited: int = 0


class Accounting:
    """Reads the times of one process; the descriptors stay open, since it is read at every move."""

    def __init__(self, pid: int | None) -> None:
        """None: a process that has ended already, whose times are all 0."""
        self._threads: dict[str, _Thread] = {}
        self._times = Times()
        self._tasks = -1
        if pid is not None:
            # The kernel's number for "processor clock of process pid" (CPUCLOCK_SCHED).
            self._clock = (~pid << 3) | 2
            with contextlib.suppress(OSError):
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
                self._tasks = os.open(f"/proc/{pid}/task", flags)

    def read(self) -> Times:
        """The times by now; once the process has ended, the last that were read."""
        if self._tasks == -1:
            return self._times
        try:
            # The folder's links: one a thread, and two as every folder has.
            threads = os.fstat(self._tasks).st_nlink - 2
            processor = time.clock_gettime_ns(self._clock)
        except OSError:
            return self._times
        self._times = Times(processor, self._times.wait_ns + self._waited(threads))
        return self._times

    def close(self) -> None:
        """Idempotent; `read` keeps answering with the last times."""
        if self._tasks != -1:
            os.close(self._tasks)
            self._tasks = -1
        for thread in self._threads.values():
            os.close(thread.descriptor)
        self._threads.clear()

    def _waited(self, threads: int) -> int:
        """What the process waited since the last reading, of which that many threads are left."""
        steps = [step for name in [*self._threads] if (step := self._step(name)) is not None]
        # Listing them takes as long as all the rest, so only when there are new ones.
        if len(self._threads) != threads:
            for name in self._names():
                if name not in self._threads and (step := self._step(name)) is not None:
                    steps.append(step)
        total = sum(ran for ran, _ in steps)
        return max([0, *(waited - (total - ran) for ran, waited in steps)])

    def _names(self) -> list[str]:
        try:
            return os.listdir(self._tasks)  # noqa: PTH208 - a descriptor
        except OSError:
            return []

    def _step(self, name: str) -> tuple[int, int] | None:
        """What this thread ran and waited since it was last read; None if it has ended."""
        try:
            thread = self._threads.get(name)
            if thread is None:
                path = f"{name}/schedstat"
                descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._tasks)
                thread = self._threads[name] = _Thread(descriptor)
            ran, waited, _ = map(int, os.pread(thread.descriptor, 100, 0).split())
        except (OSError, ValueError):
            # Also where the kernel keeps no such books: then nobody is known to have waited.
            if thread := self._threads.pop(name, None):
                os.close(thread.descriptor)
            return None
        step = ran - thread.ran, waited - thread.waited
        thread.ran, thread.waited = ran, waited
        return step
