"""The process of a worker: how it starts, ends, and is named.

A pool has a parent and several processes forked from it, which share the switches.
"""

import logging
import os
import signal
import socket
import threading

from django.conf import settings

from arena.matches.models import Attempt
from arena.matches.places import set_places
from arena.matches.sweep import lose_worker
from arena.matches.switch import Switch
from engine import rulesets
from referee.play.cpu_slots import CpuSlotsUnusable
from referee.sandbox import NoSandbox, Sandbox, SandboxFailed, choose, require

log = logging.getLogger(__name__)

stopping = Switch()
broken = Switch()
_main_process: int | None = None


class Stopping(Exception):
    """The worker ends, and its match goes back to the queue."""


def prepare(slots: int) -> None:
    """Begins a worker in this process, which plays at most `slots` matches that are not urgent."""
    global _main_process
    stopping.clear()
    broken.clear()
    set_places(slots)
    _main_process = os.getpid()


def stop() -> None:
    """Stops play within about a second. Called when a worker is told to end."""
    stopping.set()


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
    """The calling thread's name in an attempt, ``host:pid:thread``. The staff see it."""
    return f"{host()}:{os.getpid()}:{threading.current_thread().name}"[:120]


def stop_if_told() -> None:
    """Raises Stopping when the worker was told to end."""
    if stopping.is_set():
        raise Stopping


def end_worker(error: Exception) -> None:
    """Ends this worker rather than let it fail at match after match."""
    first = not broken.is_set()
    broken.set()
    stopping.set()
    if first:
        expected = isinstance(error, (OSError, CpuSlotsUnusable, NoSandbox, SandboxFailed))
        log.critical(
            "this worker ends, because it cannot play matches: %s",
            error if expected else f"{type(error).__name__}: {error}",
            exc_info=None if expected else error,
        )
    if first and _main_process is not None:
        os.kill(_main_process, signal.SIGTERM)


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
