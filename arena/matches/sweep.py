"""The sweep repairs what a lost worker or a failed receiver has left behind."""

from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Now

from arena.matches import live_updates
from arena.matches.lifecycle import lose
from arena.matches.models import Attempt, Match
from arena.matches.settling import settle


@dataclass(frozen=True)
class SweepReport:
    """Numbers of matches: whose worker was lost, and settled."""

    lost: int
    settled: int


def sweep() -> SweepReport:
    """All parts of the sweep, one after the other. Sweeps may run concurrently."""
    lost = lose_expired()
    live_updates.delete_ended()
    return SweepReport(lost, settle_ended())


def lose_expired() -> int:
    """Ends attempts whose lease has expired, by the database's clock; returns how many."""
    expired = Attempt.objects.running().filter(lease_until__lt=Now())
    return sum(lose(token, if_expired=True) for token in expired.values_list("token", flat=True))


def settle_ended() -> int:
    """Settles ended matches that are not settled; returns how many are now."""
    unsettled = Match.objects.filter(settled=False, state__in=Match.ENDED)
    return sum(settle(match_id) for match_id in unsettled.values_list("pk", flat=True))


def recover() -> SweepReport:
    """The sweep at the start of an embedded arena, before its workers play: every running attempt
    is lost."""
    running = Attempt.objects.running()
    lost = sum(lose(token) for token in running.values_list("token", flat=True))
    return SweepReport(lost, sweep().settled)


def lose_worker(worker: str) -> int:
    """Queues again the matches that a dead worker played; returns how many.

    `worker` is the name that it claimed with, or its first parts: ``host:pid`` names all threads
    of a process.
    """
    running = Attempt.objects.running()
    named = running.filter(Q(worker=worker) | Q(worker__startswith=f"{worker}:"))
    return sum(lose(token) for token in named.values_list("token", flat=True))
