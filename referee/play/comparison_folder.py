"""The folder that a comparison is kept in, and from which it resumes.

It holds ``comparison.json`` (the settings) and the record of each match that has ended. It may be
resumed with more pairs.
"""

from contextlib import AbstractContextManager
from pathlib import Path

from referee.play.comparison import ComparisonSettings
from referee.play.json_files import write_json
from referee.play.match import MatchSettings
from referee.play.record_folder import Record, Run, stored_record

RUN = Run("comparison", "comparison.json", "goat-comparison/1", may_differ=("max_pairs",))


def stored_seed(folder: Path) -> bytes | None:
    """The seed of the comparison in the folder, if there is one. Raises BadFile and BadFolder."""
    return RUN.stored_seed(folder)


def locked(folder: Path, settings: ComparisonSettings) -> AbstractContextManager[None]:
    """Holds the folder, so that no other program plays into it. Creates it if it does not exist.

    Raises BadFolder and BadFile.
    """
    return RUN.locked(folder, settings.as_dict())


class StoredMatches:
    """The records of a comparison's matches in a folder, by number from 0."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, number: int, match: MatchSettings) -> Record | None:
        """The record of this match, if there is one that verifies."""
        return stored_record(self._path(number), match)

    def store(self, number: int, record: Record) -> None:
        """Raises BadFile."""
        write_json(self._path(number), record)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number + 1:05}.json"
