"""Sending messages to the broker, which may be away: nothing is lost, because the rows are the
truth and a message is only a hint."""

import logging
import time
from collections.abc import Callable
from typing import Any

from kombu.exceptions import OperationalError

from arena.celery import app

# Without a broker a process tries again after this time: a broker that hangs must not hold up
# every match of a tournament.
PAUSE_SECONDS = 5.0

log = logging.getLogger(__name__)
_away_until = 0.0


def is_away() -> bool:
    """Whether the broker did not answer a moment ago."""
    return time.monotonic() < _away_until


def send(messages: Callable[[], int]) -> int:
    """What `messages` returns, which sends some and says how many. 0 without a broker: then it
    only logs one line."""
    global _away_until
    away: tuple[type[BaseException], ...] = (
        OperationalError,
        *app.connection_for_write().connection_errors,
    )
    try:
        sent = messages()
    except away as error:
        if not _away_until:
            log.warning("the broker is away: %s; housekeeping will wake idle workers", error)
        _away_until = time.monotonic() + PAUSE_SECONDS
        return 0
    if _away_until:
        log.warning("the broker is back")
        _away_until = 0.0
    return sent


def send_tasks(task: str, queue: str, arguments: list[tuple[Any, ...]], most: int) -> int:
    """Sends the task with each of these arguments, unless `most` messages are in the queue.

    Returns how many it sent. Raises what `send` catches.
    """
    pool: Any = app.pool
    with pool.acquire(block=True) as connection:
        connection.ensure_connection(max_retries=1, interval_start=0)
        waiting: int = connection.default_channel.queue_declare(queue).message_count
        missing = arguments[: max(0, most - waiting)]
        for one in missing:
            app.send_task(
                task, one, queue=queue, connection=connection, retry_policy={"max_retries": 1}
            )
    return len(missing)
