"""The standings and the crosstable of a tournament, from the results of its matches.

The bigger score of a match wins it: 1 match point, ½ each when the scores are equal. When neither
side scored (both failed, 0–0) both lose: no match point for either. A match that was not played
or that is void is simply not among the results.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class Result:
    """A match between two entries: the sums of their game scores, multiples of ½."""

    first: int
    second: int
    score_first: float
    score_second: float
    games: int
    match: int | None = None  # the caller's own number of the match


@dataclass(frozen=True)
class Meeting:
    """A result as one of its two entries sees it; `points` is 1, ½ or 0."""

    opponent: int
    scored: float
    conceded: float
    points: float
    games: int
    match: int | None


@dataclass(frozen=True)
class Line:
    """What one entry has done. `sonneborn_berger`: the match points of each opponent times what
    was taken from it, so those of the beaten and half of those drawn with."""

    entry: int
    points: float = 0.0
    game_points: float = 0.0
    sonneborn_berger: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    matches: int = 0
    games: int = 0


@dataclass(frozen=True)
class Row:
    """A place in the standings, from 1. `rule` names what separates it from the row above: a key
    of RULES, or ENTRY when all rules left both equal; None for the first row."""

    place: int
    line: Line
    rule: str | None


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
    """Match points from the matches of the tied among themselves.

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
ENTRY = "entry"

RULES: dict[str, Rule] = {
    POINTS: _of_line(lambda line: line.points),
    "game_points": _of_line(lambda line: line.game_points),
    "direct_encounter": direct_encounter,
    "sonneborn_berger": _of_line(lambda line: line.sonneborn_berger),
    "wins": _of_line(lambda line: line.wins),
}
CHAIN: tuple[str, ...] = tuple(RULES)


def tabulate(n: int, results: Iterable[Result]) -> Table:
    """The table of `n` entries. Raises ValueError for a result that is not between two of them."""
    meetings: list[list[Meeting]] = [[] for _ in range(n)]
    for result in results:
        first, second = result.first, result.second
        if not (0 <= first < n and 0 <= second < n and first != second):
            raise ValueError(f"{first} against {second} is no match between two of {n} entries")
        for entry, other, scored, conceded in (
            (first, second, result.score_first, result.score_second),
            (second, first, result.score_second, result.score_first),
        ):
            points = match_points(scored, conceded)
            meeting = Meeting(other, scored, conceded, points, result.games, result.match)
            meetings[entry].append(meeting)
    points_of = [sum(meeting.points for meeting in row) for row in meetings]
    lines = tuple(_line(entry, row, points_of) for entry, row in enumerate(meetings))
    return Table(tuple(map(tuple, meetings)), lines)


def match_points(scored: float, conceded: float) -> float:
    """What a match is worth to the side that scored `scored` in it."""
    if scored == conceded:
        return DRAW if scored > 0 else LOSS
    return WIN if scored > conceded else LOSS


def _line(entry: int, meetings: list[Meeting], points_of: list[float]) -> Line:
    points = [meeting.points for meeting in meetings]
    return Line(
        entry=entry,
        points=points_of[entry],
        game_points=sum(meeting.scored for meeting in meetings),
        sonneborn_berger=sum(meeting.points * points_of[meeting.opponent] for meeting in meetings),
        wins=points.count(WIN),
        draws=points.count(DRAW),
        losses=points.count(LOSS),
        matches=len(meetings),
        games=sum(meeting.games for meeting in meetings),
    )


def standings(table: Table, chain: Sequence[str] = CHAIN) -> list[Row]:
    """Every entry in order of merit: by the rules of `chain`, then the earlier entry.

    A total order. A rule is applied to those whom the rules before it left tied; direct encounter
    is applied again to those whom it leaves tied, as long as it separates any.
    """
    order = _rank(table, list(range(len(table.lines))), chain)
    return [
        Row(place, table.lines[entry], rule if place > 1 else None)
        for place, (entry, rule) in enumerate(order, 1)
    ]


def _rank(table: Table, tied: list[int], chain: Sequence[str]) -> list[tuple[int, str]]:
    """The tied in order, each with the rule that puts it below the one before it.

    The first of them has nobody above it here: its rule is the caller's to set.
    """
    if len(tied) == 1 or not chain:
        return [(entry, ENTRY) for entry in tied]
    name, *rest = chain
    values = RULES[name](table, tied)
    groups: dict[float, list[int]] = {}
    for entry, value in zip(tied, values or [0.0] * len(tied), strict=True):
        groups.setdefault(value, []).append(entry)
    again = name == "direct_encounter" and len(groups) > 1
    order: list[tuple[int, str]] = []
    for value in sorted(groups, reverse=True):
        (leader, _), *others = _rank(table, groups[value], chain if again else rest)
        order += [(leader, name), *others]
    return order
