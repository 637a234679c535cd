"""A line chart of a bot's rating in its band, as coordinates for templates/ratings/chart.html."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.ratings.history import Point

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 22, 30
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True)
class Chart:
    """Coordinates in a box of WIDTH × HEIGHT.

    `line` and `band` are the points of an SVG polyline and of a polygon; `versions` marks where
    another version was rated.
    """

    line: str
    band: str
    rating_ticks: tuple[Tick, ...]
    games_ticks: tuple[Tick, ...]
    versions: tuple[Tick, ...]
    end_x: float
    end_y: float
    first: Point
    last: Point
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def chart(course: Sequence[Point]) -> Chart | None:
    """The chart of a bot's course; None for one that does not reach over any games."""
    if len(course) < 2 or course[0].games == course[-1].games:
        return None
    # The first intervals may be many times as wide as all later ones: they are cut, not shown.
    typical = sorted(point.error for point in course)[len(course) // 2]
    shown = [min(point.error, 2.5 * typical) for point in course]
    rating_ticks = ticks(
        min(point.rating - error for point, error in zip(course, shown, strict=True)),
        max(point.rating + error for point, error in zip(course, shown, strict=True)),
        5,
    )
    low, high = rating_ticks[0], rating_ticks[-1]
    first, last = course[0].games, course[-1].games

    def x(games: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (games - first) / (last - first), 1)

    def y(rating: float) -> float:
        within = min(max(rating, low), high)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (within - low) / (high - low), 1)

    upper = [f"{x(point.games)},{y(point.rating + point.error)}" for point in course]
    lower = [f"{x(point.games)},{y(point.rating - point.error)}" for point in course]
    return Chart(
        line=" ".join(f"{x(point.games)},{y(point.rating)}" for point in course),
        band=" ".join([*upper, *reversed(lower)]),
        rating_ticks=tuple(Tick(y(rating), str(rating)) for rating in rating_ticks),
        games_ticks=tuple(
            Tick(x(games), str(games)) for games in ticks(first, last, 6) if first <= games <= last
        ),
        versions=tuple(
            Tick(x(after.games), f"v{after.version}")
            for before, after in pairwise(course)
            if before.version != after.version
        ),
        end_x=x(last),
        end_y=y(course[-1].rating),
        first=course[0],
        last=course[-1],
    )


def ticks(low: float, high: float, most: int) -> list[int]:
    """Round numbers evenly apart, about `most` of them, from `low` or below to `high` or above."""
    step = next((step for step in STEPS if step * most >= high - low), STEPS[-1])
    start = int(low // step) * step
    found = [start]
    while found[-1] < high or len(found) < 2:
        found.append(found[-1] + step)
    return found
