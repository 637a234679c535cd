"""The results of mirrored pairs: how often a side scored 0, ½, 1, 1½ and 2 points in the two games.

The two games of a pair share their deal, so they are not independent; pairs are. Everything with an
error bar therefore counts pairs. The formulas are those of fishtest
(server/fishtest/stats/stat_util.py and LLRcalc.py).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

from engine.record import games_of_pairs

Tally = tuple[int, int, int, int, int]

NOTHING: Tally = (0, 0, 0, 0, 0)
POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

# An outcome that was not observed counts as this many pairs (fishtest's value).
UNSEEN = 1e-3
# Scores are kept this far from 0 and 1, where Elo is infinite.
EDGE = 1e-3
# One pair between equals whose games are independent.
EQUALS = (0.25, 0.0, 0.5, 0.0, 0.25)


def tally(record: Mapping[str, Any]) -> Tally:
    """The pairs of a verified match record, from its first bot's point of view.

    A game that both sides lost counts as drawn, as in Elo.
    """
    counts = [0, 0, 0, 0, 0]
    games = record["games"]
    for first, mirrored_game in games_of_pairs(record):
        counts[_half_points(games[first]) + _half_points(games[mirrored_game])] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def _half_points(game: Mapping[str, Any]) -> int:
    """The half points of the match's first bot in a game: 0, 1 or 2."""
    own = 0 if game["sides"][0] == 0 else 1
    ahead: float = game["scores"][own] - game["scores"][1 - own]
    return round(1 + ahead)


def added(tallies: Iterable[Tally]) -> Tally:
    """The sum of the tallies."""
    sums = [sum(column) for column in zip(NOTHING, *tallies, strict=True)]
    return sums[0], sums[1], sums[2], sums[3], sums[4]


def mirrored(counts: Tally) -> Tally:
    """The same pairs from the other side's point of view."""
    return counts[4], counts[3], counts[2], counts[1], counts[0]


def pairs(counts: Tally) -> int:
    return sum(counts)


def points(counts: Tally) -> float:
    """The points scored; a pair has two."""
    return sum(count * value for count, value in zip(counts, POINTS, strict=True))


def elo_of(score: float) -> float:
    """The Elo difference that predicts `score`, 0 to 1; limited near 0 and 1."""
    score = min(max(score, EDGE), 1 - EDGE)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score, 0 to 1, that an Elo difference predicts."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """How much stronger one side is, in Elo and as its share of the points, 0 to 1.

    `low` and `high` bound the score with 95 % confidence; `elo_low` and `elo_high` bound the Elo.
    `superiority`: the likelihood, 0 to 1, that the side is stronger.
    """

    score: float
    low: float
    high: float
    superiority: float

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def elo_low(self) -> float:
        return elo_of(self.low)

    @property
    def elo_high(self) -> float:
        return elo_of(self.high)

    @property
    def elo_error(self) -> float:
        """Half of the width of the interval: Elo ± this."""
        return (self.elo_high - self.elo_low) / 2

    @property
    def percent(self) -> float:
        return 100 * self.score

    @property
    def percent_error(self) -> float:
        return 50 * (self.high - self.low)


def estimate(counts: Tally) -> Estimate | None:
    """The strength that these pairs indicate; None for no pairs."""
    if not any(counts):
        return None
    return _estimate([count or UNSEEN for count in counts])


def cautious(counts: Tally) -> Estimate | None:
    """The score of these pairs, with bounds that are also valid for a few pairs.

    The bounds are those of the pairs and one more between equals: five pairs that were all won do
    not prove that the sixth will be. They contain the score, since that pair widens them by more
    than it shifts them. None for no pairs.
    """
    if not any(counts):
        return None
    found = _estimate([count + more for count, more in zip(counts, EQUALS, strict=True)])
    return replace(found, score=points(counts) / (2 * pairs(counts)))


def _estimate(weights: Sequence[float]) -> Estimate:
    total = sum(weights)
    mean = sum(weight * value for weight, value in zip(weights, POINTS, strict=True)) / total / 2
    variance = (
        sum(weight * (value / 2 - mean) ** 2 for weight, value in zip(weights, POINTS, strict=True))
        / total
    )
    error = math.sqrt(variance / total)
    return Estimate(
        mean,
        max(0.0, mean - Z * error),
        min(1.0, mean + Z * error),
        NormalDist().cdf((mean - 0.5) / error),
    )
