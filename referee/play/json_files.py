"""Match records in files: written whole or not at all, read with care."""

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from referee.errors import RefereeError

MAX_RECORD = 64 << 20  # bytes of a record file
PARTIAL = ".goat-"  # how the name of a file begins that is still being written


class BadFile(RefereeError, ValueError):
    """A file that cannot be read or does not hold what it should."""


def write_json(path: Path, value: object, *, indent: int = 0) -> None:
    """Writes the file in one step: a reader, or a program that dies, never sees half of it.

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
            data = file.read(MAX_RECORD + 1)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_RECORD:
        raise BadFile(f"{path} is larger than {MAX_RECORD >> 20} MiB: that is no match record")
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadFile(f"{path} holds no JSON object")
    return value
