"""A tournament on this machine.

What to play next follows from the settings and the records so far: the same records always lead to
the same next round, so a tournament resumes from its records (tournament_folder.py).
"""

import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from typing import Any

import engine
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.play.match import Entrant, MatchSettings
from referee.play.match_pool import play_all
from referee.tournaments.event import Event, EventPairing, Outcome
from referee.tournaments.format import Format
from referee.tournaments.scoring import games_of
from referee.tournaments.simulation import favourites, simulate


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

    def scheduled(self, number: int, pairing: EventPairing) -> ScheduledMatch:
        """Match `number` of the tournament, between the two of this pairing."""
        assert pairing.second is not None
        entrants = (self.entrants[pairing.first], self.entrants[pairing.second])
        seed = sha256(self.seed + number.to_bytes(4, "big")).digest()
        pairs = games_of(pairing, 2 * self.pairs) // 2
        match = MatchSettings(self.ruleset, entrants, pairs, seed, self.clock)
        names = "-".join(re.sub(r"[^\w.+-]", "-", entrant.name) for entrant in entrants)
        return ScheduledMatch(number, match, f"{number:04}-{names}.json")

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": engine.VERSION,
            "system": self.format.as_dict(),
            "ruleset": self.ruleset.name,
            "options": dict(self.ruleset.options),
            "bots": [{"name": entrant.name, "sha256": entrant.sha256} for entrant in self.entrants],
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
    played = Event.of(len(settings.entrants), 2 * settings.pairs)
    missing: list[ScheduledMatch] = []
    numbers = count(1)
    if settings.format.system.fixed_schedule:
        # No round waits for another.
        whole = simulate(settings.format, len(settings.entrants), played.games, favourites)
        pairings = (replace(one, scores=None) for one in whole.pairings)
        played = played.followed_by(_scored(settings, pairings, records, numbers, missing))
        return played, missing
    while not missing and (step := settings.format.next_step(played)).pairings:
        if step.seeds:
            played = played.with_bracket_seeds(step.seeds)
        played = played.followed_by(_scored(settings, step.pairings, records, numbers, missing))
    return played, missing


def _scored(
    settings: TournamentSettings,
    made: Iterable[EventPairing],
    records: Mapping[int, Record],
    numbers: Iterator[int],
    missing: list[ScheduledMatch],
) -> list[EventPairing]:
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
    settings: TournamentSettings,
    records: Records,
    jobs: int,
    sandbox: str,
    on_wait: Callable[[str], None] | None = None,
) -> Generator[tuple[ScheduledMatch, Record], None, None]:
    """Plays the matches that have no record, `jobs` at once. Adds each record to `records`, and
    yields it.

    `sandbox`: the mode for referee.sandbox.choose. `on_wait`: see play_all. Close the iterator to
    stop. Raises MatchPoolFailed.
    """
    while missing := so_far(settings, records)[1]:
        matches = [scheduled.match for scheduled in missing]
        with closing(play_all(matches, processes=jobs, sandbox=sandbox, on_wait=on_wait)) as played:
            for index, record in played:
                records[missing[index].number] = record
                yield missing[index], record


def seconds_of_a_pair(settings: TournamentSettings, sandbox: str) -> float:
    """Plays one pair between the first two entrants and returns how long it took."""
    match = replace(settings.scheduled(1, EventPairing(1, 1, 0, 1)).match, pairs=1)
    start = time.monotonic()
    with closing(play_all([match], processes=1, sandbox=sandbox)) as played:
        next(played)
    return time.monotonic() - start
