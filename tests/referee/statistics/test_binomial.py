"""The binomial distribution."""

import pytest

from referee.statistics.binomial import at_least


@pytest.mark.parametrize(
    ("count", "of", "probability", "expected"),
    [(0, 10, 0.3, 1), (10, 10, 0.5, 2**-10), (2, 3, 0.5, 0.5), (1, 2, 0.1, 0.19)],
)
def test_the_tail_of_the_binomial_distribution(
    count: int, of: int, probability: float, expected: float
) -> None:
    assert at_least(count, of, probability) == pytest.approx(expected)
