"""The likelihood of ratings r: results as sums over the pairs of every two players.

The model is that of `referee.statistics.bradley_terry`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.statistics.pentanomial import POINTS
from referee.statistics.succession import Floats, Ints, Lines, Succession, follow

PRIOR = 1.0  # virtual draws of a player with the centre
LINK = 4.0  # virtual draws of a successor with its predecessor
SHRINK = 20.0  # weight, in pairs, of the scatter of all pairs beside that of two players
POOLED = 10.0  # weight, in games, of independent games in the scatter of all pairs
EXACT = 3000  # with more players, the ratings of a player's opponents are taken as known


@dataclass(frozen=True)
class PairResults:
    """Pairs between players 0 to n − 1. Each two players appear at most once.

    `tallies[k]` counts the pairs of `first[k]` against `second[k]` by the first's points (0, ½, 1,
    1½, 2). `links`: pairs of a successor and its predecessor; nobody has two predecessors.
    `anchors`: the players whose mean rating is CENTRE by definition; in a group without anchors,
    all players but successors are.
    """

    players: int
    first: Ints
    second: Ints
    tallies: Ints
    links: Ints
    anchors: Ints

    @classmethod
    def of(
        cls,
        players: int,
        meetings: Sequence[tuple[int, int, Sequence[int]]],
        links: Sequence[tuple[int, int]] = (),
        anchors: Sequence[int] = (),
    ) -> "PairResults":
        return cls(
            players,
            np.array([first for first, _, _ in meetings], dtype=np.int64),
            np.array([second for _, second, _ in meetings], dtype=np.int64),
            np.array([tally for _, _, tally in meetings], dtype=np.int64).reshape(-1, 5),
            np.array(links, dtype=np.int64).reshape(-1, 2),
            np.array(anchors, dtype=np.int64),
        )


class Likelihood:
    """The likelihood: real games and virtual ones, as edges between two players."""

    def __init__(self, results: PairResults) -> None:
        tallies, links = results.tallies, results.links
        points = np.array(POINTS)
        self.pairs = tallies.sum(axis=1).astype(np.float64)
        self.scored = tallies @ points
        self.squares = tallies @ points**2
        self.i = np.concatenate([results.first, links[:, 0]])
        self.j = np.concatenate([results.second, links[:, 1]])
        self.games = np.concatenate([2 * self.pairs, np.full(len(links), LINK)])
        self.score = np.concatenate([self.scored, np.full(len(links), LINK / 2)])
        self.count = results.players
        self.prior: Floats = np.full(self.count, PRIOR)
        self.prior[links[:, 0]] = 0
        self.lines = Lines.of(self.count, links)

    def maximum(self) -> Floats:
        """The most likely r."""
        r = np.zeros(self.count)
        for _ in range(100):
            step = self.solve(self.gradient(r), r)
            # The rating of a player who won everything is far away. Bounded steps do not overshoot.
            step = np.clip(step, -2, 2)
            r = r + step
            if np.abs(step).max(initial=0) < 1e-10:
                break
        return r

    def expected(self, r: Floats) -> Floats:
        return logistic(r[self.i] - r[self.j])

    def gradient(self, r: Floats) -> Floats:
        return self.sum_up(self.score - self.games * self.expected(r)) + self.prior * (
            0.5 - logistic(r)
        )

    def sum_up(self, edges: Floats) -> Floats:
        """For each player, the sum over the edges that start at it minus those that end at it."""
        begin, end = (np.bincount(ends, edges, self.count) for ends in (self.i, self.j))
        total: Floats = (begin - end).astype(np.float64)
        return total

    def information(self, r: Floats) -> tuple[Floats, Floats]:
        """The information of each edge, and of each player's prior."""
        p, own = self.expected(r), logistic(r)
        return self.games * p * (1 - p), self.prior * own * (1 - own)

    def solve(self, gradient: Floats, r: Floats) -> Floats:
        """Newton's step, by conjugate gradients: they need no matrix."""
        edges, own = self.information(r)
        diagonal = self.diagonal(edges, own)
        x, rest = np.zeros(self.count), gradient
        z = rest / diagonal
        direction, size = z, rest @ z
        for _ in range(2 * self.count):
            if size <= 1e-24 * self.count:
                break
            image = self.sum_up(edges * (direction[self.i] - direction[self.j])) + own * direction
            length = size / (direction @ image)
            x, rest = x + length * direction, rest - length * image
            z = rest / diagonal
            size, before = rest @ z, size
            direction = z + size / before * direction
        return x

    def succession(self, r: Floats) -> Succession:
        """The ratings by each player's own games and its predecessors', with its opponents at r."""
        edges, own = self.information(r)
        edges[len(self.pairs) :] = 0
        precision = self.diagonal(edges, own)
        linked = self.score - self.games * self.expected(r)
        linked[: len(self.pairs)] = 0
        # At r, the gradient of all games is 0: that of the own ones is the opposite of the links'.
        return follow(precision, precision * r - self.sum_up(linked), self.lines)

    def spread(
        self, r: Floats, lines: Succession, groups: Ints, anchors: Floats
    ) -> tuple[Floats | None, Floats, Floats]:
        """The covariance of the ratings, its diagonal, and the variance relative to the anchor."""
        edges, own = self.information(r)
        scatter = np.concatenate([self.scatter(r), np.zeros(len(edges) - len(self.pairs))])
        if self.count > EXACT:
            variance = lines.variance(self.diagonal(scatter, own))
            return None, variance, variance
        inverse = np.linalg.inv(self.matrix(edges, own))
        # An error of r moves the opponents, and with them the evidence of each player.
        moved = lines.precision[:, None] * inverse
        links = slice(len(self.pairs), None)
        new, old = self.i[links], self.j[links]
        pulls = edges[links, None] * (inverse[new] - inverse[old])
        np.add.at(moved, new, pulls)
        np.subtract.at(moved, old, pulls)
        reach = lines.spread(moved)
        noisy = np.flatnonzero(lines.noise)
        steps = lines.spread(np.diag(np.sqrt(lines.noise))[:, noisy])
        covariance = reach @ self.matrix(scatter, own) @ reach.T + steps @ steps.T
        diagonal = covariance.diagonal()
        # Players of different groups have no covariance, so this is with the player's own anchor.
        with_anchor = covariance @ anchors
        of_anchor = np.bincount(groups, anchors * with_anchor)[groups]
        return covariance, diagonal, np.maximum(diagonal - 2 * with_anchor + of_anchor, 0)

    def scatter(self, r: Floats) -> Floats:
        """The variance of the score of each edge with real pairs."""
        p = self.expected(r)[: len(self.pairs)]
        unit = 2 * p * (1 - p)  # of a pair whose games are independent and never drawn
        real = self.real_scatter(r)
        pooled = self.pooled(r)
        total: Floats = self.pairs * (real + SHRINK * pooled * unit) / (self.pairs + SHRINK)
        return total

    def real_scatter(self, r: Floats) -> Floats:
        """The observed scatter of the pairs of each edge around the expected score."""
        p = self.expected(r)[: len(self.pairs)]
        real = self.squares - 4 * p * self.scored + self.pairs * (2 * p) ** 2
        number = self.pairs.sum()
        # Correct for the fitted parameters, which reduce the scatter.
        fitted = min(self.count, number / 2)
        corrected: Floats = real * number / (number - fitted) if number else real
        return corrected

    def pooled(self, r: Floats) -> float:
        """The scatter of all pairs, as a multiple of that of independent games without draws."""
        p = self.expected(r)[: len(self.pairs)]
        unit = self.pairs * 2 * p * (1 - p)
        return float((self.real_scatter(r).sum() + POOLED) / (unit.sum() + POOLED))

    def diagonal(self, edges: Floats, own: Floats) -> Floats:
        """The diagonal of `matrix`."""
        ends = np.bincount(self.i, edges, self.count) + np.bincount(self.j, edges, self.count)
        total: Floats = own + ends
        return total

    def matrix(self, edges: Floats, own: Floats) -> Floats:
        """Σ over the edges of w (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ, plus the diagonal `own`."""
        matrix = np.diag(own)
        np.add.at(matrix, (self.i, self.j), -edges)
        np.add.at(matrix, (self.j, self.i), -edges)
        np.add.at(matrix, (self.i, self.i), edges)
        np.add.at(matrix, (self.j, self.j), edges)
        return matrix


def logistic(x: Floats) -> Floats:
    result: Floats = 0.5 + 0.5 * np.tanh(x / 2)
    return result
