"""What a dump has: a line of JSON for each public match of a game that ended in a month."""

import gzip
from collections.abc import Iterator
from datetime import UTC, date, datetime, time

import msgspec
from django.db.models import Q

from arena.matches.models import PUBLIC, Match, Result

_AT_ONCE = 200  # rows; a record has some ten kilobytes


class Line(msgspec.Struct):
    """One match. docs/11-data.md describes the fields."""

    match: int
    started: str
    finished: str
    purpose: str
    rated: bool
    record: msgspec.Raw


def month_after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def matches_of(ruleset: str, month: date) -> Iterator[Line]:
    """The public matches that ended in the month, by the arena's clock in UTC, in the order of
    their ends."""
    ended = Match.objects.filter(
        PUBLIC,
        ruleset=ruleset,
        finished__gte=_start(month),
        finished__lt=_start(month_after(month)),
    ).order_by("finished", "pk")
    columns = ("pk", "started", "finished", "queue", "rated")
    last: tuple[datetime, int] | None = None
    while True:
        following = ended
        if last is not None:
            finished, pk = last
            following = ended.filter(Q(finished__gt=finished) | Q(finished=finished, pk__gt=pk))
        rows = list(following.values_list(*columns)[:_AT_ONCE])
        if not rows:
            return
        packed = dict(
            Result.objects.filter(match__in=[row[0] for row in rows]).values_list("match", "record")
        )
        for pk, started, finished, queue, rated in rows:
            record = msgspec.Raw(gzip.decompress(bytes(packed[pk])))
            began = started or finished
            yield Line(pk, began.isoformat(), finished.isoformat(), queue, rated, record)
        last = (rows[-1][2], rows[-1][0])


def _start(month: date) -> datetime:
    return datetime.combine(month, time(), UTC)
