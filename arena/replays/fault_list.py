"""The faults of a side, as its owner reads them on the match's page."""

from dataclasses import dataclass

from arena.matches.models import SideLog
from referee.play.fault_groups import first_line, grouped, trace


@dataclass(frozen=True)
class SideFault:
    """One fault, as a SideLog stores it."""

    game: int
    seat: int
    move: int
    reason: str
    cause: str


@dataclass(frozen=True)
class FaultRow:
    """A fault that is listed once. `games` are all those with the same."""

    first: SideFault
    games: list[int]
    line: str
    trace: str


def of(log: SideLog) -> list[FaultRow]:
    """The faults of the log's side, the same fault once."""
    return [
        FaultRow(
            group[0],
            [fault.game for fault in group],
            first_line(group[0].cause),
            trace(group[0].cause),
        )
        for group in grouped([SideFault(**fault) for fault in log.faults])
    ]
