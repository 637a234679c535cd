"""Meetings that are more lopsided than the results against everyone else allow.

For a set of meetings, such as all of two owners' bots, the ratings are estimated without them: one
Newton step from the estimate with them, by Woodbury's identity. The score that these ratings
predict, moved by MARGIN towards the observed one, is compared with it. Its variance is that of
pairs that scatter as all pairs do, or as these do if that is more, plus that of the prediction.
Where the normal distribution is too short for a few games that one side should nearly always win,
Chernoff's bound for independent games is used instead.

The margin leaves room for styles that suit each other badly: strength is not quite one number.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.statistics.likelihood import EXACT, Likelihood, PairResults, logistic
from referee.statistics.pentanomial import POINTS
from referee.statistics.succession import ELO, Floats, Ints

MARGIN = 50.0  # Elo: a difference that needs no explanation


@dataclass(frozen=True)
class Meetings:
    """Indices of meetings in PairResults, and for each +1 if its first player is on the first side,
    or −1."""

    indices: Ints
    signs: Floats


@dataclass(frozen=True)
class Deviation:
    """How the first side scored in some meetings, and how it would by its other results.

    `scored` and `expected`: points in 2 × `pairs` games. `p`: the probability, 0 to 1, of a result
    at least as far beyond the margin, on either side.
    """

    pairs: int
    scored: float
    expected: float
    p: float


def deviations(results: PairResults, sets: Sequence[Meetings]) -> list[Deviation]:
    """The deviation of each set of meetings.

    Raises ValueError for more than EXACT players: the matrices would not fit into memory.
    """
    if results.players > EXACT:
        raise ValueError(f"at most {EXACT} players, not {results.players}")
    if not sets:
        return []
    likelihood = Likelihood(results)
    r = likelihood.maximum()
    edges, own = likelihood.information(r)
    inverse = np.linalg.inv(likelihood.matrix(edges, own)).astype(np.float64)
    pooled = likelihood.pooled(r)
    return [_deviation(results, likelihood, r, edges, inverse, pooled, one) for one in sets]


def combined(p: Sequence[float]) -> float:
    """The probability of several deviations together, by Fisher's method.

    It finds what no single one shows, such as many players that each lose a few games on purpose.
    """
    half = -sum(math.log(max(one, 1e-300)) for one in p)
    if not half:
        return 1.0
    # The tail of the χ² distribution with 2n degrees of freedom is a sum of a Poisson distribution.
    logs = (number * math.log(half) - half - math.lgamma(number + 1) for number in range(len(p)))
    return min(1.0, math.fsum(map(math.exp, logs)))


def _deviation(
    results: PairResults,
    likelihood: Likelihood,
    r: Floats,
    edges: Floats,
    inverse: Floats,
    pooled: float,
    meetings: Meetings,
) -> Deviation:
    at, sign = meetings.indices, meetings.signs
    first, second = likelihood.i[at], likelihood.j[at]
    games = likelihood.games[at]
    scored = np.where(sign > 0, likelihood.scored[at], games - likelihood.scored[at])
    apart = sign * (r[first] - r[second])
    # The covariance of the differences, with and without these meetings.
    rows = sign[:, None] * (inverse[first] - inverse[second])
    known = sign * (rows[:, first] - rows[:, second])
    without = known @ np.linalg.inv(np.eye(len(at)) - edges[at, None] * known)
    apart = apart - np.clip(without @ (scored - games * logistic(apart)), -2, 2)
    total = float(scored.sum())
    expected = float((games * logistic(apart)).sum())
    margin = math.copysign(MARGIN / ELO, total - expected)
    nearest = float((games * logistic(apart + margin)).sum())
    beyond = (total - nearest) * math.copysign(1, margin)
    p = logistic(apart + margin)
    weights = games * p * (1 - p)
    scatter = max(pooled * float(weights.sum()), _scatter(results.tallies[at], sign))
    uncertain = float(weights @ without @ weights)
    uncertain = max(uncertain, 0.0)
    normal = math.erfc(beyond / math.sqrt(2 * (scatter + uncertain)))
    number = float(games.sum())
    likely = nearest + math.copysign(math.sqrt(uncertain), margin)
    bound = 1.0
    if (total - likely) * margin > 0:
        bound = 2 * math.exp(-number * _divergence(total / number, likely / number))
    pairs = int(likelihood.pairs[at].sum())
    return Deviation(pairs, total, expected, min(1.0, max(normal, bound)))


def _divergence(score: float, expected: float) -> float:
    """The Kullback-Leibler divergence of two scores of a game, 0 to 1."""
    return sum(
        share * math.log(share / likely)
        for share, likely in ((score, expected), (1 - score, 1 - expected))
        if share > 0
    )


def _scatter(tallies: Ints, sign: Floats) -> float:
    """The scatter of the pairs around their own mean."""
    counts = np.where(sign[:, None] > 0, tallies, tallies[:, ::-1]).sum(axis=0)
    points = np.array(POINTS)
    mean = counts @ points / counts.sum()
    return float(counts @ (points - mean) ** 2)
