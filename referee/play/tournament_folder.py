"""The folder that a local tournament is kept in, and from which it resumes.

It holds ``tournament.json`` (the settings) and the record of each match that has ended.
"""

from contextlib import AbstractContextManager
from pathlib import Path

from referee.play.json_files import write_json
from referee.play.local_tournament import (
    Record,
    Records,
    ScheduledMatch,
    TournamentSettings,
    so_far,
)
from referee.play.record_folder import BadFolder, Run, stored_record

RUN = Run("tournament", "tournament.json", "goat-tournament/1")


__all__ = ["BadFolder", "locked", "store", "stored_records", "stored_seed"]


def stored_seed(folder: Path) -> bytes | None:
    """The seed of the tournament in the folder, if there is one. Raises BadFile and BadFolder."""
    return RUN.stored_seed(folder)


def locked(folder: Path, settings: TournamentSettings) -> AbstractContextManager[None]:
    """Holds the folder, so that no other program plays into it. Creates it if it does not exist.

    Raises BadFolder and BadFile.
    """
    return RUN.locked(folder, settings.as_dict())


def stored_records(folder: Path, settings: TournamentSettings) -> Records:
    """The records of this tournament in the folder that verify. Others are ignored."""
    records: Records = {}
    while True:
        _, missing = so_far(settings, records)
        found = {
            scheduled.number: record
            for scheduled in missing
            if (record := stored_record(folder / scheduled.file, scheduled.match)) is not None
        }
        if not found:
            return records
        records |= found


def store(folder: Path, scheduled: ScheduledMatch, record: Record) -> None:
    """Writes the record of a match. Raises BadFile."""
    write_json(folder / scheduled.file, record)
