"""The chart of an experiment's log-likelihood ratio, as coordinates for an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.web.chart_axis import Tick, tick_values

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 60, 14, 30


@dataclass(frozen=True)
class Chart:
    """Coordinates in a box of WIDTH × HEIGHT. `upper` and `lower` are the bounds of the test."""

    line: str
    ratio_ticks: tuple[Tick, ...]
    pairs_ticks: tuple[Tick, ...]
    upper: float
    lower: float
    end_x: float
    end_y: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def chart(ratios: Sequence[tuple[int, float]], lower: float, upper: float) -> Chart:
    """`ratios`: the number of pairs and the ratio after them, by rising number of pairs."""
    points = [(0, 0.0), *ratios]
    low = min(lower, *(ratio for _, ratio in points)) - 0.3
    high = max(upper, *(ratio for _, ratio in points)) + 0.3
    last = max(points[-1][0], 1)

    def x(pairs: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * pairs / last, 1)

    def y(ratio: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (ratio - low) / (high - low), 1)

    return Chart(
        line=" ".join(f"{x(pairs)},{y(ratio)}" for pairs, ratio in points),
        ratio_ticks=tuple(
            Tick(y(ratio), str(ratio))
            for ratio in tick_values(low, high, 6)
            if low <= ratio <= high
        ),
        pairs_ticks=tuple(
            Tick(x(pairs), str(pairs)) for pairs in tick_values(0, last, 6) if pairs <= last
        ),
        upper=y(upper),
        lower=y(lower),
        end_x=x(points[-1][0]),
        end_y=y(points[-1][1]),
    )
