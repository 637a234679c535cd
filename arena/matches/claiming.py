"""How a worker's slot gets its next match."""

import time

from django.db import connection, transaction

from arena.matches import lifecycle, remote_bots
from arena.matches.fair_order import Slot, next_matches
from arena.matches.models import Attempt

# The key of PostgreSQL's advisory lock under which claims take turns, and how long one waits.
LOCK = 0x60A7
LOCK_SECONDS = 1.0
HANGING_SECONDS = 10
_RETRY_SECONDS = 0.005


def claim_next(worker: str, slot: Slot) -> Attempt | None:
    """Claims the next match in the fair order that the slot may play; None if there is none.

    A match of a remote bot that cannot play now makes room for the next one.
    """
    with transaction.atomic():
        _take_turns()
        postponed = True
        while postponed:
            postponed = False
            for match_id in next_matches(slot):
                if remote_bots.postpone(match_id):
                    postponed = True
                elif attempt := lifecycle.claim(match_id, worker):
                    return attempt
    return None


def _take_turns() -> None:
    """Lets one transaction at a time claim, so that each sees what the others play.

    A worker that hangs while it claims must not hold up all others: after a second the claim goes
    on without the lock, and is then only nearly fair. The database ends the one that hangs.
    """
    if connection.vendor != "postgresql":
        return  # SQLite has one writer at a time
    deadline = time.monotonic() + LOCK_SECONDS
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{HANGING_SECONDS}s'")
        while time.monotonic() < deadline:
            cursor.execute("SELECT PG_TRY_ADVISORY_XACT_LOCK(%s)", [LOCK])
            if cursor.fetchone()[0]:
                return
            time.sleep(_RETRY_SECONDS)
