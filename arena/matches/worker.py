"""A worker's slots: each plays one queued match after the other, in a thread of Celery.

Any worker can play any match at any time: the lifecycle decides what it may do.
"""

import logging
import time
from dataclasses import replace
from uuid import UUID

from arena.bots.package_sets import not_played_here
from arena.matches import lifecycle, queue
from arena.matches.claiming import claim_next
from arena.matches.fair_order import Slot, anything_waits
from arena.matches.lease import Lease
from arena.matches.live_updates import LiveReporter
from arena.matches.models import Attempt, Match
from arena.matches.places import take_place
from arena.matches.reconnect import (
    DatabaseAway,
    close_broken_connection,
    note_answer,
    note_outage,
    retry,
)
from arena.matches.remote_link import remote_program
from arena.matches.worker_process import (
    Stopping,
    end_worker,
    name,
    sandbox,
    stop_if_told,
    stopping,
)
from engine import rulesets
from referee.play import match as referee
from referee.play.clock import Clock, longest_seconds
from referee.play.cpu_slots import PATIENCE_S, CpuSlot, claim_cpu_slot
from referee.play.remote import RemoteProgram
from referee.programs.program import Program
from referee.sandbox import Sandbox, SandboxFailed

log = logging.getLogger(__name__)

# The wall time of a match is at most this many times its longest duration by the clocks, which do
# not count how long a bot waits for a busy machine, and these seconds for what has no clock.
BUSY_FACTOR = 2
WITHOUT_CLOCK_SECONDS = 60
# After an error of the machine the slot leaves the match to other workers for a moment. A worker
# whose machine fails so often in a row ends.
PAUSE_SECONDS = 2.0
MOST_MACHINE_ERRORS = 3
MACHINE_ERRORS = (OSError, SandboxFailed)
_POLL_SECONDS = 0.1

_machine_errors = 0  # in a row, in this process


class TooLong(Exception):
    """The match lasts longer than its clocks allow, because of the machine."""


def play_queued() -> None:
    """Plays one match after the other until none is left that this slot may play.

    While the database is away it waits. An error that no match is to blame for ends the worker.
    """
    woken = True
    while not stopping.is_set():
        try:
            close_broken_connection()
            played = play_next(wake_another=woken)
        except DatabaseAway as error:
            note_outage(error)
            _pause(1.0)
        except Stopping:
            return
        except Exception as error:
            end_worker(error)
            return
        else:
            note_answer()
            if not played:
                return
            woken = False


def play_next(wake_another: bool = False) -> bool:
    """Plays the next match that this slot may play, and submits its result; whether there was one.

    `wake_another`: tells another idle slot to look too, so that all are soon awake.
    An error on this side is the machine's fault: the attempt fails, and the lifecycle decides
    whether another follows.
    """
    box = sandbox()
    with take_place() as place:
        # Without a sandbox only the house's bots play.
        slot = Slot(urgent_only=not place, house_only=box.tier == "off")
        if not anything_waits(slot):
            return False
        slot = replace(slot, without=not_played_here())
        # In the extra slot an urgent match shares a processor rather than wait for one.
        patience = PATIENCE_S if place else 0.0
        with claim_cpu_slot(patience, arena=True, tick=stop_if_told) as cpu:
            attempt = claim_next(name(), slot)
            if attempt is None:
                return False
            if wake_another:
                queue.hint()
            _play(attempt, box, cpu)
    return True


def _play(attempt: Attempt, box: Sandbox, slot: CpuSlot) -> None:
    token = attempt.token
    try:
        match = retry(lambda: _match(attempt), stopping.is_set)
        if match is None:
            raise Stopping
        lease, reporter = Lease(token), LiveReporter(attempt)
        longest = longest_seconds(match.ruleset, match.clock, match.pairs)
        deadline = time.monotonic() + BUSY_FACTOR * longest + WITHOUT_CLOCK_SECONDS

        def tick() -> None:
            stop_if_told()
            if time.monotonic() > deadline:
                raise TooLong(f"it lasts longer than twice its {longest:.0f} s by the clocks")
            lease.keep()
            reporter.write()

        played = referee.play(
            match,
            box,
            slot=slot,
            tick=tick,
            on_game_start=reporter.begin,
            on_game_end=reporter.end,
        )
        retry(lambda: lifecycle.submit_result(token, played), stopping.is_set)
    except Stopping:
        log.info("%s is released, because this worker ends", attempt)
        retry(lambda: lifecycle.release(token), stopping.is_set)
    except lifecycle.StaleAttempt as error:
        log.warning("%s is discarded: %s", attempt, error)
    except (referee.MatchVoid, TooLong) as error:
        log.warning("%s is void: %s", attempt, error)
        _fail(token, str(error), error.__cause__ or error)
        return
    except Exception as error:
        if not isinstance(error, MACHINE_ERRORS):
            log.exception("%s failed", attempt)
        _fail(token, f"{type(error).__name__}: {error}"[:1000], error)
        return
    _forget_machine_errors()


def _fail(token: UUID, message: str, error: BaseException) -> None:
    retry(lambda: lifecycle.fail(token, message), stopping.is_set)
    if isinstance(error, MACHINE_ERRORS):
        _count_machine_error(error)


def _match(attempt: Attempt) -> referee.MatchSettings:
    match = Match.objects.select_related("version0__bot__owner", "version1__bot__owner").get(
        pk=attempt.match_id
    )
    first, second = (
        referee.Entrant(str(version.bot), version.number, _program(match, side))
        for side, version in enumerate((match.version0, match.version1))
    )
    return referee.MatchSettings(
        ruleset=rulesets.ruleset(match.ruleset, match.options),
        entrants=(first, second),
        pairs=match.pairs,
        seed=bytes(match.seed),
        clock=Clock(**match.clock),
        first_deal=match.first_deal(attempt.number),
    )


def _program(match: Match, side: int) -> Program | RemoteProgram:
    """What plays for this side: the program, or a link to a remote bot."""
    versions = (match.version0, match.version1)
    version = versions[side]
    return remote_program(match, versions, side) if version.bot.remote else version.program()


def _pause(seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not stopping.is_set():
        time.sleep(_POLL_SECONDS)


def _forget_machine_errors() -> None:
    global _machine_errors
    _machine_errors = 0


def _count_machine_error(error: Exception) -> None:
    """A full disk or missing descriptors would fail every match that this worker claims."""
    global _machine_errors
    _machine_errors += 1
    if _machine_errors >= MOST_MACHINE_ERRORS:
        end_worker(error)
    else:
        _pause(PAUSE_SECONDS)
