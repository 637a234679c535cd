"""How long a process ran and how long it waited for a processor, by the kernel's own books."""

import contextlib
import os
import time
from dataclasses import dataclass
from typing import NamedTuple


class Times(NamedTuple):
    """Nanoseconds since the process began, of all its threads.

    `processor_ns`: spent on a processor, threads that have ended included. `wait_ns`: ready to
    run while the machine gave it none. A thread that waits for another of the same process is
    not waiting for the machine, and two that wait at once wait once. With one thread this is its
    run-queue wait exactly; with more, what the kernel's books leave open is not counted.
    """

    processor_ns: int = 0
    wait_ns: int = 0


@dataclass
class _Thread:
    """`ran` and `waited` when last read. `mark`: what could explain a wait by then, that is what
    the other threads had run and what waiting had been counted."""

    descriptor: int
    mark: int
    ran: int = 0
    waited: int = 0


class Accounting:
    """Reads the times of one process; the descriptors stay open, since it is read at every move."""

    def __init__(self, pid: int | None) -> None:
        """None: a process that has ended already, whose times are all 0."""
        self._threads: dict[str, _Thread] = {}
        self._times = Times()
        self._ran = 0
        self._waited = 0
        # While the process has one thread: that one, what threads that are gone had run, and what
        # it had run and waited when last read.
        self._alone: _Thread | None = None
        self._ran_before = 0
        self._last = (0, 0)
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
            processor = time.clock_gettime_ns(self._clock)
            alone = self._alone
            if alone is not None:
                # As in most bots, and in a third of the time. If another thread had run
                # meanwhile, this one would not have run as long as the process.
                books = os.pread(alone.descriptor, 100, 0).split()
                ran, waited = int(books[0]), int(books[1])
                if processor - ran == self._ran_before:
                    self._last = (ran, waited)
                    self._times = Times(processor, self._waited + waited - alone.waited)
                    return self._times
                self._count_alone(alone)
            # The folder's links: one a thread, and two as every folder has.
            self._count_waiting(os.fstat(self._tasks).st_nlink - 2)
            self._look_whether_alone(processor)
        except (OSError, ValueError, IndexError):
            return self._times
        self._times = Times(processor, self._waited)
        return self._times

    def pending_wait(self) -> int | None:
        """Whether waiting goes on that is not in the times yet, since the kernel books a wait when
        it ends: None if no thread is ready to run, else a number that changes with each booking.

        To be asked after `read`, and seldom.
        """
        ready, bookings = False, 0
        for name in list(self._threads):
            try:
                # After the command in parentheses, which may hold anything.
                ready |= self._text(name, "stat").rpartition(b")")[2].split()[0] == b"R"
                bookings += int(self._text(name, "schedstat").split()[2])
            except (OSError, IndexError):
                continue
        return bookings if ready else None

    def close(self) -> None:
        """Idempotent; `read` keeps answering with the last times."""
        if self._tasks != -1:
            os.close(self._tasks)
            self._tasks = -1
        for thread in self._threads.values():
            os.close(thread.descriptor)
        self._threads.clear()

    def _count_waiting(self, threads: int) -> None:
        """Counts of each thread's new waiting what nothing else explains; the longest, once.

        The kernel books a wait when it ends, so it may have begun before the last reading: what
        others ran explains it from the reading before the thread's last wait was booked.
        """
        before = self._ran
        readings = self._look(list(self._threads))
        # Listing them takes as long as all the rest, so only when there are new ones.
        if len(self._threads) != threads:
            readings += self._look(self._newcomers())
        self._ran += sum(ran - thread.ran for thread, ran, _ in readings)
        longest = 0
        marks: list[tuple[_Thread, int]] = []
        for thread, ran, waited in readings:
            if waited > thread.waited:
                explained = self._ran - ran + self._waited - thread.mark
                longest = max(longest, waited - thread.waited - explained)
                marks.append((thread, before - thread.ran))
            thread.ran, thread.waited = ran, waited
        self._waited += longest
        for thread, others in marks:
            thread.mark = others + self._waited

    def _look_whether_alone(self, processor: int) -> None:
        if len(self._threads) == 1:
            [thread] = self._threads.values()
            others = self._ran - thread.ran
            # A wait that began before the last reading may be explained by what others ran.
            if thread.mark == others + self._waited:
                self._alone = thread
                self._ran_before = processor - thread.ran
                self._last = (thread.ran, thread.waited)

    def _count_alone(self, thread: _Thread) -> None:
        """Counts what a thread that is not alone any more ran and waited while it was."""
        ran, waited = self._last
        self._alone = None
        self._ran += ran - thread.ran
        self._waited += waited - thread.waited
        thread.mark += waited - thread.waited
        thread.ran, thread.waited = ran, waited

    def _newcomers(self) -> list[str]:
        """The threads that were not there before, whose books are opened."""
        opened = []
        # A thread may end meanwhile; and where the kernel keeps no such books, nobody ever waits.
        with contextlib.suppress(OSError):
            for name in self._names():
                if name not in self._threads:
                    self._threads[name] = _Thread(self._open(name), self._ran + self._waited)
                    opened.append(name)
        return opened

    def _names(self) -> list[str]:
        return os.listdir(self._tasks)  # noqa: PTH208 - a descriptor

    def _open(self, name: str, file: str = "schedstat") -> int:
        """The books of the thread of this name, or another file about it. Raises OSError."""
        return os.open(f"{name}/{file}", os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._tasks)

    def _text(self, name: str, file: str) -> bytes:
        descriptor = self._open(name, file)
        try:
            return os.read(descriptor, 4096)
        finally:
            os.close(descriptor)

    def _look(self, names: list[str]) -> list[tuple[_Thread, int, int]]:
        """Each thread with what it has run and waited; those that have ended are forgotten."""
        readings = []
        for name in names:
            thread = self._threads[name]
            try:
                ran, waited, _ = map(int, os.pread(thread.descriptor, 100, 0).split())
            except (OSError, ValueError):
                os.close(thread.descriptor)
                del self._threads[name]
            else:
                readings.append((thread, ran, waited))
        return readings
