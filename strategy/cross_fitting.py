"""How much a move loses against the best one, estimated from samples without flattering the best.

The mean of the best of several noisy means is too high (the winner's curse): a move that is as good
as all others would seem to lose something. So the best move is chosen on one half of the samples
and scored on the other, and the other way round (cross-fitting; Chernozhukov et al., "Double/
debiased machine learning", 2018). All moves are scored on the same samples, so what a sample is
worth by itself cancels out of each difference.

The expected value of such a loss is never above the true one, and it may be negative where the
chosen move was not the best. Do not cut it off at 0: means over decisions would then be too high.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Rows = Sequence[Sequence[float]]

LEAST_ROWS = 2  # in each half, so that it has a variance


class Loss(NamedTuple):
    """What the played move loses, and its standard error; `best` is the best move on all samples.
    `means` has the mean of each move."""

    best: int
    means: list[float]
    loss: float
    error: float


class MeanLoss(NamedTuple):
    """The mean loss of `decisions` decisions, with its standard error."""

    decisions: int
    loss: float
    error: float


class Losses(NamedTuple):
    """The losses of one side in one game: how many, their sum, and the sum of their squares."""

    decisions: int
    total: float
    squares: float


def exact_loss(row: Sequence[float], played: int) -> Loss:
    """The loss where nothing is hidden, so that there is one row, and nothing to estimate."""
    best = _best(row, played)
    return Loss(best, list(row), row[best] - row[played], 0.0)


def loss_of(first: Rows, second: Rows, played: int) -> Loss:
    """The loss of the move in column `played`.

    `first` and `second` are the halves, by sample and by move: independent of each other, and each
    of two samples or more. Raises ValueError for fewer.
    """
    rows = [*first, *second]
    if min(len(first), len(second)) < LEAST_ROWS:
        raise ValueError(f"{len(rows)} samples are too few: each half needs {LEAST_ROWS} or more")
    means = [math.fsum(column) / len(rows) for column in zip(*rows, strict=True)]
    best = _best(means, played)
    one, one_variance = _scored(first, second, played)
    other, other_variance = _scored(second, first, played)
    return Loss(best, means, (one + other) / 2, math.sqrt(one_variance + other_variance) / 2)


def losses_of(losses: Iterable[float]) -> Losses:
    """The sums of some losses."""
    listed = list(losses)
    return Losses(len(listed), math.fsum(listed), math.fsum(loss * loss for loss in listed))


def mean_loss(games: Sequence[Losses]) -> MeanLoss | None:
    """The mean loss of all decisions of some games; None without any decision.

    The decisions of a game depend on each other, so with two games or more the error comes from the
    differences between games (a ratio estimator over clusters); with one, from those between its
    decisions.
    """
    games = [game for game in games if game.decisions]
    decisions = sum(game.decisions for game in games)
    if not decisions:
        return None
    mean = math.fsum(game.total for game in games) / decisions
    if len(games) > 1:
        off = math.fsum((game.total - mean * game.decisions) ** 2 for game in games)
        variance = off / decisions**2 * len(games) / (len(games) - 1)
    elif decisions > 1:
        spread = max(0.0, games[0].squares / decisions - mean * mean)
        variance = spread / (decisions - 1)
    else:
        variance = 0.0
    return MeanLoss(decisions, mean, math.sqrt(variance))


def _scored(chosen_on: Rows, scored_on: Rows, played: int) -> tuple[float, float]:
    """The mean loss on `scored_on` against the best move on `chosen_on`, and its variance."""
    totals = [math.fsum(column) for column in zip(*chosen_on, strict=True)]
    best = _best(totals, played)
    lost = [row[best] - row[played] for row in scored_on]
    mean = math.fsum(lost) / len(lost)
    spread = math.fsum((one - mean) ** 2 for one in lost) / (len(lost) - 1)
    return mean, spread / len(lost)


def _best(values: Sequence[float], played: int) -> int:
    """The move with the highest value; the played one if it is among them."""
    most = max(values)
    return played if values[played] >= most else values.index(most)
