"""Decides which bot's process runs: at most the bot whose turn it is.

A bot is stopped (SIGSTOP) between its turns. Stopping and continuing a process costs up to a fifth
of a quick move, so a bot that only blocks on its input is not stopped at once. It is stopped when
the turn of another bot has lasted `STOP_AFTER_MS`, or when the referee does anything else. A bot
that was once seen to compute between its turns is stopped right after each answer from then on. Its
clock pays for what it computed either way.
"""

import time
from collections.abc import Callable

from referee.host.clocks import ThreadWait
from referee.play.clock import NS
from referee.play.cpu_slots import CpuSlot
from referee.sandbox import Process, Sandbox

STOP_AFTER_MS = 1
# Python needs a tenth of this to write its answer and block on its input again.
_ALLOWED_BETWEEN_TURNS_NS = NS // 5
_TICK_NS = 400 * NS


class TurnScheduler:
    """The sandbox, the CPU slot and the turns of one match.

    Create it in the thread that referees the match, and close it.
    """

    def __init__(self, sandbox: Sandbox, slot: CpuSlot, tick: Callable[[], None] | None = None):
        """`tick` is called from time to time while bots play; its exceptions pass through."""
        self.sandbox = sandbox
        self.slot = slot
        self.wait = ThreadWait()
        self.idle: list[Process] = []  # have answered and are not stopped yet
        self._computes_between_turns: set[Process] = set()
        self._tick = tick
        self._next_tick = 0

    def close(self) -> None:
        self.wait.close()

    def tick(self) -> int:
        """Calls the caller's `tick` if it is due. Returns the nanoseconds that this took."""
        now = time.monotonic_ns()
        if self._tick is None or now < self._next_tick:
            return 0
        self.stop_all()
        self._tick()
        done = time.monotonic_ns()
        self._next_tick = done + _TICK_NS
        return done - now

    def begin_turn(self, process: Process, between_ns: int) -> None:
        """Lets the process run. `between_ns`: processor time that it used since its last turn."""
        if between_ns > _ALLOWED_BETWEEN_TURNS_NS:
            self._computes_between_turns.add(process)
        if process in self.idle:
            self.idle.remove(process)
        else:
            process.thaw()

    def end_turn(self, process: Process) -> None:
        """Stops the process now or, if it only waits for its next request, later."""
        if process in self._computes_between_turns:
            process.freeze()
        else:
            self.idle.append(process)

    def stop(self, process: Process) -> None:
        """Stops the process until its next turn."""
        if process in self.idle:
            self.idle.remove(process)
            process.freeze()

    def stop_all(self) -> None:
        """Stops every process that is not stopped yet, but for the one whose turn it is."""
        while self.idle:
            self.idle.pop().freeze()
