"""How the benchmarks measure: in alternating rounds, so that noise of the machine cancels out."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Its goal is met if `value` is at least `at_least`, or at most `at_most`.
    """

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
    """The values of each measure, taken in alternation. The warm-up round is left out."""
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
    """Pins this thread, and the processes that it starts, to one processor."""
    before = os.sched_getaffinity(0)
    processor = max(before)
    os.sched_setaffinity(0, {processor})
    try:
        yield processor
    finally:
        os.sched_setaffinity(0, before)
