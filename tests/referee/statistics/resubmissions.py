"""A simulated program that is submitted again and again, against a field of other bots."""

import numpy as np

from referee.statistics.bradley_terry import CENTRE, rate
from referee.statistics.likelihood import PairResults
from referee.statistics.succession import ELO
from tests.referee.tournaments.leagues import pair_outcomes

HONEST = 15  # bots that the versions play, with FIELD pairs between each two
FIELD = 20
MIRROR, DRAWS = 0.5, 0.1


def versions(
    rng: np.random.Generator,
    strengths: list[float],
    games: list[int],
    *,
    mirror: float = MIRROR,
    linked: bool = True,
) -> np.ndarray:
    """The ratings, less CENTRE, of versions of these strengths after so many games against a field.

    The field averages 0. `linked`: whether each is the successor of the one before.
    """
    return rated(rng, strengths, games, mirror=mirror, linked=linked)[0]


def rated(
    rng: np.random.Generator,
    strengths: list[float],
    games: list[int],
    *,
    mirror: float = MIRROR,
    linked: bool = True,
) -> tuple[np.ndarray, np.ndarray]:
    """The same, and their errors."""
    strength = np.concatenate([rng.normal(0, 150, HONEST), strengths])
    strength[:HONEST] -= strength[:HONEST].mean()
    count = len(strength)
    one, other = np.triu_indices(HONEST, 1)
    pairs = np.array(games) // 2
    first = np.concatenate([np.repeat(one, FIELD), rng.integers(0, HONEST, pairs.sum())])
    second = np.concatenate([np.repeat(other, FIELD), np.repeat(np.arange(HONEST, count), pairs)])
    score = 1 / (1 + np.exp(-(strength[first] - strength[second]) / ELO))
    keys, at = np.unique(first * count + second, return_inverse=True)
    tallies = np.zeros((len(keys), 5), dtype=np.int64)
    np.add.at(tallies, (at, pair_outcomes(rng, score, mirror, DRAWS)), 1)
    new = np.arange(HONEST + 1, count if linked else HONEST + 1)
    results = PairResults(
        count,
        keys // count,
        keys % count,
        tallies,
        np.stack([new, new - 1], axis=1),
        np.arange(HONEST),
    )
    ratings = rate(results)
    return ratings.elo[HONEST:] - CENTRE, ratings.error[HONEST:]
