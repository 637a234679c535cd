"""A server that is away is worth one line in the log when it goes and one when it returns.

Everything that meets the error of an outage tells the `Outage`, however often that is.
"""

import logging
import sqlite3
import threading
import time

from django.db import InterfaceError, OperationalError
from django.db.backends.signals import connection_created

# An outage that begins so soon after another is the same one, and is not logged again.
SAME_SECONDS = 30.0

# The classes of SQLSTATE for connections and for resources, and three states of a shutdown.
AWAY_STATES = ("08", "53", "57P01", "57P02", "57P03")
AWAY_SQLITE = tuple(
    f"SQLITE_{name}" for name in ("BUSY", "LOCKED", "FULL", "IOERR", "READONLY", "CANTOPEN")
)

log = logging.getLogger(__name__)


class Outage:
    """Whether a server is away, as far as this process knows."""

    def __init__(self, server: str) -> None:
        """`server` begins the lines in the log, as in "the database is away"."""
        self._server = server
        self._lock = threading.Lock()
        self._since: float | None = None  # of an outage that is logged and has not ended
        self._last = float("-inf")  # when something last met the error

    def note(self, error: BaseException) -> None:
        """Something has met this error because the server is away."""
        now = time.monotonic()
        with self._lock:
            first = self._since is None and now - self._last > SAME_SECONDS
            if first:
                self._since = now
            self._last = now
        if first:
            reason = str(error).strip().partition("\n")[0] or type(error).__name__
            log.error("%s is away: %s", self._server, reason)

    def ended(self) -> None:
        """The server has answered."""
        with self._lock:
            since, self._since = self._since, None
        if since is not None:
            log.warning("%s is back, after %.0f s", self._server, time.monotonic() - since)


database = Outage("the database")


def of_the_database(error: BaseException | None) -> bool:
    """Whether this error says that the database is away, rather than that a query is wrong."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(AWAY_SQLITE)
    state = getattr(cause, "sqlstate", None)  # None: there is no connection that could tell
    return state is None or state.startswith(AWAY_STATES)


def _connected(**_signal: object) -> None:
    database.ended()


# Every outage breaks all connections, so its end is a new one.
connection_created.connect(_connected)
