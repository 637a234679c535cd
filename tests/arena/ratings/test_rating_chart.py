"""The chart of a bot's rating."""

from arena.ratings.rating_chart import rating_chart
from arena.ratings.rating_history import RatingPoint


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


def test_there_is_no_chart_without_two_different_numbers_of_games() -> None:
    assert rating_chart([]) is None
    assert rating_chart([RatingPoint(5, 1500, 9, 1)]) is None
    assert rating_chart([RatingPoint(5, 1500, 9, 1), RatingPoint(5, 1600, 9, 2)]) is None


def test_wide_first_intervals_do_not_stretch_the_axis() -> None:
    points = [RatingPoint(1, 1500, 900, 1)]
    points += [RatingPoint(number, 1500, 20, 1) for number in range(2, 9)]
    drawn = rating_chart(points)
    assert drawn is not None
    labels = [int(tick.label) for tick in drawn.rating_ticks]
    assert (labels[0], labels[-1]) == (1440, 1560)
    # The band is cut off at the top and the bottom.
    assert drawn.band.split()[0].split(",")[1] == str(float(drawn.top))
    assert drawn.band.split()[-1].split(",")[1] == str(float(drawn.bottom))
