"""The chart of the log-likelihood ratio."""

import pytest

from arena.experiments.ratio_chart import chart

pytestmark = pytest.mark.django_db


def test_the_chart_stays_in_its_box() -> None:
    for course in ([], [(5, 0.1)], [(5 * n, (-1) ** n * n / 9) for n in range(1, 200)]):
        drawn = chart(course, -2.94, 2.94)
        for point in drawn.line.split():
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert drawn.top <= y <= drawn.bottom
