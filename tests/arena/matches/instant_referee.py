"""A referee that plays a match at once, in place of the one that runs programs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arena.matches.models import Match
from referee.play.cpu_slots import CpuSlot
from tests.arena.playing import played


class InstantReferee:
    """Calls `during` in the middle of the play, with the tick of the worker."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.plays = 0
        self.during: Callable[[Callable[[], None]], None] = lambda tick: None

    def play(self, match: Any, sandbox: Any, *, slot: CpuSlot, tick: Any, **calls: Any) -> Any:
        self.plays += 1
        self.during(tick)
        assert self.match is not None
        return played(self.match)


@contextmanager
def some_slot(**options: Any) -> Iterator[CpuSlot]:
    yield CpuSlot(0, None)
