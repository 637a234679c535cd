"""JSON files, such as match records: written completely or not at all, read with a size limit."""

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from referee.errors import RefereeError

MAX_FILE = 64 << 20  # bytes
PARTIAL = ".goat-"  # prefix of the name of a file while it is being written


class BadFile(RefereeError, ValueError):
    """A file that cannot be read or written, or does not hold a JSON object."""


def write_json(path: Path, value: object, *, indent: int = 0) -> None:
    """Writes the file atomically: nobody ever sees half of it, even if this program is killed.

    Raises BadFile.
    """
    data = msgspec.json.encode(value)
    if indent:
        data = msgspec.json.format(data, indent=indent)
    partial = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=PARTIAL, delete=False) as file:
            partial = Path(file.name)
            file.write(data + b"\n")
            file.flush()
            os.fsync(file.fileno())
        partial.chmod(0o644)
        partial.replace(path)
    except OSError as error:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise BadFile(f"{path} cannot be written: {error.strerror}") from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises BadFile."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE:
        raise BadFile(f"{path} is larger than {MAX_FILE >> 20} MiB: not a match record")
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadFile(f"{path} does not contain a JSON object")
    return value
