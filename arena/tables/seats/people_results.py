"""Hands the result of a finished table to the ratings of people (arena/people/results.py)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from arena.people import results
from arena.people.results import Sitter
from arena.tables.game import ending
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving, seating
from arena.web.database_time import database_now


def add_result(table: Table, **_signal: Any) -> None:
    """Adds the result of a table that is over. Does nothing the second time."""
    if table.state != Table.State.OVER or table.score0 is None or table.score1 is None:
        return
    finished = table.finished or database_now()
    seats = seating.seats_of(table)
    results.add(
        table.code,
        table.ruleset,
        table.options,
        [_sitter(seat, finished) for seat in seats],
        (table.score0, table.score1),
        reason=table.reason,
        finished=finished,
        at_fault=_at_fault(table, seats, finished),
        rated=table.rated,
        public=table.watchable,
    )


ending.table_ended.connect(add_result, dispatch_uid="add results of people")


def _at_fault(table: Table, seats: Sequence[Seat], finished: datetime) -> int | None:
    """The seat that ended the game alone. Persons agree to resign with their partners, if these are
    there; any other end is the doing of one seat."""
    seat: int | None = table.fault.get("seat") if table.fault else None
    if seat is None or table.reason != ending.RESIGN:
        return seat
    unasked = [
        one
        for one in seats
        if one.number != seat
        and one.number % 2 == seat % 2
        and one.is_persons
        and one.away is not None
        and one.left is None
        and (one.resigned is None or finished - one.resigned > leaving.PROPOSAL)
    ]
    return seat if unasked else None


def _sitter(seat: Seat, finished: datetime) -> Sitter:
    if seat.version is not None:
        return Sitter(bot=seat.version.bot)
    # After the end a person may leave the table as well, which changes nothing.
    left = seat.left if seat.left is not None and seat.left < finished else None
    if seat.stand_in_id is not None:
        left = left or seat.away or finished
    return Sitter(player=seat.player, left=left)
