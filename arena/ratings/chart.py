"""A line chart of a bot's Elo, as coordinates for the SVG of templates/ratings/chart.html."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.history import Point

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 30
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True)
class Chart:
    """Coordinates in a box of WIDTH × HEIGHT; `line` is the points of an SVG polyline."""

    line: str
    elo_ticks: tuple[Tick, ...]
    match_ticks: tuple[Tick, ...]
    end_x: float
    end_y: float
    first: Point
    last: Point
    highest: Point
    lowest: Point
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(course: Sequence[Point]) -> Chart | None:
    """The chart of a bot's course, at least two points; None for fewer."""
    if len(course) < 2:
        return None
    lowest = min(course, key=lambda point: point.elo)
    highest = max(course, key=lambda point: point.elo)
    elo_ticks = _ticks(lowest.elo / 100, highest.elo / 100, 4)
    low, high = elo_ticks[0], elo_ticks[-1]
    first, last = course[0].number, course[-1].number

    def x(number: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number - first) / (last - first), 1)

    def y(elo: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (elo - low) / (high - low), 1)

    return Chart(
        line=" ".join(f"{x(point.number)},{y(point.elo / 100)}" for point in course),
        elo_ticks=tuple(Tick(y(elo), str(elo)) for elo in elo_ticks),
        match_ticks=tuple(
            Tick(x(number), str(number))
            for number in _ticks(first, last, 6)
            if first <= number <= last
        ),
        end_x=x(last),
        end_y=y(course[-1].elo / 100),
        first=course[0],
        last=course[-1],
        highest=highest,
        lowest=lowest,
    )


def _ticks(low: float, high: float, most: int) -> list[int]:
    """Round numbers evenly apart, about `most` of them, from `low` or below to `high` or above."""
    step = next((step for step in STEPS if step * most >= high - low), STEPS[-1])
    start = int(low // step) * step
    ticks = [start]
    while ticks[-1] < high or len(ticks) < 2:
        ticks.append(ticks[-1] + step)
    return ticks
