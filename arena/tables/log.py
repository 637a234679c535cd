"""The log of a table: append-only, numbered under the lock of the table's row.

Everything that changes a table does it inside `locked`. When the transaction commits, watchers
learn of it (news.py), and idle workers of a step that is due or will be (hints.py).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from arena.matches.database_time import database_now
from arena.tables import hints, news
from arena.tables.deadlines import next_deadline
from arena.tables.models import Entry, Seat, Table


@contextmanager
def locked(code: str) -> Iterator[Table]:
    """The table, whose row stays locked until the block ends; then it is saved.

    Its deadline follows from what the block has made of it (deadlines.py).
    Raises Table.DoesNotExist. An exception in the block undoes everything in it.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(code=code)
        yield table
        seats = list(Seat.objects.filter(table=table).order_by("number"))
        deadline = next_deadline(table, seats)
        table.deadline = deadline.at if deadline else None
        table.changes += 1
        table.save()
        # A step that holds the row looks again before it gives it back.
        if table.state == Table.State.PLAYING and table.due and not table.step_token:
            transaction.on_commit(lambda: hints.hint(code), robust=True)
        transaction.on_commit(lambda: news.publish(code), robust=True)


def append(table: Table, kind: Entry.Kind, seat: int | None = None, **data: Any) -> Entry:
    """Adds an entry. Only inside `locked`, which stores the new number of entries."""
    table.entries += 1
    return Entry.objects.create(
        table=table, number=table.entries, kind=kind, seat=seat, data=data, at=database_now()
    )
