"""Time control, and the charge for a turn (docs/3-protocol.md, "Clocks").

A bot is never charged for the time in which a busy machine gave it no processor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self, TypedDict

from engine.ruleset import Ruleset
from referee.errors import RefereeError
from referee.host.clocks import now_ns
from referee.sandbox.accounting import Times

NS = 1_000_000  # nanoseconds in a millisecond

# If a turn's wall time exceeds the allowance by this factor and this many milliseconds, and the
# bot's clock has not run out, the host gave it no processor: the match is void.
STARVED_FACTOR = 10
STARVED_EXTRA_MS = 5_000

LEGS = 2
FAULTS_PLAYED_ON = 2  # of each side

_BOUNDS = {"start_ms": (1, 600_000), "move_ms": (1, 600_000), "bank_ms": (0, 3_600_000)}


class ClockTimes(TypedDict):
    """The time control as messages and records have it, in milliseconds."""

    start_ms: int
    move_ms: int
    bank_ms: int


class BadClock(RefereeError, ValueError):
    """A time control with an unknown clock or a time out of bounds."""


@dataclass(frozen=True)
class Clock:
    """The time control of a match in milliseconds. Raises BadClock.

    `start_ms`: from launch to `ready`. `move_ms`: free in every turn. `bank_ms`: what a seat may
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
        """Reads ``start_ms=…,move_ms=…,bank_ms=…``. Parts that are left out have their defaults.

        Raises BadClock.
        """
        given: dict[str, int] = {}
        for part in filter(None, text.replace(" ", "").split(",")):
            name, _, value = part.partition("=")
            if name not in _BOUNDS:
                raise BadClock(f"no clock named {name[:80]!r}: use {', '.join(_BOUNDS)}")
            if name in given:
                raise BadClock(f"{name} is given twice")
            if not (value.isascii() and value.isdigit() and len(value) <= 12):
                raise BadClock(
                    f"{name} takes a whole number of milliseconds, not {value[:80]!r}:"
                    f" write {name}={cls.__dataclass_fields__[name].default}"
                )
            given[name] = int(value)
        return cls(**given)

    def as_dict(self) -> ClockTimes:
        return {"start_ms": self.start_ms, "move_ms": self.move_ms, "bank_ms": self.bank_ms}


def longest_seconds(ruleset: Ruleset, clock: Clock, pairs: int) -> float:
    """How long a match can last by its clocks: every turn of the longest games takes `move_ms`,
    every bank is used up, and every process uses its start clock, in both legs and after two faults
    of each side. The third one ends the match."""
    game = ruleset.most_turns * clock.move_ms + ruleset.seats * clock.bank_ms
    starts = (LEGS + FAULTS_PLAYED_ON) * ruleset.seats * clock.start_ms
    return (2 * pairs * game + starts) / 1000


class HostStarved(Exception):
    """The machine gave a bot no processor for so long that no charge can be computed."""


class Spent(NamedTuple):
    """What a turn took, in nanoseconds.

    `wall` and `processor` time; `wait`: the bot was ready to run and the machine gave it no
    processor; `referee`: the answer was ready and the referee was busy or had no processor;
    `network`: the share of the network, for a remote bot.
    """

    wall: int
    processor: int
    wait: int
    referee: int = 0
    network: int = 0

    @property
    def charge(self) -> int:
        """What the bot's clock pays: wall time less all waiting, at least the processor time."""
        return max(self.processor, self.wall - self.wait - self.referee - self.network)


class Stopwatch:
    """The clock of one turn, in nanoseconds. It runs from its creation.

    `between`: the processor time that the bot used since the end of its last turn. This turn is
    charged for it. `end`: the bot's times when `spent` was last called.
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
        now: Callable[[], int] = now_ns,
    ) -> None:
        """`times`: reads the bot's times so far; `last_end`: those at the end of its last turn."""
        self._allowance = allowance
        self._times = times
        self._now = now
        self.end = begin = times()
        self._wait = begin.wait_ns
        self._processor = (last_end or begin).processor_ns
        self.between = begin.processor_ns - self._processor
        self._started = now()

    def spent(self, referee: int = 0) -> Spent:
        """What the turn has taken so far.

        `referee`: how long the answer was ready while the referee was busy or had no processor.
        """
        wall = self._now() - self._started
        self.end = end = self._times()
        return Spent(wall, end.processor_ns - self._processor, end.wait_ns - self._wait, referee)

    def in_time(self, spent: Spent) -> bool:
        """Whether an answer after `spent` is in time. One exactly on the deadline is."""
        return spent.charge <= self._allowance

    def left(self) -> int:
        """How long the bot may still take; negative if its time is up. Raises HostStarved."""
        spent = self.spent()
        left = self._allowance - spent.charge
        if left >= 0:
            self.check_host(spent)
        return left

    def check_host(self, spent: Spent | None = None) -> None:
        """Raises HostStarved if the wall time is far beyond the allowance."""
        spent = spent or self.spent()
        if spent.wall > STARVED_FACTOR * self._allowance + STARVED_EXTRA_MS * NS:
            raise HostStarved(
                f"in {spent.wall // NS} ms the machine gave a bot {spent.processor // NS} ms of"
                f" processor time and made it wait {spent.wait // NS} ms"
            )
