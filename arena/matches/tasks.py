"""The one Celery task, and what a worker does when it starts and ends."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import celeryd_after_setup, worker_init, worker_shutdown, worker_shutting_down
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from arena.celery import app
from arena.matches import worker, worker_process
from arena.matches.pool_folder import use_own_folder
from referee.host.processors import processors
from referee.sandbox import NoSandbox

log = logging.getLogger(__name__)


# A hint: it may be lost, late or sent twice. So it is acknowledged before it runs.
@shared_task(ignore_result=True)
def play() -> None:
    """Plays whatever waits for this slot."""
    worker.play_queued()


@worker_init.connect
def prepare(sender: Any, **_signal: object) -> None:
    """Adds the slot for urgent matches to those that the operator asked for."""
    if not _queues() & {app.conf.task_default_queue}:
        return
    use_own_folder()
    if not isinstance(sender.concurrency, int):
        sender.concurrency = len(processors())
    worker_process.prepare(sender.concurrency)
    sender.concurrency += 1
    # Workers need nothing of each other, and Celery's gossip fails when the broker goes away.
    sender.options |= {"without_gossip": True, "without_mingle": True}


@celeryd_after_setup.connect
def start(**_signal: object) -> None:
    """Ends a worker that cannot play at once, rather than at each match."""
    matches, tables = app.conf.task_default_queue, settings.TABLE_QUEUE
    if _queues() not in ({matches}, {tables}):
        raise SystemExit(
            "This worker would get neither matches nor tables alone: start it without -Q and -X, "
            f"or with -Q {tables} -P threads for tables."
        )
    try:
        box = worker_process.sandbox()
    except (NoSandbox, ValueError) as error:
        raise SystemExit(f"This worker cannot play matches: {error}") from None
    if box.tier == "off":
        log.warning("without a sandbox this worker plays only the bots of the house")
    if _queues() == {matches}:
        try:
            worker_process.lose_dead_workers()
        except DatabaseError as error:
            log.warning("the database does not answer yet: %s", error)
    connection.close()  # the parent of the pool needs none


@worker_shutting_down.connect
def stop(**_signal: object) -> None:
    worker_process.stop()


@worker_shutdown.connect
def fail(sender: Any, **_signal: object) -> None:
    """A worker that ended because it cannot play says so with its exit code."""
    if worker_process.broken.is_set():
        sender.exitcode = 1


def _queues() -> set[str]:
    return set(app.amqp.queues.consume_from)
