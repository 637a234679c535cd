"""How the benchmarks measure: side by side in rounds, so that a noisy machine cancels out."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One line of the table. A row with a goal says whether it is met: `value` is to be at least
    the one, or at most the other."""

    name: str
    value: float
    unit: str
    note: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def goal(self) -> str:
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return "" if self.at_most is None else f"≤ {self.at_most:g}"

    @property
    def met(self) -> bool | None:
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most


def in_rounds(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """The values of each measure, taken in turn, round by round. The first round warms up."""
    values: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(rounds + 1):
        for name, measure in measures.items():
            value = measure()
            if number:
                values[name].append(value)
    return values


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of each round."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


@contextmanager
def one_processor() -> Iterator[int]:
    """Keeps this thread, and the processes that it starts, on one processor."""
    before = os.sched_getaffinity(0)
    processor = max(before)
    os.sched_setaffinity(0, {processor})
    try:
        yield processor
    finally:
        os.sched_setaffinity(0, before)
