"""Losses without the winner's curse."""

import math
from random import Random

import pytest

from strategy.cross_fitting import Losses, exact_loss, loss_of, losses_of, mean_loss


def noisy(random: Random, values: list[float], samples: int = 20) -> list[list[float]]:
    """One half: samples of moves with these true values. Half of the noise is common to all."""
    rows = []
    for _ in range(samples):
        deal = random.gauss(0, 0.3)
        rows.append([value + deal + random.gauss(0, 0.3) for value in values])
    return rows


def test_equal_moves_lose_nothing_although_one_of_them_always_looks_best() -> None:
    random = Random(1)
    losses, naive = [], []
    for _ in range(400):
        found = loss_of(noisy(random, [0.5] * 6), noisy(random, [0.5] * 6), 0)
        losses.append(found.loss)
        naive.append(max(found.means) - found.means[0])
    mean = mean_loss([losses_of(losses)])
    assert mean is not None
    assert sum(naive) / len(naive) > 0.05  # the curse
    assert abs(mean.loss) < 3 * mean.error < 0.02


def test_a_clear_loss_is_measured_and_its_error_is_honest() -> None:
    random = Random(2)
    off = []
    for _ in range(400):
        found = loss_of(noisy(random, [0.2, 0.6, 0.1]), noisy(random, [0.2, 0.6, 0.1]), 0)
        assert found.best == 1
        off.append((found.loss - 0.4) / found.error)
    assert abs(sum(off) / len(off)) < 0.2
    assert 0.85 < math.sqrt(sum(one * one for one in off) / len(off)) < 1.15


def test_few_equal_moves_are_marked() -> None:
    random = Random(3)
    marked = 0
    for _ in range(400):
        found = loss_of(noisy(random, [0.5] * 5), noisy(random, [0.5] * 5), 2)
        marked += found.loss - 2 * found.error > 0.03
    assert marked <= 8


def test_one_row_is_exact_and_the_played_move_wins_ties() -> None:
    found = exact_loss([0.25, 0.75, 0.75], 0)
    assert (found.best, found.loss, found.error) == (1, 0.5, 0.0)
    assert exact_loss([0.25, 0.75, 0.75], 2).best == 2


def test_a_half_without_a_variance_is_refused() -> None:
    row = [0.5, 0.5]
    with pytest.raises(ValueError, match="3 samples are too few: each half needs 2 or more"):
        loss_of([row], [row, row], 0)


def test_the_error_over_games_comes_from_their_differences() -> None:
    alike = [Losses(10, 0.5, 0.1)] * 4
    found = mean_loss(alike)
    assert found is not None
    assert (found.decisions, found.loss) == (40, pytest.approx(0.05))
    assert found.error == pytest.approx(0)
    mixed = mean_loss([Losses(10, 0.0, 0.0), Losses(10, 1.0, 0.1)])
    assert mixed is not None
    assert (mixed.loss, mixed.error) == (pytest.approx(0.05), pytest.approx(0.05))
    assert mean_loss([]) is None
    assert mean_loss([Losses(0, 0.0, 0.0)]) is None
