"""The log of a table: append-only, numbered under the lock of the table's row.

Everything that changes a table does it inside `locked`. When the transaction commits, watchers
learn of it (web/news.py), and idle workers of a step that is due or will be (hints.py).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from arena.tables import hints
from arena.tables.deadlines import next_deadline
from arena.tables.models import Entry, Seat, Table
from arena.web import news
from arena.web.database_time import database_now

# What a step writes to hold the row. Nobody sees it.
_HOLD = {"step_token", "step_until", "step_failures"}


@contextmanager
def locked(code: str, *, of_step: bool = False) -> Iterator[Table]:
    """The table, whose row stays locked until the block ends; then what has changed is saved.

    Its deadline follows from what the block has made of it (deadlines.py). `of_step`: the block
    changes nothing but the row and the log, so nobody is told if the step only takes the row.
    Raises Table.DoesNotExist. An exception in the block undoes everything in it.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(code=code)
        before = _values(table)
        yield table
        deadline = next_deadline(table, Seat.objects.filter(table=table).order_by("number"))
        table.deadline = deadline.at if deadline else None
        changed = {name for name, value in _values(table).items() if value != before[name]}
        if not of_step or changed - _HOLD:
            table.changes += 1
            changed.add("changes")
            transaction.on_commit(lambda: news.publish(code), robust=True)
        table.save(update_fields=changed)
        # A step that holds the row looks again before it gives it back.
        if table.state == Table.State.PLAYING and table.due and not table.step_token:
            transaction.on_commit(lambda: hints.hint(code), robust=True)


def _values(table: Table) -> dict[str, Any]:
    """The row. Its JSON values are replaced, and never changed in place."""
    return {field.attname: getattr(table, field.attname) for field in table._meta.concrete_fields}


def append(table: Table, kind: Entry.Kind, seat: int | None = None, **data: Any) -> Entry:
    """Adds an entry. Only inside `locked`, which stores the new number of entries."""
    table.entries += 1
    return Entry.objects.create(
        table=table, number=table.entries, kind=kind, seat=seat, data=data, at=database_now()
    )
