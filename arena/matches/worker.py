"""One match played from its claim to its result, by a thread of a Celery worker.

Any worker can play any match at any time: what it may do is decided by the ledger.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from mmap import mmap
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection

from arena.matches import lifecycle
from arena.matches.models import Attempt, Match
from arena.matches.progress import Reporter
from engine import rulesets
from referee.play import match as referee
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot, NoFreeCpuSlot, claim_cpu_slot
from referee.sandbox import NoSandbox, Sandbox, choose, require

T = TypeVar("T")

log = logging.getLogger(__name__)

# A database that is away for a moment must not cost a match that was played.
TRY_AGAIN_SECONDS = (0.5, 1, 2, 4, 8)


class Stopping(Exception):
    """The worker ends; what it plays goes back to the queue."""


class Switch:
    """A flag in shared memory: Celery tells only the parent of a pool of processes to stop."""

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
    """This process's sandbox, which is chosen once. Raises NoSandbox, also where it cannot run
    every kind of programs that the arena accepts, or keep partners from talking."""
    box = choose(settings.MATCH_SANDBOX)
    partners = any(rules.seats > 2 for rules in rulesets.RULESETS.values())
    require(box, settings.BOT_RUNTIMES, partners)
    return box


def host() -> str:
    return socket.gethostname()[:60]


def name() -> str:
    """The calling thread as the public ledger names it."""
    return f"{host()}:{os.getpid()}:{threading.current_thread().name}"[:120]


def play(match_id: int) -> None:
    """Plays the match if it waits for a worker, and hands in its result.

    Whatever goes wrong on this side is the machine's fault: the attempt is failed, and the ledger
    decides whether another follows. Where no bot can be played at all the match is not even
    claimed, and waits for a better worker.
    """
    if not lifecycle.wanted(match_id):
        return
    try:
        box = sandbox()
        _check_trust(match_id, box)
        with claim_cpu_slot(tick=_stop_if_told) as slot:
            attempt = lifecycle.claim(match_id, name())
            if attempt is not None:
                _play(attempt, box, slot)
    except NoSandbox as error:
        log.error("match %s waits, for this worker must not play it: %s", match_id, error)
    except NoFreeCpuSlot as error:
        log.warning("match %s waits: %s", match_id, error)
    except Stopping:
        log.info("match %s waits, for this worker ends", match_id)


def _check_trust(match_id: int, box: Sandbox) -> None:
    """Raises NoSandbox when somebody else's program would run without a sandbox."""
    if box.tier != "off":
        return
    owners = Match.objects.values_list(
        "version0__bot__owner__is_house", "version1__bot__owner__is_house"
    )
    if not all(owners.get(pk=match_id)):
        raise NoSandbox(
            "without a sandbox only the house's own bots are played: unset GOAT_MATCH_SANDBOX"
        )


def _play(attempt: Attempt, box: Sandbox, slot: CpuSlot) -> None:
    token = attempt.token
    try:
        lease, reporter = Lease(token), Reporter(attempt)

        def tick() -> None:
            lease.keep()
            reporter.write()

        played = referee.play(
            _match(attempt.match_id),
            box,
            slot=slot,
            tick=tick,
            on_begin=reporter.begin,
            on_game=reporter.end,
        )
        _persistently(lambda: lifecycle.hand_in(token, played))
    except Stopping:
        log.info("%s is given back, for this worker ends", attempt)
        _persistently(lambda: lifecycle.give_back(token))
    except lifecycle.StaleAttempt as error:
        log.warning("%s is abandoned: %s", attempt, error)
    except referee.MatchVoid as error:
        log.warning("%s is void: %s", attempt, error)
        message = str(error)
        _persistently(lambda: lifecycle.fail(token, message))
    except Exception as error:
        log.exception("%s failed", attempt)
        message = f"{type(error).__name__}: {error}"[:1000]
        _persistently(lambda: lifecycle.fail(token, message))


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
    """An attempt's lease, kept alive by `keep`, which the referee calls about once a second."""

    def __init__(self, token: UUID) -> None:
        self._token = token
        self._renewed()

    def _renewed(self, at: float | None = None) -> None:
        at = time.monotonic() if at is None else at
        self._due = at + settings.MATCH_LEASE_SECONDS / 4
        self._ends = at + settings.MATCH_LEASE_SECONDS

    def keep(self) -> None:
        """Extends the lease when a quarter of it has passed.

        Raises Stopping when the worker ends, and StaleAttempt when the match is no longer ours.
        Without the database play goes on until the lease has run out.
        """
        _stop_if_told()
        now = time.monotonic()
        if now < self._due:
            return
        try:
            _sound_connection()
            lifecycle.extend(self._token)
        except (OperationalError, InterfaceError) as error:
            log.warning("the lease cannot be extended now: %s", error)
            _drop_connection()
            if now >= self._ends:
                raise lifecycle.StaleAttempt("the lease ran out without the database") from error
            self._due = now + 1
        else:
            self._renewed(now)


def _stop_if_told() -> None:
    if stopping.is_set():
        raise Stopping


def _persistently(act: Callable[[], T]) -> T | None:
    """What `act` returns, tried again for a while as long as the database is away.

    None when it stays away: then the lease runs out, and the match is played again. A call that
    got through without its answer may be repeated: the ledger answers with what is stored.
    """
    for seconds in (*TRY_AGAIN_SECONDS, None):
        try:
            _sound_connection()
            return act()
        except (OperationalError, InterfaceError) as error:
            log.warning("the database does not answer: %s", error)
            _drop_connection()
            if seconds is not None:
                time.sleep(seconds)
    log.error("gave up on a match, since the database stays away")
    return None


def _sound_connection() -> None:
    """A thread holds its connection through minutes of play: one that broke meanwhile is closed."""
    # Within a transaction, as in most tests, the connection is not this function's to close.
    if not connection.in_atomic_block:
        close_old_connections()


def _drop_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()


def forget_the_dead() -> int:
    """Queues again what dead processes of this host played, at once; how many matches.

    Those of other hosts are found when their leases run out.
    """
    running = Attempt.objects.filter(
        outcome=Attempt.Outcome.RUNNING, worker__startswith=f"{host()}:"
    )
    pids = {worker.split(":")[1] for worker in running.values_list("worker", flat=True)}
    return sum(lifecycle.lose_worker(f"{host()}:{pid}") for pid in pids if not _alive(pid))


def _alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def prepare(**_signal: Any) -> None:
    """Called when a worker starts: what stopped an earlier one in this process is over."""
    stopping.clear()


def stop(**_signal: Any) -> None:
    """Called when a worker is told to end."""
    stopping.set()
