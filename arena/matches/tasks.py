"""The Celery tasks of matches, and what a worker does when it starts and stops.

A task is only a hint: a second or a late one does nothing, and a lost one is sent again.
"""

import logging

from celery import shared_task
from celery.signals import celeryd_after_setup, worker_init, worker_shutting_down
from django.db import Error as DatabaseError

from arena.matches import worker
from arena.matches.sweep import sweep as sweep_matches
from referee.sandbox import NoSandbox

log = logging.getLogger(__name__)


# Acknowledged when it is done, so that a broker that can delivers a dead worker's task again.
@shared_task(acks_late=True, ignore_result=True)
def play_match(match_id: int) -> None:
    worker.play(match_id)


# Expires because the next one replaces it.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    sweep_matches()


worker_init.connect(worker.prepare)
worker_shutting_down.connect(worker.stop)


@celeryd_after_setup.connect
def start(**_signal: object) -> None:
    """Ends a worker that cannot sandbox bots at once, rather than at each match."""
    try:
        worker.sandbox()
    except (NoSandbox, ValueError) as error:
        raise SystemExit(f"This worker cannot play matches: {error}") from None
    try:
        worker.lose_dead_workers()
    except DatabaseError as error:
        log.warning("the database does not answer yet: %s", error)
