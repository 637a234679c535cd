"""A worker plays one match, from its claim to its result, in a thread of Celery.

Any worker can play any match at any time: the lifecycle decides what it may do.
"""

import logging
import os
import socket
import threading
import time
from mmap import mmap
from typing import Any
from uuid import UUID

from django.conf import settings

from arena.matches import lifecycle
from arena.matches.live_updates import LiveReporter
from arena.matches.models import Attempt, Match
from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    drop_connection,
    retry,
)
from arena.matches.sweep import lose_worker
from engine import rulesets
from referee.play import match as referee
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot, NoFreeCpuSlot, claim_cpu_slot
from referee.sandbox import NoSandbox, Sandbox, choose, require

log = logging.getLogger(__name__)


class Stopping(Exception):
    """The worker ends, and its match goes back to the queue."""


class Switch:
    """A flag in shared memory, because Celery signals only the parent of a pool of processes."""

    def __init__(self) -> None:
        self._byte = mmap(-1, 1)

    def set(self) -> None:
        self._byte[0] = 1

    def clear(self) -> None:
        self._byte[0] = 0

    def is_set(self) -> bool:
        return self._byte[0] != 0


stopping = Switch()


def sandbox() -> Sandbox:
    """This process's sandbox, which is chosen once.

    Raises NoSandbox, also when the sandbox cannot run every kind of program that the arena
    accepts, or cannot keep partners from communicating.
    """
    box = choose(settings.MATCH_SANDBOX)
    partners = any(rules.seats > 2 for rules in rulesets.RULESETS.values())
    require(box, settings.BOT_RUNTIMES, partners)
    return box


def host() -> str:
    return socket.gethostname()[:60]


def name() -> str:
    """The calling thread's name in an attempt, ``host:pid:thread``. It is public."""
    return f"{host()}:{os.getpid()}:{threading.current_thread().name}"[:120]


def play(match_id: int) -> None:
    """Plays the match if it is queued, and submits its result.

    An error on this side is the machine's fault: the attempt fails, and the lifecycle decides
    whether another follows. A worker that cannot run the bots does not claim the match, which
    then waits for another worker.
    """
    if not lifecycle.is_queued(match_id):
        return
    try:
        box = sandbox()
        _check_trust(match_id, box)
        with claim_cpu_slot(arena=True, tick=_stop_if_told) as slot:
            attempt = lifecycle.claim(match_id, name())
            if attempt is not None:
                _play(attempt, box, slot)
    except NoSandbox as error:
        log.error("match %s stays queued: this worker must not play it: %s", match_id, error)
    except NoFreeCpuSlot as error:
        log.warning("match %s stays queued: %s", match_id, error)
    except Stopping:
        log.info("match %s stays queued, because this worker ends", match_id)


def _check_trust(match_id: int, box: Sandbox) -> None:
    """Raises NoSandbox when a user's program would run without a sandbox."""
    if box.tier != "off":
        return
    owners = Match.objects.values_list(
        "version0__bot__owner__is_house", "version1__bot__owner__is_house"
    )
    if not all(owners.get(pk=match_id)):
        raise NoSandbox("without a sandbox only the house's bots play: unset GOAT_MATCH_SANDBOX")


def _play(attempt: Attempt, box: Sandbox, slot: CpuSlot) -> None:
    token = attempt.token
    try:
        lease, reporter = Lease(token), LiveReporter(attempt)

        def tick() -> None:
            lease.extend_when_due()
            reporter.write()

        played = referee.play(
            _match(attempt.match_id),
            box,
            slot=slot,
            tick=tick,
            on_game_start=reporter.begin,
            on_game_end=reporter.end,
        )
        retry(lambda: lifecycle.submit_result(token, played))
    except Stopping:
        log.info("%s is released, because this worker ends", attempt)
        retry(lambda: lifecycle.release(token))
    except lifecycle.StaleAttempt as error:
        log.warning("%s is discarded: %s", attempt, error)
    except referee.MatchVoid as error:
        log.warning("%s is void: %s", attempt, error)
        message = str(error)
        retry(lambda: lifecycle.fail(token, message))
    except Exception as error:
        log.exception("%s failed", attempt)
        message = f"{type(error).__name__}: {error}"[:1000]
        retry(lambda: lifecycle.fail(token, message))


def _match(match_id: int) -> referee.MatchSettings:
    match = Match.objects.select_related("version0__bot__owner", "version1__bot__owner").get(
        pk=match_id
    )
    first, second = (
        referee.Entrant(name=str(version.bot), version=version.number, program=version.program())
        for version in (match.version0, match.version1)
    )
    return referee.MatchSettings(
        ruleset=rulesets.ruleset(match.ruleset, match.options),
        entrants=(first, second),
        pairs=match.pairs,
        seed=bytes(match.seed),
        clock=Clock(**match.clock),
    )


class Lease:
    """An attempt's lease. The referee calls `extend_when_due` about once a second."""

    def __init__(self, token: UUID) -> None:
        self._token = token
        self._renewed()

    def _renewed(self, at: float | None = None) -> None:
        at = time.monotonic() if at is None else at
        self._due = at + settings.MATCH_LEASE_SECONDS / 4
        self._ends = at + settings.MATCH_LEASE_SECONDS

    def extend_when_due(self) -> None:
        """Extends the lease when a quarter of it has passed.

        Raises Stopping when the worker ends, and StaleAttempt when the attempt has ended. While
        the database is away play goes on, until the lease expires.
        """
        _stop_if_told()
        now = time.monotonic()
        if now < self._due:
            return
        try:
            close_broken_connection()
            lifecycle.extend(self._token)
        except DatabaseAway as error:
            log.warning("cannot extend the lease now: %s", error)
            drop_connection()
            if now >= self._ends:
                raise lifecycle.StaleAttempt("the lease expired without the database") from error
            self._due = now + 1
        else:
            self._renewed(now)


def _stop_if_told() -> None:
    if stopping.is_set():
        raise Stopping


def lose_dead_workers() -> int:
    """Queues again the matches that dead processes of this host played; returns how many.

    Dead workers of other hosts are noticed when their leases expire.
    """
    running = Attempt.objects.running().filter(worker__startswith=f"{host()}:")
    pids = {worker.split(":")[1] for worker in running.values_list("worker", flat=True)}
    return sum(lose_worker(f"{host()}:{pid}") for pid in pids if not _alive(pid))


def _alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def prepare(**_signal: Any) -> None:
    """Clears the flag of an earlier worker of this process. Called when a worker starts."""
    stopping.clear()


def stop(**_signal: Any) -> None:
    """Stops play within about a second. Called when a worker is told to end."""
    stopping.set()
