"""A folder that keeps the records of a long run, which resumes from them.

It holds a file with the settings, and the record of each match that has ended. Nothing but complete
files is ever in it, so a run may be killed at any moment.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadRecord
from engine.verify import verify
from referee.errors import RefereeError
from referee.host.locks import LOCK_FILE, InUse, lock_folder
from referee.play.json_files import PARTIAL, BadFile, read_json, write_json
from referee.play.match import MatchSettings

Record = dict[str, Any]


class BadFolder(RefereeError, ValueError):
    """A folder that contains another run or something else, or that is in use."""


@dataclass(frozen=True)
class Run:
    """A kind of run: `name` for messages, `file` for its settings, and `format`, which that names.

    It may resume with another value of each of `may_differ`.
    """

    name: str
    file: str
    format: str
    may_differ: tuple[str, ...] = ()

    def stored_seed(self, folder: Path) -> bytes | None:
        """The seed of the run in the folder, if there is one. Raises BadFile and BadFolder."""
        path = folder / self.file
        if not path.exists():
            return None
        settings = read_json(path)
        try:
            return bytes.fromhex(settings["seed"])
        except (KeyError, TypeError, ValueError):
            raise BadFolder(
                f"{path} has no seed: not a file of a {self.name}. Use another folder with --out"
            ) from None

    @contextmanager
    def locked(self, folder: Path, settings: Mapping[str, Any]) -> Iterator[None]:
        """Holds the folder, so that no other program plays into it. Creates it if it does not
        exist. Raises BadFolder and BadFile."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = lock_folder(folder)
        except OSError as error:
            raise BadFile(
                f"the folder {folder} cannot be used: {error.strerror}. Use another with --out"
            ) from None
        except InUse:
            raise BadFolder(
                f"another goat is playing a {self.name} in {folder}: wait for it, or use another"
                " folder with --out"
            ) from None
        try:
            self._check(folder, settings)
            yield
        finally:
            os.close(descriptor)

    def _check(self, folder: Path, settings: Mapping[str, Any]) -> None:
        """Checks that the folder is empty or has these settings; writes them if it is empty."""
        for partial in folder.glob(f"{PARTIAL}*"):
            partial.unlink(missing_ok=True)
        path = folder / self.file
        wanted: dict[str, Any] = {"format": self.format, **settings}
        if path.exists():
            stored = read_json(path)
            same = [key for key in wanted if key not in self.may_differ]
            other = [key for key in same if stored.get(key) != wanted[key]]
            if other:
                raise BadFolder(
                    f"{folder} contains a {self.name} with other settings ({', '.join(other)}"
                    " differ): use another folder with --out"
                )
        elif any(one.name != LOCK_FILE for one in folder.iterdir()):
            raise BadFolder(
                f"{folder} is not empty and contains no {self.name}: use another folder with --out"
            )
        else:
            write_json(path, wanted, indent=2)


def stored_record(path: Path, match: MatchSettings) -> Record | None:
    """The record in this file, if it verifies and is of this match."""
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
