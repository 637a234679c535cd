"""Compares two bots: plays mirrored pairs until a sequential test decides.

Matches run in parallel but count in the order in which they started. Otherwise short games would
count first and bias the test, and a seed would not always lead to the same verdict.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

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


def compare(
    settings: ComparisonSettings,
    *,
    jobs: int,
    sandbox: str,
    on_wait: Callable[[str], None] | None = None,
) -> Generator[ComparisonProgress, None, None]:
    """Plays until the verdict or the last pair, `jobs` matches at once; yields after each match.

    `sandbox`: the mode for referee.sandbox.choose. `on_wait`: see play_all. Close the iterator to
    stop. Raises MatchPoolFailed.
    """
    counts = NOTHING
    faults = (0, 0)
    ended: dict[int, dict[str, Any]] = {}
    following = 0
    with closing(
        play_all(settings.matches(), processes=jobs, sandbox=sandbox, on_wait=on_wait)
    ) as played:
        for index, record in played:
            ended[index] = record
            while following in ended:
                record = ended.pop(following)
                counts = added([counts, tally(record)])
                first, second = lost_by_faults(record)
                faults = (faults[0] + first, faults[1] + second)
                following += 1
                verdict = settings.test.verdict(counts)
                yield ComparisonProgress(counts, settings.test.ratio(counts), verdict, faults)
                if verdict is not None:
                    return


def lost_by_faults(record: Mapping[str, Any]) -> tuple[int, int]:
    """How many games of a match each bot lost by faults and by the forfeits that follow."""
    lost = [0, 0]
    for game in record["games"]:
        if game["fault"] is not None:
            for side, bot in enumerate(game["sides"]):
                lost[bot] += game["fault"]["side"] in (side, None)
    return lost[0], lost[1]
