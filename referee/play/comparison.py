"""A against B: mirrored pairs, played until a sequential test decides.

Matches are played at once on several processors, but count in the order in which they were begun,
so that quick games have no louder voice and a seed always leads to the same verdict.
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from engine.randomness import pair_seed
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.play.match import Entrant, Match
from referee.play.match_pool import play_all
from referee.statistics.pentanomial import NOTHING, Estimate, Tally, added, estimate, pairs, tally
from referee.statistics.sprt import Test, Verdict


@dataclass(frozen=True)
class Plan:
    """What is compared, and how. `seed`: 32 bytes, from which that of every match follows."""

    ruleset: Ruleset
    entrants: tuple[Entrant, Entrant]
    test: Test
    clock: Clock
    seed: bytes
    batch: int  # pairs a match
    max_pairs: int

    def matches(self) -> Iterator[Match]:
        for number in range(-(-self.max_pairs // self.batch)):
            left = self.max_pairs - number * self.batch
            yield Match(
                self.ruleset,
                self.entrants,
                min(self.batch, left),
                pair_seed(self.seed, number),
                self.clock,
            )


@dataclass(frozen=True)
class Step:
    """How it stands after another match. `verdict` is None while the test goes on."""

    counts: Tally
    ratio: float
    verdict: Verdict | None
    record: dict[str, Any]

    @property
    def pairs(self) -> int:
        return pairs(self.counts)

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.counts)


def compare(plan: Plan, *, jobs: int, sandbox: str) -> Generator[Step, None, None]:
    """Plays until the verdict or the last pair, so many matches at once; a step a match.

    `sandbox`: the mode for referee.sandbox.choose. Close the iterator to stop. Raises WorkerFailed.
    """
    counts = NOTHING
    ended: dict[int, dict[str, Any]] = {}
    following = 0
    with closing(play_all(plan.matches(), workers=jobs, sandbox=sandbox)) as played:
        for index, record in played:
            ended[index] = record
            while following in ended:
                record = ended.pop(following)
                following += 1
                counts = added([counts, tally(record)])
                verdict = plan.test.verdict(counts)
                yield Step(counts, plan.test.ratio(counts), verdict, record)
                if verdict is not None:
                    return
