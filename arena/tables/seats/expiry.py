"""Deadlines that have passed: looked at when somebody asks for the table, and swept."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Exists, Q

from arena.tables import log
from arena.tables.deadlines import next_deadline
from arena.tables.game import ending, pulse
from arena.tables.models import Seat, Table
from arena.tables.seats.leaving import end_by_leaving, end_unless_absent
from arena.web.database_time import database_now

SWEPT_AT_ONCE = 200


def expire(code: str, clock: Callable[[], datetime] = database_now) -> None:
    """Ends the game of this table if its time is over. A web process calls it before it does
    anything else there.

    Does nothing for a table that does not exist, and while the arena stands still.
    """
    now = clock()
    late = Q(deadline__lte=now) | Exists(pulse.late_web(now))
    if not Table.objects.filter(late, code=code).exists():
        return
    if pulse.nobody_can_answer(now):
        # This process can; the time before comes back before anybody's clock is looked at.
        pulse.beat(pulse.WEB, clock)
    due = Table.objects.filter(code=code, deadline__lte=now)
    if due.exists() and not pulse.stands(now):
        _expire(code, clock)


def sweep(clock: Callable[[], datetime] = database_now) -> None:
    """Expires all tables whose time is over."""
    now = clock()
    due = Table.objects.unfinished().filter(deadline__lte=now).order_by("deadline")
    codes = list(due.values_list("code", flat=True)[:SWEPT_AT_ONCE])
    if codes and not pulse.stands(now):
        for code in codes:
            _expire(code, clock)


def _expire(code: str, clock: Callable[[], datetime]) -> None:
    with log.locked(code) as table:
        deadline = next_deadline(table, Seat.objects.filter(table=table).order_by("number"))
        # Computed again under the lock: an answer may have been faster. log.locked stores it.
        if deadline is None or deadline.at > clock():
            return
        if deadline.reason == ending.UNTOUCHED or deadline.seat is None:
            ending.close(table, ending.UNTOUCHED)
        elif deadline.reason == ending.LEFT:
            end_by_leaving(table, deadline.seat)
        else:
            end_unless_absent(table, deadline.seat, deadline.reason)
