"""Simulated results: players of known strength, and mirrored pairs between them."""

from dataclasses import dataclass

import numpy as np

from referee.statistics.likelihood import PairResults
from referee.statistics.succession import ELO


@dataclass(frozen=True)
class League:
    elo: np.ndarray  # the true strengths, with mean 0
    results: PairResults


def pair_outcomes(
    rng: np.random.Generator, score: np.ndarray, mirror: float, draws: float
) -> np.ndarray:
    """Half points, 0 to 4, of the first player in one pair for each expected score of a game.

    `mirror`: how often the luck of the deal that helps in one game hurts as much in the other.
    `draws`: the part of the less likely result that is drawn instead; the mean stays.
    """
    luck = rng.random((2, len(score)))
    luck[1] = np.where(rng.random(len(score)) < mirror, 1 - luck[0], luck[1])
    half = draws * np.minimum(score, 1 - score)
    return ((luck < score - half).astype(int) + (luck < score + half)).sum(axis=0)


def league(
    seed: int, players: int, pairs: int, *, mirror: float = 0.5, draws: float = 0.1, sd: float = 150
) -> League:
    """`pairs` mirrored pairs between players drawn by lot."""
    rng = np.random.default_rng(seed)
    elo = rng.normal(0, sd, players)
    elo -= elo.mean()
    one = rng.integers(0, players, pairs)
    other = (one + rng.integers(1, players, pairs)) % players
    first, second = np.minimum(one, other), np.maximum(one, other)
    score = 1 / (1 + np.exp(-(elo[first] - elo[second]) / ELO))
    outcomes = pair_outcomes(rng, score, mirror, draws)
    keys, at = np.unique(first * players + second, return_inverse=True)
    tallies = np.zeros((len(keys), 5), dtype=np.int64)
    np.add.at(tallies, (at, outcomes), 1)
    nobody = np.zeros(0, dtype=np.int64)
    results = PairResults(
        players, keys // players, keys % players, tallies, nobody.reshape(0, 2), nobody
    )
    return League(elo, results)
