"""Database access from threads that play for minutes between two queries."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

T = TypeVar("T")

log = logging.getLogger(__name__)

# A database that is away for a moment must not cost a match that was played.
RETRY_AFTER_SECONDS = (0.5, 1, 2, 4, 8)

DatabaseAway = (OperationalError, InterfaceError)


def retry(action: Callable[[], T]) -> T | None:
    """What `action` returns; repeats it for a while as long as the database is away.

    None when the database stays away. `action` may run again after it succeeded, when only its
    answer was lost, so it must be idempotent.
    """
    for seconds in (*RETRY_AFTER_SECONDS, None):
        try:
            close_broken_connection()
            return action()
        except DatabaseAway as error:
            log.warning("the database does not answer: %s", error)
            drop_connection()
            if seconds is not None:
                time.sleep(seconds)
    log.error("gave up: the database stays away")
    return None


def close_broken_connection() -> None:
    """Closes this thread's connection if it broke, so that the next query opens a new one."""
    # Within a transaction, as in most tests, the connection is not this function's to close.
    if not connection.in_atomic_block:
        close_old_connections()


def drop_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()
