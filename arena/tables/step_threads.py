"""The threads of this process that play steps, and the timer that starts them when they are due."""

import heapq
import logging
import threading
import time
from queue import SimpleQueue

from django.db import connection

from arena.tables import hinting, steps
from arena.tables.warm_bots import WarmBots

THREADS = 8
_EXPIRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class StepThreads:
    """Plays steps of tables: in its own threads (`soon`, `later`) or in the caller's (`play`).

    The bots that stay warm between steps are those of this object. Call `stop` at the end.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self.warm = WarmBots()
        self._codes: SimpleQueue[str | None] = SimpleQueue()
        self._due: list[tuple[float, str]] = []
        self._changed = threading.Condition()
        self._ended = False
        self._threads = [
            threading.Thread(target=self._work, name=f"goat-table-{number}", daemon=True)
            for number in range(threads)
        ]
        self._timer = threading.Thread(target=self._wait, name="goat-table-timer", daemon=True)
        for thread in (*self._threads, self._timer):
            thread.start()

    def play(self, code: str) -> None:
        """One step of this table, if one is due, and the hints that people asked for.

        Notes when the next step is due.
        """
        try:
            wait = steps.run(code, self.warm)
        except Exception:
            log.exception("a step of table %s failed", code)
        else:
            if wait is not None:
                self.later(code, wait)
        try:
            hinting.answer_requests(code)
        except Exception:
            log.exception("the hints at table %s failed", code)

    def soon(self, code: str) -> None:
        """A step in a thread of its own."""
        self._codes.put(code)

    def later(self, code: str, seconds: float) -> None:
        """A step after so many seconds."""
        with self._changed:
            heapq.heappush(self._due, (time.monotonic() + seconds, code))
            self._changed.notify()

    def stop(self, seconds: float = 5.0) -> None:
        """Ends the threads and all bots. Steps in progress end if the worker is told to end."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        for _ in self._threads:
            self._codes.put(None)
        deadline = time.monotonic() + seconds
        for thread in (self._timer, *self._threads):
            thread.join(max(0.0, deadline - time.monotonic()))
        self.warm.end_all()

    def _work(self) -> None:
        while not self._ended and (code := self._codes.get()) is not None:
            self.play(code)
        connection.close()

    def _wait(self) -> None:
        expiry = time.monotonic() + _EXPIRY_SECONDS
        while not self._ended:
            with self._changed:
                first = self._due[0][0] if self._due else expiry
                pause = min(first, expiry) - time.monotonic()
                if pause > 0:
                    self._changed.wait(pause)
                now = time.monotonic()
                due = set()
                while self._due and self._due[0][0] <= now:
                    due.add(heapq.heappop(self._due)[1])
            for code in due:
                self.soon(code)
            if now >= expiry:
                expiry = now + _EXPIRY_SECONDS
                self.warm.end_expired()
