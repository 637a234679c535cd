"""The threads of this process that play steps, and the timer that starts them when they are due."""

import heapq
import logging
import threading
import time
from queue import SimpleQueue

from django.db import connection

from arena.matches.reconnect import DatabaseAway, close_broken_connection, note_outage
from arena.tables.worker import hinting, step_sweep, steps
from arena.tables.worker.warm_bots import WarmBots

THREADS = 8
SWEEP_SECONDS = 1.0

log = logging.getLogger(__name__)


class StepThreads:
    """Plays steps of tables in threads of its own, each of which has a database connection.

    Every second it ends the bots that have been warm for too long, and looks for tables whose hint
    was lost: so bots play on while the broker is away. Call `stop` at the end.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self.warm = WarmBots()
        self._codes: SimpleQueue[str | None] = SimpleQueue()
        self._waiting: dict[str, threading.Event] = {}  # by the codes that no thread has taken yet
        self._lock = threading.Lock()
        self._due: list[tuple[float, str]] = []
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        work = [(f"goat-table-{number}", self._work) for number in range(threads)]
        work += [("goat-table-timer", self._wait), ("goat-table-sweep", self._sweep)]
        self._threads = [threading.Thread(target=run, name=name, daemon=True) for name, run in work]
        for thread in self._threads:
            thread.start()

    def play(self, code: str) -> None:
        """One step of this table, if one is due, and the hints that people asked for. Waits until
        it is done."""
        self.soon(code).wait()

    def soon(self, code: str) -> threading.Event:
        """A step as soon as a thread is free. The event says when it is done.

        A table that waits for a thread already is not added again: on a busy machine hints and
        sweeps would pile up.
        """
        with self._lock:
            if (done := self._waiting.get(code)) is None:
                done = self._waiting[code] = threading.Event()
                self._codes.put(code)
        return done

    def later(self, code: str, seconds: float) -> None:
        """A step after so many seconds."""
        with self._changed:
            heapq.heappush(self._due, (time.monotonic() + seconds, code))
            self._changed.notify()

    def stop(self, seconds: float = 5.0) -> None:
        """Ends the threads and all bots. Steps in progress end if the worker is told to end."""
        self._stopping.set()
        with self._changed:
            self._changed.notify()
        for _ in self._threads:
            self._codes.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self.warm.end_all()

    def _work(self) -> None:
        while (code := self._codes.get()) is not None:
            with self._lock:
                done = self._waiting.pop(code)
            if not self._stopping.is_set():
                self._play(code)
            done.set()
        connection.close()

    def _play(self, code: str) -> None:
        try:
            wait = steps.run(code, self.warm)
        except DatabaseAway as error:
            note_outage(error)  # the sweep finds the table when it is back
            return
        except Exception:
            log.exception("a step of table %s failed", code)
        else:
            if wait is not None:
                self.later(code, wait)
        try:
            hinting.answer_requests(code)
        except DatabaseAway as error:
            note_outage(error)
        except Exception:
            log.exception("the hints at table %s failed", code)

    def _wait(self) -> None:
        while not self._stopping.is_set():
            with self._changed:
                now = time.monotonic()
                if not self._due or self._due[0][0] > now:
                    self._changed.wait(self._due[0][0] - now if self._due else None)
                now = time.monotonic()
                due = set()
                while self._due and self._due[0][0] <= now:
                    due.add(heapq.heappop(self._due)[1])
            for code in due:
                self.soon(code)

    def _sweep(self) -> None:
        while not self._stopping.wait(SWEEP_SECONDS):
            try:
                self.warm.end_expired()
                close_broken_connection()
                for code in step_sweep.overdue():
                    self.soon(code)
            except DatabaseAway as error:
                note_outage(error)
            except Exception:
                log.exception("the tables that are due could not be looked for")
        connection.close()
