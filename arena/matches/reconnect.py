"""What workers and housekeeping do while the database is away: wait, and log one line.

Threads of a process that serves the site, where requests log outages too (arena/web/outage.py),
log them there: call `log_as_the_site` once.
"""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

from arena.matches.switch import Switch
from arena.web import outage

T = TypeVar("T")

log = logging.getLogger(__name__)

# Between two tries. An outage ends for every slot within this time.
TRY_EVERY_SECONDS = 1.0
# An outage is over when no process has noticed it for so long: one may have a connection while
# another gets none.
OVER_SECONDS = 3.0

# Also when it has no connection left to give, or ends a transaction that waits too long.
DatabaseAway = (OperationalError, InterfaceError)

_away = Switch()  # when a process of this worker last noticed the outage that is logged
_as_the_site = False


def log_as_the_site(yes: bool = True) -> None:
    """From now on outages are logged together with those that requests meet in this process."""
    global _as_the_site
    _as_the_site = yes


def retry(action: Callable[[], T], give_up: Callable[[], bool]) -> T | None:
    """What `action` returns; repeats it as long as the database is away.

    None if `give_up` says so meanwhile. `action` may run again after it succeeded, when only its
    answer was lost, so it must be idempotent.
    """
    while True:
        try:
            close_broken_connection()
            result = action()
        except DatabaseAway as error:
            note_outage(error)
            if give_up():
                return None
            time.sleep(TRY_EVERY_SECONDS)
        else:
            note_answer()
            return result


def note_outage(error: Exception) -> None:
    """Drops the thread's connection, and logs the outage if no process of this worker has."""
    drop_connection()
    if _as_the_site:
        outage.database.note(error)
        return
    known = _away.is_set()
    _away.set()
    if not known:
        log.warning("the database is away: %s", " ".join(str(error).split()))


def note_answer() -> None:
    """Logs the end of an outage that was logged."""
    if _away.is_set() and _away.seconds() > OVER_SECONDS:
        _away.clear()
        log.warning("the database is back")


class WithoutOutages(logging.Filter):
    """Keeps out the tracebacks of what failed because the database is away: the line of
    `note_outage` says so."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], DatabaseAway))


def close_broken_connection() -> None:
    """Closes this thread's connection if it broke, so that the next query opens a new one."""
    # Within a transaction, as in most tests, the connection is not this function's to close.
    if not connection.in_atomic_block:
        close_old_connections()


def drop_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()
