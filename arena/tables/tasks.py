"""The Celery task of tables, and what a worker of the queue ``table`` does at its start and end.

celery -A arena worker -Q table -P threads -c 8
"""

from typing import Any

from celery import shared_task
from celery.concurrency import get_implementation
from celery.signals import worker_init, worker_shutdown
from django.conf import settings

from arena.celery import app
from arena.matches import worker_process
from arena.tables.worker.step_threads import StepThreads

_threads: StepThreads | None = None


# A hint, as in arena/matches/tasks.py.
@shared_task(ignore_result=True)
def step(code: str) -> None:
    """Plays a step of this table, if one is due."""
    if _threads is not None and not worker_process.stopping.is_set():
        _threads.play(code)


@worker_init.connect
def prepare(sender: Any, **_signal: object) -> None:
    global _threads
    if settings.TABLE_QUEUE not in app.amqp.queues.consume_from:
        return
    pool = get_implementation(sender.pool_cls).__module__
    if not pool.endswith((".thread", ".solo")):
        # Bots that stay warm belong to a process, and steps wait for them more than they compute.
        raise SystemExit("A worker of tables works in threads: start it with -P threads.")
    worker_process.prepare(slots=0)
    _threads = StepThreads(sender.concurrency)
    # As for matches.
    sender.options |= {"without_gossip": True, "without_mingle": True}


@worker_shutdown.connect
def end(**_signal: object) -> None:
    global _threads
    if _threads is not None:
        _threads.stop()
        _threads = None
