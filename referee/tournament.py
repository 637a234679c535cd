"""A round robin on this machine, kept in a folder from which it goes on where it was stopped.

The folder holds ``tournament.json`` (what is played) and the record of each match that has ended.
"""

import fcntl
import os
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from engine.record import BadRecord, verify
from engine.ruleset import Ruleset
from referee.clock import Clock
from referee.files import PARTIAL, BadFile, read_json, write_json
from referee.match import Entrant, Match
from referee.pairings import round_robin
from referee.standings import Result
from referee.workers import play_all

FORMAT = "goat-tournament/1"
SETTINGS = "tournament.json"


class BadFolder(ValueError):
    """A folder that holds another tournament, or something else."""


@dataclass(frozen=True)
class Pairing:
    """Match `number` (from 1) of a tournament, and the file that its record goes to."""

    number: int
    entries: tuple[int, int]
    match: Match
    file: str


@dataclass(frozen=True)
class Plan:
    """What is to be played. Every match has a seed of its own, made from `seed`."""

    ruleset: Ruleset
    entrants: tuple[Entrant, ...]
    pairs: int
    clock: Clock
    seed: bytes

    def pairings(self) -> list[Pairing]:
        """Every match, round by round."""
        found: list[Pairing] = []
        for one_round in round_robin.rounds(len(self.entrants)):
            for first, second in one_round:
                if second is not None:
                    found.append(self._pairing(len(found) + 1, first, second))
        return found

    def _pairing(self, number: int, first: int, second: int) -> Pairing:
        entrants = (self.entrants[first], self.entrants[second])
        seed = sha256(self.seed + number.to_bytes(4, "big")).digest()
        match = Match(self.ruleset, entrants, self.pairs, seed, self.clock)
        names = "-".join(re.sub(r"[^\w.+-]", "-", entrant.name) for entrant in entrants)
        return Pairing(number, (first, second), match, f"{number:04}-{names}.json")

    def settings(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "engine": engine.VERSION,
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
def opened(folder: Path | None, plan: Plan) -> Iterator[None]:
    """The folder, if any, made ready for the plan and held, so that nobody else plays into it.

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
        _check(folder, plan)
        yield
    finally:
        os.close(descriptor)


def _check(folder: Path, plan: Plan) -> None:
    for partial in folder.glob(f"{PARTIAL}*"):
        partial.unlink(missing_ok=True)
    path = folder / SETTINGS
    wanted = plan.settings()
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


Ended = tuple[Pairing, dict[str, Any]]


def held(folder: Path | None, plan: Plan) -> list[Ended]:
    """The matches of the plan whose whole and true records the folder holds."""
    if folder is None:
        return []
    return [
        (pairing, record)
        for pairing in plan.pairings()
        if (record := _held(folder / pairing.file, pairing.match)) is not None
    ]


def _held(path: Path, match: Match) -> dict[str, Any] | None:
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
    folder: Path | None, plan: Plan, ended: Sequence[Ended], jobs: int, sandbox: str
) -> Generator[Ended, None, None]:
    """Plays what has not ended yet, so many matches at once, and keeps each record as it comes.

    `sandbox`: the mode for referee.sandbox.choose. Close the iterator to stop. Raises WorkerFailed
    and BadFile.
    """
    done = {pairing.number for pairing, _ in ended}
    missing = [pairing for pairing in plan.pairings() if pairing.number not in done]
    matches = [pairing.match for pairing in missing]
    with closing(play_all(matches, workers=jobs, sandbox=sandbox)) as played:
        for index, record in played:
            if folder is not None:
                write_json(folder / missing[index].file, record)
            yield missing[index], record


def result(pairing: Pairing, record: dict[str, Any]) -> Result:
    """What a match counts for in the standings."""
    first, second = pairing.entries
    score_first, score_second = record["scores"]
    games = len(record["games"])
    return Result(first, second, score_first, score_second, games, pairing.number)
