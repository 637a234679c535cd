"""A tournament on this machine.

What to play next follows from the settings and the records so far: the same records always lead to
the same next round, so a tournament resumes from its records (tournament_folder.py).
"""

import re
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Any

import engine
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.play.match import Entrant, MatchSettings
from referee.play.match_pool import play_all
from referee.tournaments import event
from referee.tournaments.event import Event, Outcome
from referee.tournaments.format import Format, System
from referee.tournaments.scoring import FURTHER_GAMES
from referee.tournaments.simulation import favourites, simulate
from referee.tournaments.steps import next_step, with_seeds


@dataclass(frozen=True)
class ScheduledMatch:
    """Match `number` (from 1) of a tournament, and the name of the file for its record."""

    number: int
    match: MatchSettings
    file: str


@dataclass(frozen=True)
class TournamentSettings:
    """What to play. `entrants` in the order of their seeds. `pairs` of games per match.

    Every match has a seed of its own, derived from `seed` (32 bytes).
    """

    ruleset: Ruleset
    entrants: tuple[Entrant, ...]
    pairs: int
    clock: Clock
    seed: bytes
    format: Format

    def scheduled(self, number: int, pairing: event.Pairing) -> ScheduledMatch:
        """Match `number` of the tournament, between the two of this pairing."""
        assert pairing.second is not None
        entrants = (self.entrants[pairing.first], self.entrants[pairing.second])
        seed = sha256(self.seed + number.to_bytes(4, "big")).digest()
        pairs = self.pairs if pairing.leg == 1 else FURTHER_GAMES // 2
        match = MatchSettings(self.ruleset, entrants, pairs, seed, self.clock)
        names = "-".join(re.sub(r"[^\w.+-]", "-", entrant.name) for entrant in entrants)
        return ScheduledMatch(number, match, f"{number:04}-{names}.json")

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": engine.VERSION,
            "system": asdict(self.format) | {"tie_breaks": list(self.format.tie_breaks)},
            "ruleset": self.ruleset.name,
            "options": dict(self.ruleset.options),
            "bots": [
                {"name": entrant.name, "sha256": entrant.program.sha256}
                for entrant in self.entrants
            ],
            "pairs": self.pairs,
            "clock": self.clock.as_dict(),
            "seed": self.seed.hex(),
        }


Record = dict[str, Any]
Records = dict[int, Record]


def so_far(
    settings: TournamentSettings, records: Mapping[int, Record]
) -> tuple[Event, list[ScheduledMatch]]:
    """The tournament after these records (by match number), and the matches to play next.

    In a round robin these are all that have no record yet, otherwise those of the next round.
    """
    played = Event((event.Entrant(),) * len(settings.entrants), (), 2 * settings.pairs)
    missing: list[ScheduledMatch] = []
    numbers = count(1)
    if settings.format.system == System.ROUND_ROBIN:
        # No round waits for another.
        whole = simulate(settings.format, len(settings.entrants), played.games, favourites)
        pairings = (replace(one, scores=None) for one in whole.pairings)
        played = played.followed_by(_scored(settings, pairings, records, numbers, missing))
        return played, missing
    while not missing and (step := next_step(settings.format, played)).pairings:
        if step.seeds:
            played = with_seeds(played, step.seeds)
        played = played.followed_by(_scored(settings, step.pairings, records, numbers, missing))
    return played, missing


def _scored(
    settings: TournamentSettings,
    made: Iterable[event.Pairing],
    records: Mapping[int, Record],
    numbers: Iterator[int],
    missing: list[ScheduledMatch],
) -> list[event.Pairing]:
    """The pairings with the scores of their records. Adds those without one to `missing`."""
    scored = []
    for pairing in made:
        if pairing.outcome == Outcome.MATCH:
            number = next(numbers)
            if number in records:
                first, second = records[number]["scores"]
                pairing = replace(pairing, scores=(first, second))
            else:
                missing.append(settings.scheduled(number, pairing))
        scored.append(pairing)
    return scored


def play_remaining(
    settings: TournamentSettings, records: Records, jobs: int, sandbox: str
) -> Generator[tuple[ScheduledMatch, Record], None, None]:
    """Plays the matches that have no record, `jobs` at once. Adds each record to `records`, and
    yields it.

    `sandbox`: the mode for referee.sandbox.choose. Close the iterator to stop.
    Raises MatchPoolFailed.
    """
    while missing := so_far(settings, records)[1]:
        matches = [scheduled.match for scheduled in missing]
        with closing(play_all(matches, processes=jobs, sandbox=sandbox)) as played:
            for index, record in played:
                records[missing[index].number] = record
                yield missing[index], record


def seconds_of_a_pair(settings: TournamentSettings, sandbox: str) -> float:
    """Plays one pair between the first two entrants and returns how long it took."""
    match = replace(settings.scheduled(1, event.Pairing(1, 1, 0, 1)).match, pairs=1)
    start = time.monotonic()
    with closing(play_all([match], processes=1, sandbox=sandbox)) as played:
        next(played)
    return time.monotonic() - start
