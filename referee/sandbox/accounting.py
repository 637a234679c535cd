"""How long a process ran and how long it waited for a processor, from the kernel's statistics."""

import contextlib
import os
import time
from dataclasses import dataclass
from typing import NamedTuple


class Times(NamedTuple):
    """Nanoseconds since the process started, over all its threads.

    `processor_ns`: time on a processor, including threads that have ended. `wait_ns`: time ready
    to run, but without a processor. A thread that waits for another of the same process is not
    waiting for the machine, and two threads that wait at the same time count once. With one thread
    this is exactly its run-queue wait; with more, what the kernel's statistics leave open is not
    counted.
    """

    processor_ns: int = 0
    wait_ns: int = 0


@dataclass
class _Thread:
    """`ran` and `waited`: the values when last read. `mark`: what could explain a wait up to then,
    which is the time that the other threads had run plus the wait that had been counted."""

    descriptor: int
    mark: int
    ran: int = 0
    waited: int = 0


class Accounting:
    """Reads the times of one process. Descriptors stay open, because it is read at every move."""

    def __init__(self, pid: int | None) -> None:
        """`pid` None: a process that has ended already, whose times are all 0."""
        self._threads: dict[str, _Thread] = {}
        self._times = Times()
        self._ran = 0
        self._waited = 0
        # While the process has one thread: that thread, what ended threads had run, and what this
        # one had run and waited when last read.
        self._single: _Thread | None = None
        self._ran_before = 0
        self._last = (0, 0)
        self._tasks = -1
        if pid is not None:
            # The kernel's number of the CPU clock of process pid (CPUCLOCK_SCHED).
            self._clock = (~pid << 3) | 2
            with contextlib.suppress(OSError):
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
                self._tasks = os.open(f"/proc/{pid}/task", flags)

    def read(self) -> Times:
        """The current times; after the end of the process, those that were read last."""
        if self._tasks == -1:
            return self._times
        try:
            processor = time.clock_gettime_ns(self._clock)
            single = self._single
            if single is not None:
                # The case of most bots, in a third of the time. If another thread had run
                # meanwhile, this one would not have run as long as the process.
                statistics = os.pread(single.descriptor, 100, 0).split()
                ran, waited = int(statistics[0]), int(statistics[1])
                if processor - ran == self._ran_before:
                    self._last = (ran, waited)
                    self._times = Times(processor, self._waited + waited - single.waited)
                    return self._times
                self._count_single_thread(single)
            # The folder's link count: one for each thread, and two as for every folder.
            self._count_waiting(os.fstat(self._tasks).st_nlink - 2)
            self._check_single_thread(processor)
        except (OSError, ValueError, IndexError):
            return self._times
        self._times = Times(processor, self._waited)
        return self._times

    def pending_wait(self) -> int | None:
        """Whether a wait is under way that the times do not include yet, since the kernel records a
        wait when it ends.

        None if no thread is ready to run, otherwise a number that changes whenever the kernel
        records a wait. Call it after `read`, and rarely: it is slow.
        """
        ready, recorded = False, 0
        for name in list(self._threads):
            try:
                # After the command in parentheses, which may contain anything.
                ready |= self._text(name, "stat").rpartition(b")")[2].split()[0] == b"R"
                recorded += int(self._text(name, "schedstat").split()[2])
            except (OSError, IndexError):
                continue
        return recorded if ready else None

    def close(self) -> None:
        """Idempotent. `read` keeps returning the last times."""
        if self._tasks != -1:
            os.close(self._tasks)
            self._tasks = -1
        for thread in self._threads.values():
            os.close(thread.descriptor)
        self._threads.clear()

    def _count_waiting(self, threads: int) -> None:
        """Adds the part of the threads' new waits that nothing else explains: the longest, once.

        The kernel records a wait when it ends, so it may have started before the last reading.
        Therefore the time that other threads ran explains it from the reading before the thread's
        last recorded wait.
        """
        before = self._ran
        readings = self._read_threads(list(self._threads))
        # Listing the threads takes as long as all the rest, so do it only when there are new ones.
        if len(self._threads) != threads:
            readings += self._read_threads(self._new_threads())
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

    def _check_single_thread(self, processor: int) -> None:
        if len(self._threads) == 1:
            [thread] = self._threads.values()
            others = self._ran - thread.ran
            # A wait that began before the last reading may be explained by what others ran.
            if thread.mark == others + self._waited:
                self._single = thread
                self._ran_before = processor - thread.ran
                self._last = (thread.ran, thread.waited)

    def _count_single_thread(self, thread: _Thread) -> None:
        """Adds what a thread ran and waited while it was the only one."""
        ran, waited = self._last
        self._single = None
        self._ran += ran - thread.ran
        self._waited += waited - thread.waited
        thread.mark += waited - thread.waited
        thread.ran, thread.waited = ran, waited

    def _new_threads(self) -> list[str]:
        """Opens the statistics of threads that are new, and returns their names."""
        opened = []
        # A thread may end meanwhile. A kernel without these statistics reports no waits at all.
        with contextlib.suppress(OSError):
            for name in self._names():
                if name not in self._threads:
                    self._threads[name] = _Thread(self._open(name), self._ran + self._waited)
                    opened.append(name)
        return opened

    def _names(self) -> list[str]:
        return os.listdir(self._tasks)  # noqa: PTH208 - a descriptor

    def _open(self, name: str, file: str = "schedstat") -> int:
        """Opens the statistics of this thread, or another file about it. Raises OSError."""
        return os.open(f"{name}/{file}", os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._tasks)

    def _text(self, name: str, file: str) -> bytes:
        descriptor = self._open(name, file)
        try:
            return os.read(descriptor, 4096)
        finally:
            os.close(descriptor)

    def _read_threads(self, names: list[str]) -> list[tuple[_Thread, int, int]]:
        """Each thread with the time that it has run and waited. Forgets threads that have ended."""
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
