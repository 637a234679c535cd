"""The binomial distribution."""

import math


def at_least(count: int, of: int, probability: float) -> float:
    """The probability of at least `count` successes in `of` independent trials.

    `probability`: of a success, between 0 and 1, both excluded.
    """
    logs = (
        math.lgamma(of + 1)
        - math.lgamma(number + 1)
        - math.lgamma(of - number + 1)
        + number * math.log(probability)
        + (of - number) * math.log1p(-probability)
        for number in range(count, of + 1)
    )
    return math.fsum(map(math.exp, logs))
