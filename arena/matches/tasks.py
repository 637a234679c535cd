"""The tasks that Celery delivers, and what a worker does when it starts and stops.

A task is only a hint: delivered twice or late it does nothing, and one that is lost is sent again.
"""

import logging

from celery import shared_task
from celery.signals import celeryd_after_setup, worker_init, worker_shutting_down
from django.db import Error as DatabaseError

from arena.matches import lifecycle, worker
from referee.sandbox import NoSandbox

log = logging.getLogger(__name__)


# Acknowledged when it is done, so that a broker that cares delivers a dead worker's task again.
@shared_task(acks_late=True, ignore_result=True)
def play_match(match_id: int) -> None:
    worker.play(match_id)


# Worth nothing once the next one is due.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    lifecycle.sweep()


worker_init.connect(worker.prepare)
worker_shutting_down.connect(worker.stop)


@celeryd_after_setup.connect
def start(**_signal: object) -> None:
    """A worker that cannot hold bots in says so at once instead of at each match."""
    try:
        worker.sandbox()
    except (NoSandbox, ValueError) as error:
        raise SystemExit(f"This worker can play no match: {error}") from None
    try:
        worker.forget_the_dead()
    except DatabaseError as error:
        log.warning("the database does not answer yet: %s", error)
