"""A simulated program that is submitted again and again, against a field of other bots."""

import numpy as np

from referee.statistics.bradley_terry import CENTRE, rate
from referee.statistics.likelihood import PairResults
from referee.statistics.succession import ELO
from tests.referee.tournaments.leagues import pair_outcomes

HONEST = 15  # bots that the versions play, with FIELD pairs between each two
FIELD = 20
MIRROR, DRAWS = 0.5, 0.1


def outcomes(
    rng: np.random.Generator, one: float, other: float, pairs: int, mirror: float
) -> list[int]:
    """How often the first scored 0, ½, 1, 1½ and 2 points in the pairs."""
    score = np.full(pairs, 1 / (1 + np.exp(-(one - other) / ELO)))
    counts: list[int] = np.bincount(pair_outcomes(rng, score, mirror, DRAWS), minlength=5).tolist()
    return counts


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
    field = rng.normal(0, 150, HONEST)
    field -= field.mean()
    meetings = [
        (one, other, outcomes(rng, field[one], field[other], FIELD, mirror))
        for one in range(HONEST)
        for other in range(one + 1, HONEST)
    ]
    for number, (strength, total) in enumerate(zip(strengths, games, strict=True)):
        opponents = np.bincount(rng.integers(0, HONEST, total // 2), minlength=HONEST)
        meetings += [
            (at, HONEST + number, outcomes(rng, field[at], strength, int(pairs), mirror))
            for at, pairs in enumerate(opponents)
            if pairs
        ]
    count = HONEST + len(strengths)
    links = [(at, at - 1) for at in range(HONEST + 1, count)] if linked else []
    results = PairResults.of(count, meetings, links, range(HONEST))
    return rate(results).elo[HONEST:] - CENTRE
