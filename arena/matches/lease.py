"""The lease of an attempt, as the worker that plays it keeps it."""

import time
from uuid import UUID

from django.conf import settings

from arena.matches import lifecycle
from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    note_answer,
    note_outage,
)

# A cancelled match leaves its worker after this time.
CHECK_SECONDS = 2.0
AWAY_SECONDS = 1.0


class Lease:
    """The referee calls `keep` about once a second."""

    def __init__(self, token: UUID) -> None:
        self._token = token
        now = time.monotonic()
        self._check_due = now + CHECK_SECONDS
        self._extend_due = now + settings.MATCH_LEASE_SECONDS / 4

    def keep(self) -> None:
        """Extends the lease when a quarter of it has passed, and else checks the attempt now and
        then. Raises StaleAttempt when the attempt has ended.

        While the database is away play goes on: if another worker gets the match meanwhile, the
        next check tells.
        """
        now = time.monotonic()
        if now < min(self._check_due, self._extend_due):
            return
        try:
            close_broken_connection()
            if now >= self._extend_due:
                lifecycle.extend(self._token)
                self._extend_due = now + settings.MATCH_LEASE_SECONDS / 4
            else:
                lifecycle.check_current(self._token)
        except DatabaseAway as error:
            note_outage(error)
            self._check_due = self._extend_due = time.monotonic() + AWAY_SECONDS
        else:
            note_answer()
            self._check_due = now + CHECK_SECONDS
