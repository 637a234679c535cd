"""What happens at a table without a person's help, and when.

Everything is computed from times in the rows: since when a person is asked, away, or gone. The
table's `deadline` is the earliest of them, so that they can be swept. It may be too early, never
too late: presence moves some of them on without touching the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from django.conf import settings

from arena.tables.models import Seat, Table

# How long the others wait for a person who is away or has left.
PATIENCE = timedelta(seconds=60)


@dataclass(frozen=True)
class Deadline:
    """At `at` the game ends for `reason` (ending.py): by `seat`, unless that is None."""

    at: datetime
    reason: str
    seat: int | None = None


def next_deadline(table: Table, seats: Iterable[Seat]) -> Deadline | None:
    """The first that applies if nobody does anything; None if nothing ever happens by itself.

    Looks at the seats, in order, only if they matter: while bots play they do not.
    """
    return min(_deadlines(table, seats), key=attrgetter("at"), default=None)


def move_deadline(table: Table, seat: Seat) -> datetime | None:
    """When the person who is asked runs out of time; None without a clock."""
    if table.clock is None or table.asked is None:
        return None
    allowed = timedelta(seconds=table.clock["move_s"], milliseconds=seat.bank_ms or 0)
    return table.asked + allowed


def loses_when_gone(table: Table, seats: Sequence[Seat], seat: Seat) -> bool:
    """Whether a person who is gone loses by that alone when it is his turn.

    Where several others play on, they decide instead (absence.py). In an unrated game only a person
    who chose to leave loses.
    """
    if len(seats) > 2 and any(other.is_persons and not other.gone for other in seats):
        return False
    return seat.left is not None or (table.rated and seat.away is not None)


def _deadlines(table: Table, seats: Iterable[Seat]) -> list[Deadline]:
    idle = timedelta(minutes=settings.TABLE_IDLE_MINUTES)
    if table.state in (Table.State.OPEN, Table.State.WAITING):
        present = [seat.seen for seat in seats if seat.seen is not None]
        return [Deadline(max([table.touched, *present]) + idle, "untouched")]
    if table.state != Table.State.PLAYING or table.asked is None or table.asked_seat is None:
        return []
    seats = list(seats)
    seat = seats[table.asked_seat]
    found = []
    if (runs_out := move_deadline(table, seat)) is not None:
        found.append(Deadline(runs_out, "timeout", seat.number))
    if runs_out is None or (seat.gone is not None and not table.rated):
        # A slow clock holds no place longer for somebody who is not there.
        found.append(Deadline(max(table.touched, table.asked) + idle, "untouched"))
    if seat.gone is not None and loses_when_gone(table, seats, seat):
        found.append(Deadline(max(table.asked, seat.gone) + PATIENCE, "left", seat.number))
    return found
