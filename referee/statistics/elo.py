"""Elo: the logistic formula with a fixed K, one change for each match. Not the FIDE's table.

Elo is stored in whole hundredths of a point. One side gains exactly what the other loses, so the
sum over all bots never changes.
"""

import math

K = 24
SCALE = 400


def expected_score(elo_a: int, elo_b: int) -> float:
    """The share of the points, 0 to 1, that A is expected to score: 1/(1 + 10^((b−a)/400)).

    Both Elo in hundredths of a point.
    """
    # The hyperbolic tangent is an odd function in floating point too, so the expectations of the
    # two sides differ from ½ by exactly the same amount.
    return 0.5 + _advantage(elo_a, elo_b)


def _advantage(elo_a: int, elo_b: int) -> float:
    return 0.5 * math.tanh((elo_a - elo_b) / 100 * math.log(10) / (2 * SCALE))


def shared_score(score_a: float, score_b: float, games: int) -> float:
    """The points that count for A in Elo.

    A point that neither side got, because both failed in a game, cannot be taken from both in a
    zero-sum ledger. It is shared, as if that game were drawn.
    """
    return (games + score_a - score_b) / 2


def change(elo_a: int, elo_b: int, score_a: float, score_b: float, games: int) -> int:
    """What A gains and B loses in a match, in hundredths of a point: K × (scored − expected)/games.

    `score_a` and `score_b` are sums over `games` games. Rounded to the nearest hundredth, halves
    to even, so that exchanging the sides only changes the sign. Raises ValueError for no games.
    """
    if games < 1:
        raise ValueError(f"a match has at least 1 game, not {games}")
    above_half = (score_a - score_b) / (2 * games)
    return round(100 * K * (above_half - _advantage(elo_a, elo_b)))
