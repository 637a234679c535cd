"""A referee that plays a match at once, in place of the one that runs programs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arena.matches.models import Match
from engine.randomness import commitment
from referee.play.cpu_slots import CpuSlot
from tests.arena.playing import played


class InstantReferee:
    """Calls `during` in the middle of the play, with the tick of the worker."""

    def __init__(self) -> None:
        self.plays = 0
        self.during: Callable[[Callable[[], None]], None] = lambda tick: None

    def play(self, match: Any, sandbox: Any, *, slot: CpuSlot, tick: Any, **calls: Any) -> Any:
        self.plays += 1
        self.during(tick)
        return played(Match.objects.get(commitment=commitment(match.seed)))


@contextmanager
def some_slot(patience: float, **options: Any) -> Iterator[CpuSlot]:
    yield CpuSlot(0, None)
