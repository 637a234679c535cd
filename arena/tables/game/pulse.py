"""When the arena stands still, people's clocks stand too.

The web processes and the housekeeping each touch their row every two seconds. While one of them is
late no clock runs out. When it returns after a gap, all times from which deadlines follow move on
by the gap: once, although several processes may notice it. Nobody can cause a gap from outside.
"""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.db.models import Case, DateTimeField, F, QuerySet, Value, When
from django.db.models.expressions import Combinable

from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    note_answer,
    note_outage,
)
from arena.tables.models import Pulse, Seat, Table
from arena.web import news
from arena.web.database_time import database_now

EVERY_SECONDS = 2.0
LATE = timedelta(seconds=5)

WEB = "web"
HOUSEKEEPING = "housekeeping"
# Until when the times have been moved on: two gaps at the same time count once.
MOVED = "moved"

# The times from which deadlines follow. The tables' deadlines are computed again when swept.
_OF_TABLES = ("asked", "touched")
_OF_SEATS = ("seen", "away", "left", "wait_since", "resigned")

log = logging.getLogger(__name__)


def beat(kind: str, clock: Callable[[], datetime] = database_now) -> None:
    """Says that processes of this kind are alive; after a gap, moves the times on."""
    with transaction.atomic():
        first = [
            Pulse(kind=kind, at=clock()),
            Pulse(kind=MOVED, at=datetime(2000, 1, 1, tzinfo=UTC)),
        ]
        Pulse.objects.bulk_create(first, ignore_conflicts=True)
        # In one order for all: the row of the moved times is the lock.
        moved = Pulse.objects.select_for_update().get(kind=MOVED)
        pulse = Pulse.objects.select_for_update().get(kind=kind)
        now = clock()
        if now - pulse.at > LATE:
            _move_on(max(pulse.at, moved.at), now)
            Pulse.objects.filter(kind=MOVED).update(at=now)
        Pulse.objects.filter(kind=kind).update(at=now)


def stands(now: datetime) -> bool:
    """Whether the arena stands still, so that no clock runs out. A kind that has never been here
    does not count."""
    return Pulse.objects.exclude(kind=MOVED).filter(at__lt=now - LATE).exists()


def nobody_can_answer(now: datetime) -> bool:
    """Whether no web process is there."""
    return late_web(now).exists()


def late_web(now: datetime) -> QuerySet[Pulse]:
    """The row of the web processes, if none of them is there."""
    return Pulse.objects.filter(kind=WEB, at__lt=now - LATE)


def _move_on(start: datetime, end: datetime) -> None:
    """Makes up for the time from `start` to `end`, in which the arena stood still."""
    if end <= start:
        return
    gap = (end - start).total_seconds()
    log.info("the arena stood still for %.1f s, and the clocks at tables with it", gap)
    unfinished = Table.objects.unfinished()
    codes = list(unfinished.values_list("code", flat=True))
    times = {name: _moved(name, start, end) for name in _OF_TABLES}
    unfinished.update(changes=F("changes") + 1, **times)
    seats = Seat.objects.filter(table__state__in=Table.UNFINISHED)
    seats.update(**{name: _moved(name, start, end) for name in _OF_SEATS})
    for code in codes:
        transaction.on_commit(partial(news.publish, code), robust=True)


def _moved(name: str, start: datetime, end: datetime) -> Combinable:
    """A time before the gap moves on by the gap; one in it is as if it were its end."""
    return Case(
        When(**{f"{name}__lte": start}, then=F(name) + Value(end - start)),
        When(**{f"{name}__lt": end}, then=Value(end)),
        default=F(name),
        output_field=DateTimeField(),
    )


class WebPulse:
    """A thread that says that this web process is alive. Call `start` and then `stop`, once each;
    a process that ends need not stop it."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(5)

    def _beat(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            pause = EVERY_SECONDS
            try:
                close_broken_connection()
                beat(WEB)
            except DatabaseAway as error:
                note_outage(error)
            except Exception:
                log.exception("this web process could not say that it is alive")
            else:
                note_answer()
        connection.close()
