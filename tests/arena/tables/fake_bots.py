"""Bots of tables that answer in this process, without a sandbox."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from arena.tables.game.game_state import GameState, Move
from arena.tables.models import Table
from arena.tables.worker import warm_bots
from referee.play.clock import Spent
from referee.play.fault_report import FaultReport
from referee.play.seat_bots import Answered, SeatFault

Chooser = Callable[[GameState, int], str | Exception]


def first_legal(game: GameState, seat: int) -> str:
    return game.legal()[0]


class FakeBots:
    """What SeatBots does, as far as a step sees it. `asked`: the seats, in order."""

    made: list["FakeBots"] = []
    choose: Chooser = staticmethod(first_legal)

    def __init__(self, table: Table) -> None:
        self.table = table
        self.programs: dict[int, Any] = {}
        self.asked: list[int] = []
        self.started: list[int] = []
        self.within: list[float | None] = []
        self.closed = False
        self.finished: tuple[Any, ...] | None = None
        self.at_once = threading.Lock()
        self.made.append(self)

    def put(self, seat: int, program: Any) -> None:
        self.programs[seat] = program
        if program is None:
            del self.programs[seat]

    def start(self, seat: int, moves: Sequence[Move], within_ms: float | None = None) -> bool:
        assert seat in self.programs and not self.closed
        self.started.append(seat)
        return True

    def ask(
        self,
        seat: int,
        moves: Sequence[Move],
        *,
        since: int = 0,
        within_ms: float | None = None,
        tick: Callable[[], None],
    ) -> Answered:
        assert seat in self.programs and not self.closed
        assert self.at_once.acquire(blocking=False)
        try:
            game = GameState(self.table, moves)
            assert game.seat == seat
            self.asked.append(seat)
            self.within.append(within_ms)
            tick()
            text = FakeBots.choose(game, seat)
            if isinstance(text, Exception):
                raise text
            return Answered(text, None, 1.5, Spent(0, 0, 0), False)
        finally:
            self.at_once.release()

    def finish(self, *result: Any) -> None:
        self.finished = result
        self.close()

    def close(self) -> None:
        self.closed = True


def fault(seat: int, reason: str = "crash", detail: str = "exit code 1") -> SeatFault:
    report = FaultReport(0, seat % 2, seat, 0, reason, detail, '{"type":"move"}', "main.py line 3")
    return SeatFault(report, "Traceback …\n")


@pytest.fixture
def fake_bots(monkeypatch: pytest.MonkeyPatch) -> type[FakeBots]:
    """Tables are played by FakeBots, which make the first legal move."""
    monkeypatch.setattr(FakeBots, "made", [])
    monkeypatch.setattr(FakeBots, "choose", staticmethod(first_legal))
    monkeypatch.setattr(warm_bots, "new_bots", FakeBots)
    return FakeBots
