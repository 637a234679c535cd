"""The folder that a local tournament is kept in, and from which it resumes.

It holds ``tournament.json`` (the settings) and the record of each match that has ended.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.errors import BadRecord
from engine.verify import verify
from referee.errors import RefereeError
from referee.host.locks import LOCK_FILE, InUse, lock_folder
from referee.play.json_files import PARTIAL, BadFile, read_json, write_json
from referee.play.local_tournament import (
    Record,
    Records,
    ScheduledMatch,
    TournamentSettings,
    so_far,
)
from referee.play.match import MatchSettings

FORMAT = "goat-tournament/1"
SETTINGS = "tournament.json"


class BadFolder(RefereeError, ValueError):
    """A folder that contains another tournament or something else, or that is in use."""


def stored_seed(folder: Path) -> bytes | None:
    """The seed of the tournament in the folder, if there is one. Raises BadFile and BadFolder."""
    path = folder / SETTINGS
    if not path.exists():
        return None
    settings = read_json(path)
    try:
        return bytes.fromhex(settings["seed"])
    except (KeyError, TypeError, ValueError):
        raise BadFolder(f"{path} has no seed: not a file of a tournament") from None


@contextmanager
def locked(folder: Path, settings: TournamentSettings) -> Iterator[None]:
    """Holds the folder, so that no other program plays into it. Creates it if it does not exist.

    Raises BadFolder and BadFile.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = lock_folder(folder)
    except OSError as error:
        raise BadFile(f"the folder {folder} cannot be used: {error.strerror}") from None
    except InUse:
        raise BadFolder(f"another goat is playing a tournament in {folder}") from None
    try:
        _check(folder, settings)
        yield
    finally:
        os.close(descriptor)


def stored_records(folder: Path, settings: TournamentSettings) -> Records:
    """The records of this tournament in the folder that verify. Others are ignored."""
    records: Records = {}
    while True:
        _, missing = so_far(settings, records)
        found = {
            scheduled.number: record
            for scheduled in missing
            if (record := _stored_record(folder / scheduled.file, scheduled.match)) is not None
        }
        if not found:
            return records
        records |= found


def store(folder: Path, scheduled: ScheduledMatch, record: Record) -> None:
    """Writes the record of a match. Raises BadFile."""
    write_json(folder / scheduled.file, record)


def _check(folder: Path, settings: TournamentSettings) -> None:
    """Checks that the folder is empty or has these settings; writes them if it is empty."""
    for partial in folder.glob(f"{PARTIAL}*"):
        partial.unlink(missing_ok=True)
    path = folder / SETTINGS
    wanted: dict[str, Any] = {"format": FORMAT} | settings.as_dict()
    if path.exists():
        stored = read_json(path)
        other = [key for key in wanted if stored.get(key) != wanted[key]]
        if other:
            raise BadFolder(
                f"{folder} contains a tournament with other settings ({', '.join(other)} differ):"
                " use another folder with --out"
            )
    elif any(path.name != LOCK_FILE for path in folder.iterdir()):
        raise BadFolder(
            f"{folder} is not empty and contains no tournament: use another folder with --out"
        )
    else:
        write_json(path, wanted, indent=2)


def _stored_record(path: Path, match: MatchSettings) -> Record | None:
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
        and len(record["games"]) == match.games
        and [(bot["name"], bot["sha256"]) for bot in record["bots"]]
        == [(entrant.name, entrant.sha256) for entrant in match.entrants]
    )
    return record if same else None
