"""A place for each table that is played. A full table waits for one: first come, first served.

No game begins without people: a table whose people are all away keeps its position, and lets others
pass until somebody is back.
"""

from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from arena.tables import log
from arena.tables.game import turns
from arena.tables.game.ending import table_ended
from arena.tables.models import Seat, Table
from arena.web import news
from arena.web.database_time import database_now

# The key of PostgreSQL's advisory lock under which tables take places. It is always the last lock
# that a transaction takes, so nobody waits in a circle.
LOCK = 0x60A8


def begin_or_wait(table: Table) -> None:
    """Starts the game of a locked table whose seats are all taken, or queues it for a place."""
    table.waiting_since = table.waiting_since or database_now()
    _take_turns()
    if _free() > _ready().exclude(pk=table.pk).count():
        _begin(table)
    else:
        table.state = Table.State.WAITING


def position(table: Table) -> int | None:
    """The table's position among those that wait, from 1; None if it does not wait."""
    if table.state != Table.State.WAITING or table.waiting_since is None:
        return None
    return 1 + _waiting().filter(waiting_since__lt=table.waiting_since).count()


def start_waiting(**_signal: Any) -> None:
    """Starts the tables that have waited longest, as long as places are free. The others are told
    their positions, which change without a change to their rows."""
    for code in list(_ready().values_list("code", flat=True)[: max(0, _free())]):
        with log.locked(code) as table:
            _take_turns()
            if table.state == Table.State.WAITING and _free() > 0:
                _begin(table)
    for code in _waiting().values_list("code", flat=True):
        news.publish(code)


table_ended.connect(start_waiting, dispatch_uid="start waiting tables")


def _begin(table: Table) -> None:
    table.waiting_since = None
    table.touched = database_now()
    turns.begin(table)


def _waiting() -> QuerySet[Table]:
    return Table.objects.filter(state=Table.State.WAITING).order_by("waiting_since", "pk")


def _ready() -> QuerySet[Table]:
    """Those that wait, and at which somebody is."""
    there = Seat.objects.filter(table=OuterRef("pk"), away=None).exclude(player=None)
    return _waiting().filter(Exists(there))


def _free() -> int:
    return settings.TABLES_AT_ONCE - Table.objects.filter(state=Table.State.PLAYING).count()


def _take_turns() -> None:
    """Lets one transaction at a time take a place. SQLite has one writer at a time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT PG_ADVISORY_XACT_LOCK(%s)", [LOCK])
