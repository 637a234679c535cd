"""The chart of a bot's rating."""

from typing import Any

from arena.ratings.rating_chart import rating_chart
from arena.ratings.rating_history import RatingPoint, rating_history


def test_the_chart_stays_in_its_box() -> None:
    for points in (
        [RatingPoint(0, 1500, 300, 1), RatingPoint(1, 1500, 0, 1)],
        [
            RatingPoint(number, 1500 + number**3 % 791, 9000 / (1 + number), 1)
            for number in range(500)
        ],
        [
            RatingPoint(900, -300, 20, 1),
            RatingPoint(901, 2890, 900, 2),
            RatingPoint(902, 3, 4000, 3),
        ],
    ):
        drawn = rating_chart(points)
        assert drawn is not None
        for point in (*drawn.line.split(), *drawn.band.split()):
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert 0 <= y <= drawn.bottom
        assert len(drawn.rating_ticks) <= 8
        assert len(drawn.games_ticks) <= 8


def test_the_chart_marks_new_versions() -> None:
    drawn = rating_chart(
        [RatingPoint(1, 1500, 9, 1), RatingPoint(5, 1500, 9, 1), RatingPoint(9, 1520, 40, 3)]
    )
    assert drawn is not None
    assert [tick.label for tick in drawn.versions] == ["v3"]


def test_there_is_no_chart_of_a_single_point(rated_versions: Any) -> None:
    assert rating_chart([]) is None
    assert rating_chart(rating_history(rated_versions[0].bot)[:1]) is None
