"""JSON files, such as match records: written completely or not at all, read with a size limit."""

import errno
import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee.errors import RefereeError

MAX_FILE = 64 << 20  # bytes
PARTIAL = ".goat-"  # prefix of the name of a file while it is being written


_REMEDIES = {
    errno.ENOSPC: "; free some space",
    errno.EDQUOT: "; free some of your space",
    errno.EROFS: "; use another place",
    errno.EACCES: "; use another place, or change its permissions",
}


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
        remedy = _REMEDIES.get(error.errno or 0, "")
        raise BadFile(f"{path} cannot be written: {error.strerror}{remedy}") from None


class RepeatedKey(Exception):
    """A key that stands twice in one object: two readers could see different values."""


def _without_repetition(pairs: list[tuple[str, Any]]) -> None:
    """Raises RepeatedKey if two of an object's keys are equal."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise RepeatedKey(key)
        seen.add(key)


def is_lines(path: Path) -> bool:
    """Whether the file has a JSON object on each line, possibly packed with gzip."""
    return path.name.endswith((".jsonl", ".jsonl.gz"))


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file with one on each line, with the numbers of their lines from 1.

    Raises BadFile.
    """
    number = 0
    try:
        with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as file:
            while data := file.readline(MAX_FILE + 1):
                number += 1
                if len(data) > MAX_FILE:
                    raise BadFile(f"{path}, line {number}, is larger than {MAX_FILE >> 20} MiB")
                if data.strip():
                    yield number, _parsed(data, f"{path}, line {number},")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise BadFile(f"{path} is damaged after line {number}: download it again") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises BadFile, also for a key that stands twice in one object."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except FileNotFoundError:
        raise BadFile(f"there is no file {path}") from None
    except IsADirectoryError:
        raise BadFile(f"{path} is a folder: name a file in it") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE:
        raise BadFile(f"{path} is larger than {MAX_FILE >> 20} MiB: not a match record")
    return _parsed(data, str(path))


def _parsed(data: bytes, where: str) -> dict[str, Any]:
    """The JSON object. Raises BadFile."""
    try:
        value = msgspec.json.decode(data)
        json.loads(data, object_pairs_hook=_without_repetition)
    except RepeatedKey as error:
        raise BadFile(f"{where} has the key {str(error)[:80]!r} twice in one object") from None
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise BadFile(f"{where} is not JSON: {_why_not_json(data)}") from None
    if not isinstance(value, dict):
        raise BadFile(f"{where} does not contain a JSON object")
    return value


def _why_not_json(data: bytes) -> str:
    """What is wrong with data that is not strict JSON."""
    if not data.strip():
        return "it is empty"
    try:
        json.loads(data.decode())
    except UnicodeDecodeError as error:
        return f"byte {error.start} is not UTF-8"
    except json.JSONDecodeError as error:
        if not data[error.pos :].strip():
            return "it is cut off; download or copy it again"
        return f"line {error.lineno}, column {error.colno} cannot be read"
    except RecursionError:
        return "it is nested too deeply"
    except ValueError:
        return "it has a number that is too long"
    return "it has a value that JSON does not have, such as NaN"
