"""What separates entries with equal points: each rule by name, and what it counts.

The rules are those of the FIDE Handbook, C.07 Tie-Break Regulations (articles in brackets). Rounds
of a Swiss event that were not played go by the FIDE's rule of the virtual opponent (C.02, in force
until 2023): it has the points that the entry had before the round, the opposite result in it, and
draws all rounds that follow; and for the Buchholz of an entry's opponents each of its unplayed
rounds counts as drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Meeting:
    """A result as one of its two entries sees it; `points` is 1, ½ or 0. Not `played`: these and
    the scores were awarded."""

    opponent: int
    scored: float
    conceded: float
    points: float
    games: int
    match: int | None
    played: bool = True


@dataclass(frozen=True)
class Unplayed:
    """A round of a Swiss event in which an entry met nobody. `points`: what it was awarded,
    `game_points` likewise; `before`: its match points before the round; `left`: how many of the
    rounds begun so far came after it."""

    entry: int
    points: float
    game_points: float
    before: float
    left: int

    @property
    def virtual_opponent(self) -> float:
        """The points of the virtual opponent."""
        return self.before + (1 - self.points) + 0.5 * self.left


@dataclass(frozen=True)
class Line:
    """What one entry has done. `wins`, `draws`, `losses`, `matches` and `games` are those that
    were played; the points are also those that were awarded."""

    entry: int
    points: float = 0.0
    game_points: float = 0.0
    sonneborn_berger: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    matches: int = 0
    games: int = 0
    buchholz: float = 0.0
    buchholz_cut_1: float = 0.0
    koya: float = 0.0
    unplayed: int = 0

    @property
    def played(self) -> bool:
        return self.matches > 0


@dataclass(frozen=True)
class Table:
    """The results seen from each entry: `meetings[i]` in the order in which they were given."""

    meetings: tuple[tuple[Meeting, ...], ...]
    lines: tuple[Line, ...]

    def row(self, entry: int) -> dict[int, list[Meeting]]:
        """A row of the crosstable: what `entry` did against each opponent that it has met."""
        cells: dict[int, list[Meeting]] = {}
        for meeting in self.meetings[entry]:
            cells.setdefault(meeting.opponent, []).append(meeting)
        return cells


class Rule(Protocol):
    """What each entry of a group that is tied so far counts for. More is better; None when the
    rule cannot be applied to this group."""

    def __call__(self, table: Table, tied: Sequence[int]) -> list[float] | None: ...


def _of_line(value: Callable[[Line], float]) -> Rule:
    def rule(table: Table, tied: Sequence[int]) -> list[float]:
        return [value(table.lines[entry]) for entry in tied]

    return rule


def direct_encounter(table: Table, tied: Sequence[int]) -> list[float] | None:
    """Match points from the matches of the tied among themselves (6).

    Only where all of them have met, and equally often: a match that is missing decides nothing.
    """
    members = set(tied)
    points: list[float] = []
    met: set[int] = set()
    for entry in tied:
        times = dict.fromkeys(members - {entry}, 0)
        sum_of_points = 0.0
        for meeting in table.meetings[entry]:
            if meeting.opponent in members:
                times[meeting.opponent] += 1
                sum_of_points += meeting.points
        met.update(times.values())
        points.append(sum_of_points)
    return points if len(met) == 1 and 0 not in met else None


POINTS = "points"

RULES: dict[str, Rule] = {
    POINTS: _of_line(lambda line: line.points),
    "game_points": _of_line(lambda line: line.game_points),
    "direct_encounter": direct_encounter,
    "buchholz_cut_1": _of_line(lambda line: line.buchholz_cut_1),
    "buchholz": _of_line(lambda line: line.buchholz),
    "sonneborn_berger": _of_line(lambda line: line.sonneborn_berger),
    "koya": _of_line(lambda line: line.koya),
    "wins": _of_line(lambda line: line.wins),
}


def lines(
    meetings: Sequence[Sequence[Meeting]], unplayed: Sequence[Sequence[Unplayed]]
) -> tuple[Line, ...]:
    """The line of each entry, from its meetings and its rounds without one."""
    points = [
        sum(meeting.points for meeting in row) + sum(missed.points for missed in without)
        for row, without in zip(meetings, unplayed, strict=True)
    ]
    # What an entry is worth to the Buchholz of its opponents (14 of 2022, 16 since).
    worth = [
        own - sum(missed.points for missed in without) + 0.5 * len(without)
        for own, without in zip(points, unplayed, strict=True)
    ]
    # Half of the most that anybody could have scored in as many rounds (9.2).
    rounds = max(
        (len(row) + len(without) for row, without in zip(meetings, unplayed, strict=True)),
        default=0,
    )
    strong = [own >= rounds / 2 for own in points]
    return tuple(
        _line(entry, row, without, points, worth, strong)
        for entry, (row, without) in enumerate(zip(meetings, unplayed, strict=True))
    )


def _line(
    entry: int,
    meetings: Sequence[Meeting],
    unplayed: Sequence[Unplayed],
    points: Sequence[float],
    worth: Sequence[float],
    strong: Sequence[bool],
) -> Line:
    played = [meeting for meeting in meetings if meeting.played]
    results = [meeting.points for meeting in played]
    met = [worth[meeting.opponent] for meeting in meetings]
    met += [missed.virtual_opponent for missed in unplayed]
    return Line(
        entry=entry,
        points=points[entry],
        game_points=sum(meeting.scored for meeting in meetings)
        + sum(missed.game_points for missed in unplayed),
        # The points of the beaten, and half of those of the drawn with (9.1).
        sonneborn_berger=sum(meeting.points * points[meeting.opponent] for meeting in meetings)
        + sum(missed.points * missed.virtual_opponent for missed in unplayed),
        wins=results.count(1.0),
        draws=results.count(0.5),
        losses=results.count(0.0),
        matches=len(played),
        games=sum(meeting.games for meeting in played),
        # The points of all opponents (8.1), and without the lowest of them (14.1).
        buchholz=sum(met),
        buchholz_cut_1=sum(met) - min(met, default=0.0),
        # What was taken from those with at least half of the points (9.2).
        koya=sum(meeting.points for meeting in meetings if strong[meeting.opponent]),
        unplayed=len(unplayed) + len(meetings) - len(played),
    )
