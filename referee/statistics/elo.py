"""Elo: plain logistic, one fixed K, one change a match. Not FIDE's table.

Elo is kept in whole hundredths of a point, and what one side gains the other loses, so the sum
over all bots never changes, to the last digit.
"""

import math

K = 24
SCALE = 400


def expected_score(elo_a: int, elo_b: int) -> float:
    """The part of the points, 0 to 1, that A is expected to take from B: 1/(1 + 10^((b−a)/400)).

    Both Elo in hundredths of a point.
    """
    # The same by the hyperbolic tangent, which is an odd function also in floating point: the
    # expectations of the two sides differ from ½ by exactly the same.
    return 0.5 + _advantage(elo_a, elo_b)


def _advantage(elo_a: int, elo_b: int) -> float:
    return 0.5 * math.tanh((elo_a - elo_b) / 100 * math.log(10) / (2 * SCALE))


def shared_score(score_a: float, score_b: float, games: int) -> float:
    """The points that count for A in Elo.

    A point that neither side got (both failed in that game) cannot be taken from both in a
    zero-sum ledger: it is shared, as if that game were drawn.
    """
    return (games + score_a - score_b) / 2


def change(elo_a: int, elo_b: int, score_a: float, score_b: float, games: int) -> int:
    """What A gains and B loses by a match, in hundredths of a point: K × (scored − expected)/games.

    `score_a` and `score_b` are sums over `games` games. Rounded to the nearest hundredth, halves
    to the even one, so that exchanging the sides changes the sign and nothing else.
    """
    if games < 1:
        raise ValueError(f"a match has at least 1 game, not {games}")
    above_half = (score_a - score_b) / (2 * games)
    return round(100 * K * (above_half - _advantage(elo_a, elo_b)))
