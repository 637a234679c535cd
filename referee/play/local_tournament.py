"""A tournament on this machine, kept in a folder from which it goes on where it was stopped.

The folder holds ``tournament.json`` (what is played) and the record of each match that has ended.
What is to be played follows from these alone: the same records lead to the same next round.
"""

import fcntl
import os
import re
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import engine
from engine.errors import BadRecord
from engine.ruleset import Ruleset
from engine.verify import verify
from referee.errors import RefereeError
from referee.play.clock import Clock
from referee.play.json_files import PARTIAL, BadFile, read_json, write_json
from referee.play.match import Entrant, MatchSettings
from referee.play.match_pool import play_all
from referee.tournaments import event
from referee.tournaments.event import Event, Outcome
from referee.tournaments.format import Format, System
from referee.tournaments.scoring import FURTHER_GAMES
from referee.tournaments.simulation import favourites, simulate
from referee.tournaments.steps import next_step, with_seeds

FORMAT = "goat-tournament/1"
SETTINGS = "tournament.json"


class BadFolder(RefereeError, ValueError):
    """A folder that holds another tournament, or something else."""


@dataclass(frozen=True)
class ScheduledMatch:
    """Match `number` (from 1) of a tournament, and the file that its record goes to."""

    number: int
    match: MatchSettings
    file: str


@dataclass(frozen=True)
class TournamentSettings:
    """What is to be played; the entrants in the order of their seeds. Every match has a seed of its
    own, made from `seed`."""

    ruleset: Ruleset
    entrants: tuple[Entrant, ...]
    pairs: int
    clock: Clock
    seed: bytes
    format: Format

    def pairing(self, number: int, meeting: event.Pairing) -> ScheduledMatch:
        """Match `number` of the tournament, in which these two meet."""
        assert meeting.second is not None
        entrants = (self.entrants[meeting.first], self.entrants[meeting.second])
        seed = sha256(self.seed + number.to_bytes(4, "big")).digest()
        pairs = self.pairs if meeting.leg == 1 else FURTHER_GAMES // 2
        match = MatchSettings(self.ruleset, entrants, pairs, seed, self.clock)
        names = "-".join(re.sub(r"[^\w.+-]", "-", entrant.name) for entrant in entrants)
        return ScheduledMatch(number, match, f"{number:04}-{names}.json")

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
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


def stored_seed(folder: Path | None) -> bytes | None:
    """The seed of the tournament in a folder, if there is one. Raises BadFile and BadFolder."""
    if folder is None or not (folder / SETTINGS).exists():
        return None
    try:
        return bytes.fromhex(read_json(folder / SETTINGS)["seed"])
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFolder(f"{folder / SETTINGS} names no seed: it is no tournament's file") from None


@contextmanager
def opened(folder: Path | None, settings: TournamentSettings) -> Iterator[None]:
    """The folder, if any, made ready for the settings and held, so that nobody else plays into it.

    Raises BadFolder when it holds something else, and BadFile.
    """
    if folder is None:
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise BadFile(f"the folder {folder} cannot be used: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadFolder(f"another goat is playing a tournament in {folder}") from None
        _check(folder, settings)
        yield
    finally:
        os.close(descriptor)


def _check(folder: Path, settings: TournamentSettings) -> None:
    for partial in folder.glob(f"{PARTIAL}*"):
        partial.unlink(missing_ok=True)
    path = folder / SETTINGS
    wanted = settings.as_dict()
    if path.exists():
        held = read_json(path)
        other = [key for key in wanted if held.get(key) != wanted[key]]
        if other:
            raise BadFolder(
                f"{folder} holds a tournament with other settings ({', '.join(other)} differ):"
                " name another folder with --out"
            )
    elif any(folder.iterdir()):
        raise BadFolder(f"{folder} is not empty and holds no tournament: name another with --out")
    else:
        write_json(path, wanted, indent=2)


Record = dict[str, Any]
Records = dict[int, Record]


def so_far(
    settings: TournamentSettings, records: Mapping[int, Record]
) -> tuple[Event, list[ScheduledMatch]]:
    """The event as far as the records, by the numbers of their matches, lead; and those matches
    that are to be played now. In a round robin that is all of them, otherwise a round."""
    played = Event((event.Entrant(),) * len(settings.entrants), (), 2 * settings.pairs)
    missing: list[ScheduledMatch] = []
    numbers = count(1)
    if settings.format.system == System.ROUND_ROBIN:
        # No round waits for another: whoever is free can play.
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
    """The pairings with the scores of their records; those without one are added to `missing`."""
    scored = []
    for meeting in made:
        if meeting.outcome == Outcome.MATCH:
            number = next(numbers)
            if number in records:
                first, second = records[number]["scores"]
                meeting = replace(meeting, scores=(first, second))
            else:
                missing.append(settings.pairing(number, meeting))
        scored.append(meeting)
    return scored


def held(folder: Path | None, settings: TournamentSettings) -> Records:
    """The whole and true records of the settings's matches that the folder holds."""
    records: Records = {}
    while folder is not None:
        _, missing = so_far(settings, records)
        found = {
            pairing.number: record
            for pairing in missing
            if (record := _held(folder / pairing.file, pairing.match)) is not None
        }
        if not found:
            break
        records |= found
    return records


def _held(path: Path, match: MatchSettings) -> dict[str, Any] | None:
    try:
        record = read_json(path)
        verify(record)
    except (BadFile, BadRecord):
        return None
    same = (
        record["match_seed"] == match.seed.hex()
        and record["ruleset"] == match.ruleset.name
        and record["options"] == dict(match.ruleset.options)
        and record["clock"] == match.clock.as_dict()
        and len(record["games"]) == 2 * match.pairs
        and [(bot["name"], bot["sha256"]) for bot in record["bots"]]
        == [(entrant.name, entrant.program.sha256) for entrant in match.entrants]
    )
    return record if same else None


def play_rest(
    folder: Path | None, settings: TournamentSettings, records: Records, jobs: int, sandbox: str
) -> Generator[Record, None, None]:
    """Plays what has not ended yet, so many matches at once; adds each record to `records` and
    keeps it as it comes.

    `sandbox`: the mode for referee.sandbox.choose. Close the iterator to stop.
    Raises MatchPoolFailed and BadFile.
    """
    while missing := so_far(settings, records)[1]:
        matches = [pairing.match for pairing in missing]
        with closing(play_all(matches, processes=jobs, sandbox=sandbox)) as played:
            for index, record in played:
                if folder is not None:
                    write_json(folder / missing[index].file, record)
                records[missing[index].number] = record
                yield record


def time_of_a_pair(settings: TournamentSettings, sandbox: str) -> float:
    """How many seconds a pair between the first two takes here, measured by playing one."""
    match = replace(settings.pairing(1, event.Pairing(1, 1, 0, 1)).match, pairs=1)
    begin = time.monotonic()
    with closing(play_all([match], processes=1, sandbox=sandbox)) as played:
        next(played)
    return time.monotonic() - begin
