"""Ratings of successive versions of one program: how far a version may be from its predecessor.

Prior of the step from a version to the next: a mixture of normal distributions with mean 0, STEPS.
Most new versions play almost as their predecessor did, and some differ by any amount. So a version
stays close to its predecessor until its own games show a difference that luck hardly explains, and
then follows them. Of many identical versions the luckiest gains little.

A normal approximation of the own games' likelihood turns each line of versions into a Kalman filter
with a switching step. After each step the mixture is replaced by one normal distribution of the
same mean and variance (GPB1), and the smoother is that of Kim (1994), "Dynamic linear models with
Markov-switching", Journal of Econometrics 60, pages 1 to 22.

A version is rated by its own games and those of earlier versions. Games of later versions can only
lower it: they may show that it was lucky, but a stronger successor does not make it stronger.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ELO = 400 / np.log(10)  # of one unit of r
# The step between two versions: the probability and the standard deviation of each component.
STEPS = ((0.84, 10 / ELO), (0.16, 150 / ELO))


@dataclass(frozen=True)
class Lines:
    """The links between players, pairs of a successor and its predecessor.

    `order`: the links in parts. Those whose predecessors have links are in a later part than these.
    """

    players: int
    order: tuple[Ints, ...]

    @classmethod
    def of(cls, players: int, links: Ints) -> "Lines":
        """Raises ValueError for links that form a circle."""
        order, waiting = [], links
        while len(waiting):
            pending = np.zeros(players, dtype=np.bool_)
            pending[waiting[:, 0]] = True
            ready = ~pending[waiting[:, 1]]
            if not ready.any():
                raise ValueError("the links form a circle: a version cannot follow itself")
            order.append(waiting[ready])
            waiting = waiting[~ready]
        return cls(players, tuple(order))


@dataclass(frozen=True)
class Succession:
    """The ratings r of all players, by their own games and their predecessors'.

    `mean`: also lowered by successors. `precision`: the inverse variance of a player's own games.
    `pull`: that of what its predecessor tells of it, 0 without one. `noise`: the variance of
    (precision + pull) × mean that neither its own games nor the predecessor's error explain.
    """

    lines: Lines
    mean: Floats
    precision: Floats
    pull: Floats
    noise: Floats

    def spread(self, errors: Floats) -> Floats:
        """The errors of `mean`, linearised, from those of the evidence (precision × mean).

        `errors`: of shape (players, n), for n independent causes. Returned in the same shape.
        """
        total = self.precision + self.pull
        result: Floats = errors / total[:, None]
        for links in self.lines.order:
            new, old = links.T
            result[new] += (self.pull[new] / total[new])[:, None] * result[old]
        return result

    def variance(self, scatter: Floats) -> Floats:
        """The variance of `mean` for evidence of the variance `scatter`, if no player's errors
        depend on those of its opponents."""
        total = self.precision + self.pull
        result: Floats = (scatter + self.noise) / total**2
        for links in self.lines.order:
            new, old = links.T
            result[new] += (self.pull[new] / total[new]) ** 2 * result[old]
        return result


def follow(precision: Floats, evidence: Floats, lines: Lines) -> Succession:
    """Rates the players of all lines.

    `precision`: the inverse variance of each player's own estimate of r, 0 for none; positive for
    players without a predecessor. `evidence`: that estimate times its precision.
    """
    # Players without a predecessor keep their own estimate; those with one are overwritten.
    known = np.maximum(precision, 1e-12)
    mean, variance = evidence / known, 1 / known
    pull, noise = np.zeros((2, lines.players))
    steps = []
    for links in lines.order:
        new, old = links.T
        own = precision[new]
        step = _step(variance[old], own, evidence[new] - own * mean[old])
        mean[new], variance[new] = mean[old] + step.distance, step.variance
        steps.append(step)
        pull[new] = np.maximum(1 / variance[new] - own, 0)
        explained = own + pull[new] ** 2 * variance[old]
        noise[new] = np.maximum(variance[new] * (own + pull[new]) ** 2 - explained, 0)
    lowered = mean.copy()
    for links, step in zip(reversed(lines.order), reversed(steps), strict=True):
        new, old = links.T
        down = step.error + step.share * (lowered[new] - mean[new])
        np.minimum.at(lowered, old, mean[old] + down)
    return Succession(lines, lowered, precision, pull, noise)


@dataclass(frozen=True)
class _Step:
    """For each link, what the games of the successor say.

    `distance`: of the successor from its predecessor, as expected; `variance`: of the successor.
    `error`: the part of the distance that is an error of the predecessor; `share`: that part of
    what later versions add.
    """

    distance: Floats
    variance: Floats
    error: Floats
    share: Floats


def _step(variance: Floats, precision: Floats, surprise: Floats) -> _Step:
    """The step to the successors.

    `variance`: of the predecessors; `precision`: of the successors' own estimates; `surprise`:
    their distances from the predecessors, times the precision.
    """
    probability, deviation = (np.array(column)[:, None] for column in zip(*STEPS, strict=True))
    prior = variance + deviation**2
    scale = 1 + precision * prior
    log = np.log(probability) - 0.5 * np.log(scale) + 0.5 * prior * surprise**2 / scale
    weight = np.exp(log - log.max(axis=0))
    weight /= weight.sum(axis=0)
    shift = prior * surprise / scale
    mean = (weight * shift).sum(axis=0)
    spread = (weight * (prior / scale + (shift - mean) ** 2)).sum(axis=0)
    share = variance / prior
    error = (weight * share * shift).sum(axis=0)
    return _Step(mean, spread, error, (weight * share).sum(axis=0))
