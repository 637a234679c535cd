"""Compares two bots: plays mirrored pairs until a sequential test decides.

Matches run in parallel but count in the order in which they started. Otherwise short games would
count first and bias the test, and a seed would not always lead to the same verdict.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Protocol

import engine
from engine.randomness import pair_seed
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.play.match import Entrant, MatchSettings
from referee.play.match_pool import play_all
from referee.statistics.pentanomial import NOTHING, Estimate, Tally, added, estimate, pairs, tally
from referee.statistics.sprt import Test, Verdict


@dataclass(frozen=True)
class ComparisonSettings:
    """What to compare, and how. The seed of every match is derived from `seed` (32 bytes)."""

    ruleset: Ruleset
    entrants: tuple[Entrant, Entrant]
    test: Test
    clock: Clock
    seed: bytes
    batch: int  # pairs per match
    max_pairs: int

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": engine.VERSION,
            "ruleset": self.ruleset.name,
            "options": dict(self.ruleset.options),
            "bots": [{"name": entrant.name, "sha256": entrant.sha256} for entrant in self.entrants],
            "test": asdict(self.test),
            "clock": self.clock.as_dict(),
            "batch": self.batch,
            "max_pairs": self.max_pairs,
            "seed": self.seed.hex(),
        }

    def matches(self) -> Iterator[MatchSettings]:
        for number in range(-(-self.max_pairs // self.batch)):
            left = self.max_pairs - number * self.batch
            yield MatchSettings(
                self.ruleset,
                self.entrants,
                min(self.batch, left),
                pair_seed(self.seed, number),
                self.clock,
            )


@dataclass(frozen=True)
class ComparisonProgress:
    """The state of a comparison after a match. `verdict` is None while the test goes on.

    `faults`: how many games each bot lost by faults and by the forfeits that follow.
    """

    counts: Tally
    ratio: float
    verdict: Verdict | None
    faults: tuple[int, int] = (0, 0)

    @property
    def pairs(self) -> int:
        return pairs(self.counts)

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.counts)


class Store(Protocol):
    """Keeps the records of matches by their numbers, from 0."""

    def load(self, number: int, match: MatchSettings) -> dict[str, Any] | None: ...

    def store(self, number: int, record: dict[str, Any]) -> None: ...


def compare(
    settings: ComparisonSettings,
    *,
    jobs: int,
    sandbox: str,
    on_wait: Callable[[str], None] | None = None,
    store: Store | None = None,
) -> Generator[ComparisonProgress, None, None]:
    """Plays until the verdict or the last pair, `jobs` matches at once; yields after each match.

    `sandbox`: the mode for referee.sandbox.choose. `on_wait`: see play_all. `store`: keeps each
    record, and has those of earlier runs, which are not played again. Close the iterator to stop.
    Raises MatchPoolFailed, and what `store` raises.
    """
    counted = _Counted(settings.test)
    following = 0
    for match in settings.matches():
        # One after another: there may be thousands, too many to hold.
        record = store.load(following, match) if store else None
        if record is None or counted.progress.verdict is not None:
            break
        counted.add(record)
        following += 1
    if following:
        yield counted.progress
    if counted.progress.verdict is not None:
        return
    ended: dict[int, dict[str, Any]] = {}
    numbers: list[int] = []

    def missing() -> Iterator[MatchSettings]:
        for number, match in islice(enumerate(settings.matches()), following, None):
            record = store.load(number, match) if store else None
            if record is None:
                numbers.append(number)
                yield match
            else:
                ended[number] = record

    def next_counted() -> Iterator[ComparisonProgress]:
        nonlocal following
        while following in ended and counted.progress.verdict is None:
            counted.add(ended.pop(following))
            following += 1
            yield counted.progress

    with closing(play_all(missing(), processes=jobs, sandbox=sandbox, on_wait=on_wait)) as played:
        for index, record in played:
            number = index
            if store is not None:
                number = numbers[index]
                store.store(number, record)
            ended[number] = record
            yield from next_counted()
            if counted.progress.verdict is not None:
                return
    yield from next_counted()  # what was stored behind the last one that was played


class _Counted:
    """What the matches so far come to."""

    def __init__(self, test: Test) -> None:
        self._test = test
        self.progress = ComparisonProgress(NOTHING, 0.0, None)

    def add(self, record: Mapping[str, Any]) -> None:
        counts = added([self.progress.counts, tally(record)])
        faults = self.progress.faults
        first, second = lost_by_faults(record)
        self.progress = ComparisonProgress(
            counts,
            self._test.ratio(counts),
            self._test.verdict(counts),
            (faults[0] + first, faults[1] + second),
        )


def lost_by_faults(record: Mapping[str, Any]) -> tuple[int, int]:
    """How many games of a match each bot lost by faults and by the forfeits that follow."""
    lost = [0, 0]
    for game in record["games"]:
        if game["fault"] is not None:
            for side, bot in enumerate(game["sides"]):
                lost[bot] += game["fault"]["side"] in (side, None)
    return lost[0], lost[1]
