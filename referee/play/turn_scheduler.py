"""What the bots of a match share: the sandbox, the processor, the referee's thread, and whose turn
it is.

A bot is stopped when it is not its turn. Stopping and starting a process costs as much as a fifth
of a quick move, so one that only waits for its next request is left to wait: it is stopped when the
turn of another has lasted for `PATIENCE_MS`, or when the referee turns to anything else. One that
was seen to do something there instead is stopped at once from then on. Whatever it did, its clock
pays for.
"""

import time
from collections.abc import Callable

from referee.play.clock import NS, RefereeWait
from referee.play.cpu_slots import CpuSlot
from referee.sandbox import Process, Sandbox

PATIENCE_MS = 1
# What Python takes to go back to its input is a tenth of that.
_TIDYING_NS = NS // 5
_TICK_NS = 400 * NS


class TurnScheduler:
    """Made in the thread that referees the match. To be closed."""

    def __init__(self, sandbox: Sandbox, slot: CpuSlot, tick: Callable[[], None] | None = None):
        """`tick` is called from time to time while bots play; what it raises passes through."""
        self.sandbox = sandbox
        self.slot = slot
        self.wait = RefereeWait()
        self.waiting: list[Process] = []  # those that have answered and were not stopped
        self._restless: set[Process] = set()
        self._tick = tick
        self._due = 0

    def close(self) -> None:
        self.wait.close()

    def tick(self) -> int:
        """Calls the caller's, not more often than is of use. The nanoseconds that it took."""
        now = time.monotonic_ns()
        if self._tick is None or now < self._due:
            return 0
        self.stop_all()
        self._tick()
        done = time.monotonic_ns()
        self._due = done + _TICK_NS
        return done - now

    def begin_turn(self, process: Process, between_ns: int) -> None:
        """Lets the process run. `between_ns`: what it used of the processor since its last turn."""
        if between_ns > _TIDYING_NS:
            self._restless.add(process)
        if process in self.waiting:
            self.waiting.remove(process)
        else:
            process.thaw()

    def end_turn(self, process: Process) -> None:
        if process in self._restless:
            process.freeze()
        else:
            self.waiting.append(process)

    def stop(self, process: Process) -> None:
        """The process gets no processor until its next turn."""
        if process in self.waiting:
            self.waiting.remove(process)
            process.freeze()

    def stop_all(self) -> None:
        while self.waiting:
            self.waiting.pop().freeze()
