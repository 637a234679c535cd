"""Housekeeping: a thread for each periodic task, so that none waits for another, and one for all
those that can wait.

The embedded arena runs these threads in its one process, and ``manage.py housekeeping`` in a
process of its own. Nothing here ever waits for a worker that plays.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from django.db import connection

from arena.housekeeping.lead import Election
from arena.housekeeping.periodic import PERIODIC, PeriodicTask
from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    drop_connection,
    note_answer,
    note_outage,
)

# While the database is away, while another process leads, and to renew the lead.
POLL_SECONDS = 1.0
# A task that fails runs again after this time, or when it is due if that is later.
AFTER_ERROR_SECONDS = 10.0
# A task that runs less often than this gives its database connection back meanwhile.
KEEP_CONNECTION_SECONDS = 2.0

# How long the end of the process waits until the lead is given back.
LEAD_PATIENCE = 5.0

log = logging.getLogger(__name__)


class Housekeeping:
    """The threads. Call `start` and then `stop`, once each."""

    def __init__(
        self, tasks: Iterable[PeriodicTask] = PERIODIC, election: Election | None = None
    ) -> None:
        """`election`: if several processes may do the housekeeping."""
        self._stopping = threading.Event()
        self._election = election
        lanes: dict[str, list[PeriodicTask]] = {}
        for task in tasks:
            lanes.setdefault(task.lane, []).append(task)
        # Each thread, and how long `stop` waits for it at most.
        self._threads = [
            (_thread(lane, partial(self._repeat, shared)), max(task.patience for task in shared))
            for lane, shared in lanes.items()
        ]
        if election:
            self._threads.append((_thread("lead", self._stand), LEAD_PATIENCE))

    def start(self) -> None:
        for thread, _patience in self._threads:
            thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Lets the tasks that run finish, for a while."""
        self._stopping.set()
        began = time.monotonic()
        for thread, patience in self._threads:
            thread.join(max(0.0, began + min(seconds, patience) - time.monotonic()))

    def _repeat(self, tasks: Sequence[PeriodicTask]) -> None:
        now = time.monotonic()
        due = {task.name: now + task.grace for task in tasks}
        while True:
            task = min(tasks, key=lambda task: due[task.name])
            if self._stopping.wait(max(0.0, due[task.name] - time.monotonic())):
                break
            idle = self._election is not None and not self._election.leads
            pause = POLL_SECONDS if idle else self._run(task)
            due[task.name] = time.monotonic() + pause
        connection.close()

    def _run(self, task: PeriodicTask) -> float:
        """Runs the task once. Returns the seconds to its next run."""
        try:
            close_broken_connection()
            task.run()
        except DatabaseAway as error:
            note_outage(error)
            self._wait_for_database()
            return task.grace
        except Exception:
            pause = max(AFTER_ERROR_SECONDS, task.seconds)
            log.exception("could not %s; the next try is in %g s", task.name, pause)
            return pause
        note_answer()
        if task.seconds > KEEP_CONNECTION_SECONDS:
            drop_connection()
        return task.seconds

    def _wait_for_database(self) -> None:
        while not self._stopping.wait(POLL_SECONDS):
            try:
                connection.ensure_connection()
            except DatabaseAway as error:
                note_outage(error)
            else:
                return

    def _stand(self) -> None:
        assert self._election is not None
        pause = 0.0
        while not self._stopping.wait(pause):
            pause = POLL_SECONDS
            led = self._election.leads
            try:
                close_broken_connection()
                self._election.stand()
            except DatabaseAway as error:
                note_outage(error)
            except Exception:
                log.exception("could not stand for the lead")
                pause = AFTER_ERROR_SECONDS
            if led != self._election.leads:
                log.info("this process %s", "stands by" if led else "does the housekeeping")
        with suppress(*DatabaseAway):
            self._election.resign()
        connection.close()


def _thread(name: str, run: Callable[[], None]) -> threading.Thread:
    return threading.Thread(target=run, name=name, daemon=True)
