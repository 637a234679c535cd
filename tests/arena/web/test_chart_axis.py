"""The ticks of the charts' axes."""

import pytest

from arena.web.chart_axis import tick_values


@pytest.mark.parametrize(
    ("low", "high", "most", "values"),
    [
        (0, 5, 5, [0, 1, 2, 3, 4, 5]),
        (1490, 1510, 5, [1490, 1495, 1500, 1505, 1510]),
        (1493, 1510, 5, [1490, 1495, 1500, 1505, 1510]),
        (-7, 3, 5, [-8, -6, -4, -2, 0, 2, 4]),
        (7, 7, 5, [7, 8]),
        (0, 40_000, 2, [0, 10_000, 20_000, 30_000, 40_000]),
    ],
)
def test_ticks_are_round_numbers_that_cover_the_range(
    low: float, high: float, most: int, values: list[int]
) -> None:
    assert tick_values(low, high, most) == values
