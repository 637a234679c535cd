"""What the owner of a side, and the staff, may read about it: here its faults, explained."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from arena.accounts.models import User
from arena.matches.models import Match, SideLog
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


def own_sides(user: User | AnonymousUser, match: Match) -> list[int]:
    """The sides, 0 and 1 in order, whose logs the user may read."""
    versions = (match.version0, match.version1)
    return [side for side in (0, 1) if user.is_staff or versions[side].bot.owner == user]


def faults(log: SideLog) -> list[FaultRow]:
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
