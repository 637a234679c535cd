"""Downloads the dumps of an arena: each file whole and checked, or not at all."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from referee.client.addresses import path_of
from referee.client.arena import Arena
from referee.client.errors import ArenaError

# It becomes a file here: no path, no drive, no device and no hidden file.
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}\.jsonl\.gz")
_PART = ".part"  # what a file is called until it is whole


@dataclass(frozen=True)
class Dump:
    """A file with all public records of a ruleset in a month, written as ``2026-11``."""

    ruleset: str
    month: str
    complete: bool
    matches: int
    file: str
    size: int
    sha256: str
    licence: str
    url: str


def dumps_of(arena: Arena, ruleset: str) -> list[Dump]:
    """Newest first. Raises ArenaError."""
    found = arena.pages("dumps/", {"ruleset": ruleset})
    try:
        return [_dump(values) for values in found]
    except (KeyError, TypeError):
        raise ArenaError(
            f"{arena.address} lists its dumps in a way that goat cannot read"
        ) from None


def _dump(values: dict[str, Any]) -> Dump:
    """Raises KeyError, and TypeError for what is not as an arena writes it."""
    dump = Dump(**{name: values[name] for name in Dump.__dataclass_fields__})
    for field in fields(Dump):
        if type(getattr(dump, field.name)) is not field.type:
            raise TypeError(field.name)
    if not _NAME.fullmatch(dump.file) or dump.size < 0:
        raise TypeError(dump.file)
    return dump


def is_there(dump: Dump, folder: Path) -> bool:
    """Whether the folder has the whole file."""
    path = folder / dump.file
    return path.is_file() and path.stat().st_size == dump.size and _sha256(path) == dump.sha256


def fetch(arena: Arena, dump: Dump, folder: Path, advance: Callable[[int], None]) -> Path:
    """The downloaded file. What an earlier call got is kept. `advance` is told of new bytes.

    Raises ArenaError, also if the file is not what the arena says, and OSError.
    """
    path = folder / dump.file
    part = folder / (dump.file + _PART)
    had = part.stat().st_size if part.exists() else 0
    if had > dump.size:
        part.unlink()
        had = 0
    advance(had)
    if had < dump.size:
        arena.save(path_of(dump.url), part, limit=dump.size, advance=advance)
    if _sha256(part) != dump.sha256:
        part.unlink()
        raise ArenaError(f"{dump.file} did not arrive as the arena has it: run the command again")
    part.replace(path)
    return path


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
