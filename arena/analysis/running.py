"""Analyses, one after the other: a thread that claims them, and a process that computes each.

``manage.py analysis`` is this thread alone, and the embedded arena has it beside its others. It
waits while matches that somebody asked for wait, and its processes have the lowest priority, so
that no match is delayed.
"""

import logging
import threading
import time
import uuid

from django.conf import settings
from django.db.models import Q

from arena.analysis import featured, queue
from arena.analysis.child import Child, JobFailed, JobLost
from arena.analysis.models import Analysis
from arena.analysis.subjects import Subject
from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    drop_connection,
    note_answer,
    note_outage,
    retry,
)

POLL_SECONDS = 1.0  # between two looks into an empty queue
LOOK_SECONDS = 0.25  # between two looks at a running job
KEEP_SECONDS = 2.0  # between two reports of a running job, which extend its lease
SWEEP_SECONDS = 10.0
AFTER_ERROR_SECONDS = 10.0
MOST_SECONDS = 1800.0  # of a job, without its pauses: it gets little of a busy machine

log = logging.getLogger(__name__)


class Analysing:
    """The thread. Call `start` and then `stop`, once each."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._repeat, name="analysis", daemon=True)
        self._sweep_due = 0.0

    def start(self) -> None:
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Gives a running analysis back to the queue."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _repeat(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                close_broken_connection()
                pause = 0.0 if self.step() else POLL_SECONDS
            except DatabaseAway as error:
                note_outage(error)
                pause = POLL_SECONDS
            except Exception:
                log.exception("could not analyse; the next try is in %g s", AFTER_ERROR_SECONDS)
                pause = AFTER_ERROR_SECONDS
            else:
                note_answer()
        drop_connection()

    def step(self) -> bool:
        """Does what is due: the sweep, and one analysis. Whether there was one."""
        now = time.monotonic()
        if now >= self._sweep_due:
            self._sweep_due = now + SWEEP_SECONDS
            queue.lose_expired()
            featured.sweep(self._stopping.is_set)
        if queue.matches_wait():
            return False
        analysis = queue.claim()
        if analysis is None:
            return False
        self._analyse(analysis)
        return True

    def _analyse(self, analysis: Analysis) -> None:
        token = analysis.token
        assert token is not None, "it is claimed"
        job = {
            "job": "analyse",
            "record": Subject.of(analysis).record(),
            "game": analysis.game - 1,
        }
        with Child(job) as child:
            watched = self._watch(child, token)
            if watched is None:
                retry(lambda: queue.release(token), self._stopping.is_set)
                return
            if not watched:
                return  # another process has it
            try:
                result = child.result()
            except JobLost as error:
                log.warning("%s: %s", analysis, error)
                retry(lambda: queue.lose(Q(token=token)), self._stopping.is_set)
                return
            except JobFailed as error:
                text = str(error)
                log.warning("%s: %s", analysis, text)
                retry(lambda: queue.fail(token, text), self._stopping.is_set)
                return
        retry(lambda: queue.finish(token, result), self._stopping.is_set)

    def _watch(self, child: Child, token: uuid.UUID) -> bool | None:
        """Waits for the job. True: it has ended; False: the claim is lost; None: the end of this
        process comes first."""
        worked, paused, keep_due = 0.0, False, 0.0
        while not child.wait(LOOK_SECONDS):
            if self._stopping.is_set():
                return None
            if not paused:
                worked += LOOK_SECONDS
            if worked > MOST_SECONDS:
                queue.fail(token, "its analysis took too long")
                return False
            now = time.monotonic()
            if now < keep_due:
                continue
            keep_due = now + KEEP_SECONDS
            try:
                close_broken_connection()
                if not queue.extend(token, 100 * child.done // max(child.of, 1)):
                    return False
                wait = queue.matches_wait()
            except DatabaseAway as error:
                note_outage(error)  # the job goes on; if its lease is lost, the next report tells
                continue
            note_answer()
            if wait != paused:
                paused = wait
                child.pause(paused)
        return True


def recover() -> None:
    """At the start of an embedded arena: no process analyses what is marked as running."""
    queue.lose()


def is_on() -> bool:
    """Whether this arena analyses games."""
    return bool(settings.ANALYSIS)
