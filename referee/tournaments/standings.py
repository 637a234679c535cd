"""The standings and the crosstable of a tournament, from the results of its matches.

The bigger score of a match wins it: 1 match point, ½ each when the scores are equal. When neither
side scored (both failed, 0–0) both lose: no match point for either. What was decided without a
match has the points that were awarded for it; referee/tournaments/scoring.py says how many.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.tournaments import tiebreaks
from referee.tournaments.tiebreaks import POINTS, Line, Meeting, Table, Unplayed

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
RULES = tiebreaks.RULES
CHAIN: tuple[str, ...] = (POINTS, "game_points", "direct_encounter", "sonneborn_berger", "wins")
ENTRY = "entry"

__all__ = ["POINTS", "Line", "Meeting", "Table", "Unplayed"]


@dataclass(frozen=True)
class Result:
    """A match between two entries: the sums of their game scores, multiples of ½.

    `awarded`: the match points of both where no match decided; the scores are then those awarded
    too. `match` is the caller's own number of the match.
    """

    first: int
    second: int
    score_first: float
    score_second: float
    games: int
    match: int | None = None
    awarded: tuple[float, float] | None = None


@dataclass(frozen=True)
class Row:
    """A place in the standings, from 1. `rule` names what separates it from the row above: a key
    of RULES, or ENTRY when all rules left both equal; None for the first row."""

    place: int
    line: Line
    rule: str | None


def tabulate(n: int, results: Iterable[Result], unplayed: Iterable[Unplayed] = ()) -> Table:
    """The table of `n` entries. Raises ValueError for a result that is not between two of them.

    `unplayed`: the rounds of a Swiss event in which an entry met nobody.
    """
    meetings: list[list[Meeting]] = [[] for _ in range(n)]
    for result in results:
        first, second = result.first, result.second
        if not (0 <= first < n and 0 <= second < n and first != second):
            raise ValueError(f"{first} against {second} is no match between two of {n} entries")
        for side, (entry, other, scored, conceded) in enumerate(
            (
                (first, second, result.score_first, result.score_second),
                (second, first, result.score_second, result.score_first),
            )
        ):
            points = match_points(scored, conceded)
            if result.awarded is not None:
                points = result.awarded[side]
            played = result.awarded is None
            meetings[entry].append(
                Meeting(other, scored, conceded, points, result.games, result.match, played)
            )
    without: list[list[Unplayed]] = [[] for _ in range(n)]
    for missed in unplayed:
        without[missed.entry].append(missed)
    lines = tiebreaks.lines(meetings, without)
    return Table(tuple(map(tuple, meetings)), lines)


def match_points(scored: float, conceded: float) -> float:
    """What a match is worth to the side that scored `scored` in it."""
    if scored == conceded:
        return DRAW if scored > 0 else LOSS
    return WIN if scored > conceded else LOSS


def standings(
    table: Table, chain: Sequence[str] = CHAIN, entries: Sequence[int] | None = None
) -> list[Row]:
    """Every entry, or each of `entries`, in order of merit: by the rules of `chain`, then the
    earlier entry.

    A total order. A rule is applied to those whom the rules before it left tied; direct encounter
    is applied again to those whom it leaves tied, as long as it separates any.
    """
    if entries is None:
        entries = range(len(table.lines))
    order = _rank(table, list(entries), chain)
    return [
        Row(place, table.lines[entry], rule if place > 1 else None)
        for place, (entry, rule) in enumerate(order, 1)
    ]


def _rank(table: Table, tied: list[int], chain: Sequence[str]) -> list[tuple[int, str]]:
    """The tied in order, each with the rule that puts it below the one before it.

    The first of them has nobody above it here: its rule is the caller's to set.
    """
    if len(tied) <= 1 or not chain:
        return [(entry, ENTRY) for entry in sorted(tied)]
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
