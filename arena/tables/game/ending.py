"""The end of a game at a table: with a result, or without one.

What follows from an end (ratings, a place for the next table) is done by receivers of
`table_ended`. They run after the commit, do nothing the second time, and are swept: a table whose
receivers failed stays unsettled, and housekeeping sends the signal again.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from arena.matches.reconnect import DatabaseAway, note_outage
from arena.tables import log
from arena.tables.models import Entry, Table
from arena.web.database_time import database_now

# Why a game ends that no bot's fault ends, besides `normal`: with a result …
TIMEOUT = "timeout"
RESIGN = "resigned"
LEFT = "left"
# … and without one.
ABORTED = "aborted"
UNTOUCHED = "untouched"
CALLED_OFF = "called_off"
ABSENT = "absent"
FAILED = "failed"

# Predicates after the name of the person who ended the game …
TEXTS = {
    TIMEOUT: _("ran out of time"),
    RESIGN: _("resigned"),
    LEFT: _("left the table"),
}
# … and why there is no result, in sentences. LEFT: before the second move, or before the game.
CLOSED_TEXTS = {
    LEFT: _("The table was left, so it was closed. It does not count."),
    ABORTED: _("The game was aborted. It does not count."),
    UNTOUCHED: _("Nobody touched this table for a while, so it was closed. It does not count."),
    CALLED_OFF: _("The game was ended without a result."),
    ABSENT: _("Somebody was not there when the game began. It does not count."),
    FAILED: _("The arena failed, so the game was ended. It does not count."),
}

SWEPT_AT_ONCE = 100

logger = logging.getLogger(__name__)

# Sent with `table` (over or closed) outside any transaction, at least once: a receiver locks the
# rows that it changes, and does nothing the second time.
table_ended = Signal()


def finish(
    table: Table, scores: Sequence[float], reason: str, fault: dict[str, Any] | None = None
) -> None:
    """Ends the game of a locked table with a result. Does nothing if it has ended.

    `scores` are by side. `fault` says who ended it, as in a record: side, seat, move, detail.
    """
    if not table.ended:
        table.score0, table.score1 = scores
        _end(table, Table.State.OVER, reason, fault)


def close(table: Table, reason: str, seat: int | None = None) -> None:
    """Ends a locked table without a result. Does nothing if it has ended. `seat`: who closed it."""
    if not table.ended:
        _end(table, Table.State.CLOSED, reason, None if seat is None else {"seat": seat})


def lose(table: Table, seat: int, reason: str) -> None:
    """Ends the game of a locked table: the side of a person's seat loses."""
    side = seat % 2
    moves = Entry.objects.filter(table=table, kind=Entry.Kind.MOVE).count()
    fault = {"side": side, "seat": seat, "move": moves, "detail": str(TEXTS[reason])}
    finish(table, (1.0 * side, 1.0 - side), reason, fault)


def settle(table_id: int) -> bool:
    """Sends `table_ended` for a table that has ended; returns whether the table is settled.

    Every receiver is called, even when another raises. The table is settled when none raised;
    otherwise the error is in the log, and the sweep settles it again. Raises DatabaseAway.
    """
    table = Table.objects.get(pk=table_id)
    if table.settled or not table.ended:
        return table.settled
    answers = table_ended.send_robust(sender=Table, table=table)
    failures = [answer for _receiver, answer in answers if isinstance(answer, Exception)]
    for failure in failures:
        if isinstance(failure, DatabaseAway):
            raise failure
    if failures:
        logger.error("%s is not settled: %d receivers failed", table, len(failures))
        return False
    Table.objects.filter(pk=table_id).update(settled=True)
    return True


def settle_ended() -> None:
    """Settles tables whose end somebody did not live to settle."""
    unsettled = Table.objects.filter(settled=False, state__in=Table.ENDED).order_by("pk")
    for table_id in unsettled.values_list("pk", flat=True)[:SWEPT_AT_ONCE]:
        settle(table_id)


def _end(table: Table, state: Table.State, reason: str, fault: dict[str, Any] | None) -> None:
    scores = None if state == Table.State.CLOSED else [table.score0, table.score1]
    table.state = state
    table.reason = reason
    table.fault = fault
    table.finished = database_now()
    table.asked = table.asked_seat = table.window = table.deadline = table.due = None
    table.step_token = table.step_until = None
    log.append(table, Entry.Kind.OVER, reason=reason, scores=scores, fault=fault)
    transaction.on_commit(lambda: _settle_soon(table.pk), robust=True)


def _settle_soon(table_id: int) -> None:
    """While the database is away that is left to the sweep."""
    try:
        settle(table_id)
    except DatabaseAway as error:
        note_outage(error)
