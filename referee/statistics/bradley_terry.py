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

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.statistics.connected import connected
from referee.statistics.pentanomial import POINTS, Z
from referee.statistics.succession import ELO, Floats, Ints, Lines, Succession, follow

CENTRE = 1500.0
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


@dataclass(frozen=True)
class Ratings:
    """For each player: the rating in Elo, and half the width of its 95 % interval (rating ± error).

    `groups`: no results connect players of different groups, so that their ratings cannot be
    compared. The one with the most anchors is 0; without anchors, the largest.
    """

    elo: Floats
    error: Floats
    groups: Ints
    covariance: Floats | None  # of r, or None above EXACT players
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
    games = _Games(results)
    r = np.zeros(results.players)
    for _ in range(100):
        step = games.solve(games.gradient(r), r)
        # The rating of a player who won everything is far away. Bounded steps do not overshoot.
        step = np.clip(step, -2, 2)
        r = r + step
        if np.abs(step).max(initial=0) < 1e-10:
            break
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


class _Games:
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

    def expected(self, r: Floats) -> Floats:
        return _logistic(r[self.i] - r[self.j])

    def gradient(self, r: Floats) -> Floats:
        return self.sum_up(self.score - self.games * self.expected(r)) + self.prior * (
            0.5 - _logistic(r)
        )

    def sum_up(self, edges: Floats) -> Floats:
        """For each player, the sum over the edges that start at it minus those that end at it."""
        begin, end = (np.bincount(ends, edges, self.count) for ends in (self.i, self.j))
        total: Floats = (begin - end).astype(np.float64)
        return total

    def information(self, r: Floats) -> tuple[Floats, Floats]:
        """The information of each edge, and of each player's prior."""
        p, own = self.expected(r), _logistic(r)
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
        real = self.squares - 4 * p * self.scored + self.pairs * (2 * p) ** 2
        number = self.pairs.sum()
        # Correct for the fitted parameters, which reduce the scatter.
        fitted = min(self.count, number / 2)
        real = real * number / (number - fitted) if number else real
        pooled = (real.sum() + POOLED) / ((self.pairs * unit).sum() + POOLED)
        total: Floats = self.pairs * (real + SHRINK * pooled * unit) / (self.pairs + SHRINK)
        return total

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


def _logistic(x: Floats) -> Floats:
    result: Floats = 0.5 + 0.5 * np.tanh(x / 2)
    return result


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
