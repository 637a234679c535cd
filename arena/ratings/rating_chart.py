"""A line chart of a bot's rating with its 95 % band, as coordinates for an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.ratings.rating_history import RatingPoint
from arena.web.chart_axis import Tick, tick_values

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 22, 30


@dataclass(frozen=True)
class RatingChart:
    """Coordinates in a box of WIDTH × HEIGHT, for templates/ratings/chart.html.

    `line` and `band` are the points of an SVG polyline and of a polygon. `versions` marks where
    another version was rated for the first time.
    """

    line: str
    band: str
    rating_ticks: tuple[Tick, ...]
    games_ticks: tuple[Tick, ...]
    versions: tuple[Tick, ...]
    end_x: float
    end_y: float
    first: RatingPoint
    last: RatingPoint
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def rating_chart(points: Sequence[RatingPoint]) -> RatingChart | None:
    """The chart of a bot's history; None without two points that differ in games."""
    if len(points) < 2 or points[0].games == points[-1].games:
        return None
    low, *_, high = rating_values = _rating_values(points)
    first, last = points[0].games, points[-1].games

    def x(games: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (games - first) / (last - first), 1)

    def y(rating: float) -> float:
        within = min(max(rating, low), high)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (within - low) / (high - low), 1)

    upper = [f"{x(point.games)},{y(point.rating + point.error)}" for point in points]
    lower = [f"{x(point.games)},{y(point.rating - point.error)}" for point in points]
    games_values = [games for games in tick_values(first, last, 6) if first <= games <= last]
    return RatingChart(
        line=" ".join(f"{x(point.games)},{y(point.rating)}" for point in points),
        band=" ".join([*upper, *reversed(lower)]),
        rating_ticks=tuple(Tick(y(rating), str(rating)) for rating in rating_values),
        games_ticks=tuple(Tick(x(games), str(games)) for games in games_values),
        versions=tuple(
            Tick(x(after.games), f"v{after.version}")
            for before, after in pairwise(points)
            if before.version != after.version
        ),
        end_x=x(last),
        end_y=y(points[-1].rating),
        first=points[0],
        last=points[-1],
    )


def _rating_values(points: Sequence[RatingPoint]) -> list[int]:
    """The values of the rating axis: at least two, from below the band to above it."""
    # The first intervals can be many times wider than later ones; the axis cuts them off.
    median = sorted(point.error for point in points)[len(points) // 2]
    errors = [min(point.error, 2.5 * median) for point in points]
    return tick_values(
        min(point.rating - error for point, error in zip(points, errors, strict=True)),
        max(point.rating + error for point, error in zip(points, errors, strict=True)),
        5,
    )
