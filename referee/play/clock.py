"""Time control, and a charge that never blames a bot for a busy host (protocol.md, section 2)."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

from referee.errors import RefereeError
from referee.sandbox.accounting import Times

NS = 1_000_000  # nanoseconds in a millisecond

# A turn whose wall time passes the allowance this many times over, and by this much, on a host
# that gave its bot no processor, is nobody's fault: the match is void.
STARVED_FACTOR = 10
STARVED_EXTRA_MS = 5_000

_BOUNDS = {"start_ms": (1, 600_000), "move_ms": (1, 600_000), "bank_ms": (0, 3_600_000)}


class BadClock(RefereeError, ValueError):
    """A time control that names an unknown clock or a time out of bounds."""


@dataclass(frozen=True)
class Clock:
    """The three clocks of a match in milliseconds. Raises BadClock.

    `start_ms`: from launch to `ready`. `move_ms`: free in each turn. `bank_ms`: what a seat may
    use beyond that in one game.
    """

    start_ms: int = 10_000
    move_ms: int = 500
    bank_ms: int = 10_000

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise BadClock(
                    f"{name} takes a whole number of milliseconds from {least} to {most},"
                    f" not {str(value)[:80]!r}"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        """The clock written ``start_ms=…,move_ms=…,bank_ms=…``; what is left out has its default.

        Raises BadClock.
        """
        given: dict[str, int] = {}
        for part in filter(None, text.replace(" ", "").split(",")):
            name, _, value = part.partition("=")
            if name not in _BOUNDS:
                raise BadClock(f"there is no clock {name[:80]!r}; there are {', '.join(_BOUNDS)}")
            if name in given:
                raise BadClock(f"{name} is given twice")
            if not (value.isascii() and value.isdigit() and len(value) <= 12):
                raise BadClock(
                    f"{name} takes a whole number of milliseconds, not {value[:80]!r}:"
                    f" write {name}={cls.__dataclass_fields__[name].default}"
                )
            given[name] = int(value)
        return cls(**given)

    def as_dict(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in _BOUNDS}


class HostStarved(Exception):
    """The machine gave a bot no processor for so long that the match cannot be judged."""


class Spent(NamedTuple):
    """What a turn took, in nanoseconds: wall time, processor time, the time in which the bot was
    ready to run and the machine gave it no processor, and the time in which its answer was ready
    and the referee was not, for the same reason or for work of its own."""

    wall: int
    processor: int
    wait: int
    referee: int = 0

    @property
    def charge(self) -> int:
        """What the bot's clock pays: wall less all waiting, but never less than the processor
        time."""
        return max(self.processor, self.wall - self.wait - self.referee)


class Stopwatch:
    """The running clock of one turn, in nanoseconds. It starts when it is made.

    `between`: what the bot had used of the processor since the last turn's end, if that is given.
    It is charged with this turn.
    """

    __slots__ = (
        "_allowance",
        "_now",
        "_processor",
        "_started",
        "_times",
        "_wait",
        "between",
        "end",
    )

    def __init__(
        self,
        allowance: int,
        times: Callable[[], Times],
        last_end: Times | None = None,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """`times`: the bot's, by now; `last_end`: what they were at the end of its last turn."""
        self._allowance = allowance
        self._times = times
        self._now = now
        self.end = begin = times()
        self._wait = begin.wait_ns
        self._processor = (last_end or begin).processor_ns
        self.between = begin.processor_ns - self._processor
        self._started = now()

    def spent(self, referee: int = 0) -> Spent:
        """What the turn has taken so far; `end` are the bot's times now. `referee`: how long the
        referee itself, woken by the answer, had to wait for a processor, or was busy."""
        wall = self._now() - self._started
        self.end = end = self._times()
        return Spent(wall, end.processor_ns - self._processor, end.wait_ns - self._wait, referee)

    def in_time(self, spent: Spent) -> bool:
        """Whether an answer after `spent` counts: exactly on the deadline it still does."""
        return spent.charge <= self._allowance

    def left(self) -> int:
        """How long the bot may still take; negative when its time has run out.

        Raises HostStarved when the wall time has gone far past what any charge allows.
        """
        spent = self.spent()
        left = self._allowance - spent.charge
        if left >= 0:
            self.check_host(spent)
        return left

    def check_host(self, spent: Spent | None = None) -> None:
        """Raises HostStarved when the wall time has gone far past what any charge allows."""
        spent = spent or self.spent()
        if spent.wall > STARVED_FACTOR * self._allowance + STARVED_EXTRA_MS * NS:
            raise HostStarved(
                f"after {spent.wall // NS} ms the machine has given a bot"
                f" {spent.processor // NS} ms of processor time and made it wait"
                f" {spent.wait // NS} ms"
            )


class RefereeWait:
    """How long the calling thread has been ready to run without a processor (nanoseconds).

    From the kernel's own accounting, on a descriptor that is kept open: a reading costs less than
    a microsecond. Always 0 on a kernel that does not account for it.
    """

    def __init__(self) -> None:
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = -1

    def read(self) -> int:
        return int(os.pread(self._file, 80, 0).split()[1]) if self._file >= 0 else 0

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
