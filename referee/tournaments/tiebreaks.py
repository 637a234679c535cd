"""The tie-break rules: what each is called, what it counts, and how it is computed.

The articles are those of the FIDE Handbook, C.07 Tie-Break Regulations. docs/5-tournaments.md
repeats the texts, and a test compares them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.tournaments.crosstable import Crosstable, Line

POINTS = "points"
DIRECT_ENCOUNTER = "direct_encounter"

# The value of each entry of a group that is tied so far: more is better. None if the rule does not
# apply to this group.
Values = Callable[[Crosstable, Sequence[int]], list[float] | None]


@dataclass(frozen=True)
class TieBreak:
    """A rule. `short`: the heading of its column, empty for a rule without one. `decimals`: how
    many its values are shown with. `article`: of the FIDE's C.07, empty for a rule of our own."""

    name: str
    label: str
    meaning: str
    values: Values
    article: str = ""
    short: str = ""
    decimals: int = 1


def _of_line(value: Callable[[Line], float]) -> Values:
    def values(table: Crosstable, tied: Sequence[int]) -> list[float]:
        return [value(table.lines[entry]) for entry in tied]

    return values


def direct_encounter(table: Crosstable, tied: Sequence[int]) -> list[float] | None:
    """Match points from the matches of the tied entries among themselves (6).

    Applies only if all of them have met, and equally often: a missing match decides nothing.
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


RULES: dict[str, TieBreak] = {
    rule.name: rule
    for rule in (
        TieBreak(
            POINTS,
            "match points",
            "1 for a match won, ½ for one drawn",
            _of_line(lambda line: line.points),
        ),
        TieBreak(
            "game_points",
            "game points",
            "the scores of all games added up",
            _of_line(lambda line: line.game_points),
        ),
        TieBreak(
            DIRECT_ENCOUNTER,
            "direct encounter",
            "match points among the tied entries, if all of them have met equally often; repeated"
            " for those still tied",
            direct_encounter,
            article="6",
        ),
        TieBreak(
            "buchholz_cut_1",
            "Buchholz, cut 1",
            "the points of all opponents except the lowest",
            _of_line(lambda line: line.buchholz_cut_1),
            article="14.1",
            short="BH-1",
        ),
        TieBreak(
            "buchholz",
            "Buchholz",
            "the points of all opponents",
            _of_line(lambda line: line.buchholz),
            article="8.1",
            short="BH",
        ),
        TieBreak(
            "sonneborn_berger",
            "Sonneborn-Berger",
            "the points of beaten opponents, plus half the points of opponents drawn with",
            _of_line(lambda line: line.sonneborn_berger),
            article="9.1",
            short="S-B",
            decimals=2,
        ),
        TieBreak(
            "koya",
            "Koya",
            "points scored against opponents with at least half of the possible points",
            _of_line(lambda line: line.koya),
            article="9.2",
            short="Koya",
        ),
        TieBreak(
            "wins",
            "matches won",
            "matches won by playing, not by forfeit or bye",
            _of_line(lambda line: line.wins),
            article="7.2",
        ),
    )
}
# The rules that an organiser can choose from: the points always come first.
TIE_BREAKS = tuple(name for name in RULES if name != POINTS)
