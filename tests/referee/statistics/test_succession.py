"""Ratings of successive versions: a better one rises soon, a lucky one does not."""

import math

import numpy as np
import pytest

from referee.statistics.bradley_terry import rate
from referee.statistics.likelihood import PairResults
from referee.statistics.pentanomial import Tally
from referee.statistics.succession import ELO, STEPS, Lines, follow
from tests.referee.statistics.resubmissions import rated, versions

EVEN: Tally = (0, 0, 50, 0, 0)
MANY = 1_000_000  # pairs that fix the strengths of two opponents


def test_the_luckiest_of_twenty_identical_versions_gains_at_most_25_elo() -> None:
    seed = 20_261_130
    print("seed", seed)
    rng = np.random.default_rng(seed)
    gains = [versions(rng, [0.0] * 20, [46] * 20).max() for _ in range(40)]
    assert np.mean(gains) < 25


def test_a_version_100_elo_better_shows_80_of_them_after_200_games() -> None:
    seed = 20_261_130
    print("seed", seed)
    rng = np.random.default_rng(seed)
    pairs = [versions(rng, [0.0, 100.0], [1000, 200]) for _ in range(250)]
    assert 78 < np.mean([new - old for old, new in pairs]) <= 100


def test_the_intervals_of_last_versions_cover_the_truth_in_95_per_cent() -> None:
    """For steps between versions as the model assumes them."""
    seed = 20_261_130
    print("seed", seed)
    rng = np.random.default_rng(seed)
    covered = []
    for _ in range(150):
        sizes = rng.choice([size for _, size in STEPS], 4, p=[weight for weight, _ in STEPS])
        strengths = np.cumsum([0.0, *(ELO * sizes * rng.normal(size=4))])
        elo, error = rated(rng, strengths.tolist(), [60] * 5)
        covered.append(abs(elo[-1] - strengths[-1]) <= error[-1])
    assert 0.92 < np.mean(covered) <= 0.99


def test_a_stronger_successor_does_not_raise_its_predecessor() -> None:
    own = (0, 1, (10, 20, 40, 20, 10))
    before = rate(PairResults.of(2, [own], anchors=[1]))
    for wins in (4, 10, 20, 50, 200):
        newer = (2, 1, (0, 10, 10, 0, wins))
        after = rate(PairResults.of(3, [own, newer], links=[(2, 0)], anchors=[1]))
        assert after.elo[0] <= before.elo[0] + 0.5
        assert after.error[0] >= before.error[0] - 0.5


def test_identical_successors_lower_a_lucky_predecessor() -> None:
    meetings = [(0, 1, (0, 0, 5, 0, 5))]
    lucky = rate(PairResults.of(2, meetings, anchors=[1])).elo[0]
    meetings += [(number, 1, EVEN) for number in range(2, 6)]
    links = [(2, 0), (3, 2), (4, 3), (5, 4)]
    after = rate(PairResults.of(6, meetings, links, anchors=[1])).elo
    assert after[0] < lucky - 100
    assert after[2:] == pytest.approx(1500, abs=15)


def test_a_version_without_games_has_its_predecessors_rating() -> None:
    games = [(0, 1, (1, 2, 5, 5, 7))]
    ratings = rate(PairResults.of(4, games, links=[(2, 0), (3, 2)], anchors=[1]))
    assert ratings.elo[2] == pytest.approx(ratings.elo[0])
    assert ratings.elo[3] == pytest.approx(ratings.elo[0])
    assert ratings.error[0] < ratings.error[2] < ratings.error[3]


@pytest.mark.parametrize("wins", [10, 14, 16, 18, 20])
def test_the_rating_is_the_posterior_mean_that_integration_finds(wins: int) -> None:
    """Against opponents of known strength, with the likelihood of every game.

    The normal approximation is rough only where nearly all games were won.
    """
    old_wins, games = 10, 20
    grid = np.linspace(-4, 4, 1601)

    def likelihood(won: int) -> np.ndarray:
        score = 1 / (1 + np.exp(-grid))
        return score**won * (1 - score) ** (games - won)

    virtual_draw = np.sqrt(np.exp(grid)) / (1 + np.exp(grid))
    old = likelihood(old_wins) * virtual_draw
    apart = grid[:, None] - grid[None, :]
    step = sum(
        weight * np.exp(-0.5 * (apart / deviation) ** 2) / deviation for weight, deviation in STEPS
    )
    new = likelihood(wins) * (step @ old)
    expected = ELO * (grid * new).sum() / new.sum()

    def tally(won: int) -> Tally:
        return (games - won) // 2, 0, 0, 0, won // 2

    fixed = (1, 3, (0, 0, MANY, 0, 0))
    results = [fixed, (0, 1, tally(old_wins)), (2, 3, tally(wins))]
    ratings = rate(PairResults.of(4, results, links=[(2, 0)], anchors=[1, 3]))
    assert ratings.elo[2] - 1500 == pytest.approx(expected, abs=max(3, 0.15 * expected))


def test_the_error_of_a_line_is_that_of_its_filter() -> None:
    """Of two versions with opponents of known strength, by hand."""
    lines = Lines.of(2, np.array([[1, 0]]))
    found = follow(np.array([50.0, 20.0]), np.array([0.0, 20.0]), lines)
    variance = found.variance(found.precision)
    assert variance[0] == pytest.approx(1 / 50)
    densities = [
        weight
        * math.exp(-0.5 / (1 / 50 + deviation**2 + 1 / 20))
        / math.sqrt(1 / 50 + deviation**2 + 1 / 20)
        for weight, deviation in STEPS
    ]
    weights = [density / sum(densities) for density in densities]
    priors = [1 / 50 + deviation**2 for _, deviation in STEPS]
    means = [prior / (prior + 1 / 20) for prior in priors]
    mean = sum(weight * at for weight, at in zip(weights, means, strict=True))
    assert found.mean[1] == pytest.approx(mean)
    assert variance[1] == pytest.approx(
        sum(
            weight * (1 / (20 + 1 / prior) + (at - mean) ** 2)
            for weight, prior, at in zip(weights, priors, means, strict=True)
        )
    )
    reach = found.spread(np.diag(np.sqrt(found.precision)))
    assert (reach @ reach.T).diagonal()[0] == pytest.approx(variance[0])


def test_a_version_cannot_follow_itself() -> None:
    with pytest.raises(ValueError, match="circle"):
        Lines.of(3, np.array([[0, 1], [1, 2], [2, 0]]))
