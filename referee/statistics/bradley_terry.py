"""Ratings: the Bradley-Terry maximum likelihood estimate from all results at once.

Player i scores σ(rᵢ − rⱼ) in a game against j, with σ(x) = 1/(1 + e⁻ˣ) and r in units of 400/ln 10
Elo; a draw is half a win. Results enter as sums, so the order of the games does not matter.

Weak prior: a player without a predecessor has drawn one virtual game with a player at the centre. A
successor has drawn LINK virtual games with its predecessor instead. These estimates rate the
opponents. A player with a predecessor or a successor is then rated by its own games and theirs: see
`referee.statistics.succession`.

Error bars: the unit is the mirrored pair, since its two games share a deal. The covariance of the
estimates is the sandwich A⁻¹BA⁻¹: A is the information of the games as if they were independent, B
the observed scatter of the pairs. For two players who met in few pairs, the scatter is shrunk
towards that of all pairs.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.statistics.connected import connected
from referee.statistics.likelihood import Likelihood, PairResults
from referee.statistics.pentanomial import Z
from referee.statistics.succession import ELO, Floats, Ints

CENTRE = 1500.0


@dataclass(frozen=True)
class Ratings:
    """For each player: the rating in Elo, and half the width of its 95 % interval (rating ± error).

    `groups`: no results connect players of different groups, so that their ratings cannot be
    compared. The one with the most anchors is 0; without anchors, the largest.
    """

    elo: Floats
    error: Floats
    groups: Ints
    covariance: Floats | None  # of r, or None above likelihood.EXACT players
    variance: Floats  # of r, not relative to its group's anchor

    def clearly_above(self, player: int, others: Ints) -> NDArray[np.bool_]:
        """For each of the others, whether it is statistically significantly better than `player`
        (95 % confidence)."""
        if self.covariance is None:
            variance = self.variance[others] + self.variance[player]
        else:
            variance = (
                self.variance[others] + self.variance[player] - 2 * self.covariance[player, others]
            )
        apart = (self.elo[others] - self.elo[player]) / ELO
        same = self.groups[others] == self.groups[player]
        clear: NDArray[np.bool_] = same & (apart > Z * np.sqrt(np.maximum(variance, 0)))
        return clear


def rate(results: PairResults) -> Ratings:
    """The ratings of all players."""
    games = Likelihood(results)
    r = games.maximum()
    links = results.links.T
    groups = connected(
        results.players,
        np.concatenate([results.first, links[0]]),
        np.concatenate([results.second, links[1]]),
        results.anchors,
    )
    anchors = _anchors(results, groups)
    lines = games.succession(r)
    centre = np.bincount(groups, anchors * lines.mean)[groups]
    covariance, own, variance = games.spread(r, lines, groups, anchors)
    return Ratings(
        CENTRE + ELO * (lines.mean - centre), ELO * Z * np.sqrt(variance), groups, covariance, own
    )


def _anchors(results: PairResults, groups: Ints) -> Floats:
    """The weight of each player in the mean that is its group's anchor."""
    anchor = np.zeros(results.players)
    anchor[results.anchors] = 1
    number = np.bincount(groups, anchor)
    first = np.ones(results.players)
    first[results.links[:, 0]] = 0
    anchor = np.where(number[groups] == 0, first, anchor)
    weights: Floats = anchor / np.maximum(np.bincount(groups, anchor), 1)[groups]
    return weights
