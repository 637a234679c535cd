"""Rate limits: how often someone may do something within some time.

A use is counted before it is decided whether it is allowed, so of any number of requests at the
same moment no more than the limit get through. The counts are rows of the database, which every
limited action needs anyway: they hold for all web processes, and without Redis.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils import timezone

from arena.web.limit_headers import Noted, note
from arena.web.models import Use

# Longer than any limit's time. Older uses count no more, and are deleted.
KEPT = timedelta(days=1)


@dataclass(frozen=True)
class Limit:
    """At most `most` uses within `seconds`, for each subject. `name` is unique."""

    name: str
    most: int
    seconds: int

    def key(self, subject: str) -> str:
        return f"{self.name}:{sha256(subject.encode(errors='replace')).hexdigest()}"


Claim = tuple[Limit, str]


class LimitReached(Exception):
    """The subject has no use of `limit` left; `wait` is in seconds, from 1."""

    def __init__(self, limit: Limit, wait: int) -> None:
        super().__init__(f"the limit {limit.name} is reached for {wait} s")
        self.limit = limit
        self.wait = wait

    @property
    def minutes(self) -> int:
        return -(-self.wait // 60)


def take(*claims: Claim) -> list[int]:
    """Counts one use for each claim, a limit and its subject; returns what `give_back` takes.

    Raises LimitReached if one of the limits is reached, and then counts nothing.
    """
    # Refused here, a flood of requests writes nothing.
    _check(claims, counted=0)
    now = timezone.now()
    uses = Use.objects.bulk_create(
        [Use(key=limit.key(subject), at=now) for limit, subject in claims]
    )
    taken = [use.pk for use in uses]
    try:
        _check(claims, counted=1)
    except LimitReached:
        give_back(taken)
        raise
    return taken


def give_back(taken: Iterable[int]) -> None:
    """Uncounts uses, such as a password that was right."""
    Use.objects.filter(pk__in=list(taken)).delete()


def used(limit: Limit, subject: str) -> list[datetime]:
    """When the subject's uses that still count were made, newest first; at most one more than the
    limit allows."""
    since = timezone.now() - timedelta(seconds=limit.seconds)
    uses = Use.objects.filter(key=limit.key(subject), at__gt=since).order_by("-at")
    return list(uses.values_list("at", flat=True)[: limit.most + 1])


def forget_old() -> None:
    """Deletes the uses that no longer count."""
    Use.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _check(claims: Iterable[Claim], counted: int) -> None:
    """Raises LimitReached if a subject has no use left. `counted`: how many of its uses, 0 or 1,
    are those that are asked for now."""
    for limit, subject in claims:
        times = used(limit, subject)
        if len(times) - counted >= limit.most:
            # Free again when the oldest of those that fill the limit counts no more.
            full = times[counted:][limit.most - 1] if limit.most else timezone.now()
            wait = _until_free(limit, full)
            note(Noted(limit.name, limit.most, limit.seconds, 0, wait))
            raise LimitReached(limit, wait)
        again = _until_free(limit, times[-1]) if times else limit.seconds
        note(Noted(limit.name, limit.most, limit.seconds, limit.most - len(times), again))


def _until_free(limit: Limit, at: datetime) -> int:
    """In how many seconds, from 1, a use counts no more."""
    wait = (at + timedelta(seconds=limit.seconds) - timezone.now()).total_seconds()
    return max(1, math.ceil(wait))
