"""The ticks on the axes of the site's line charts."""

from dataclasses import dataclass

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True)
class Tick:
    """A labelled position on an axis, in SVG units."""

    at: float
    label: str


def tick_values(low: float, high: float, most: int) -> list[int]:
    """Evenly spaced round numbers, about `most`, that cover the range from `low` to `high`."""
    step = next((step for step in STEPS if step * most >= high - low), STEPS[-1])
    values = [int(low // step) * step]
    while values[-1] < high or len(values) < 2:
        values.append(values[-1] + step)
    return values
