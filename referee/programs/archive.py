"""Reads a zip without trusting anything in it.

Names, sizes, file types and checksums are checked before anything is kept, and nothing is written
to disk: the result is a dictionary in memory, no larger than the limits allow.
"""

import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from referee.errors import RefereeError


@dataclass(frozen=True)
class Limits:
    """How large a program may be: as submitted and unpacked (bytes), and its number of files."""

    max_bytes: int = 1 << 20
    max_unpacked_bytes: int = 4 << 20
    max_files: int = 100


DEFAULT_LIMITS = Limits()


class BadProgram(RefereeError, ValueError):
    """A program that cannot be accepted. The message tells its author what is wrong."""


MAX_NAME = 200
MAX_DEPTH = 10
# What archivers and Python add to the author's files.
IGNORED = {"__MACOSX", "__pycache__", ".DS_Store"}

_TYPES = {
    stat.S_IFLNK: "a link",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAGS = 0x1 | 0x40
_CHUNK = 1 << 16


def read_archive(
    content: bytes, limits: Limits, mains: Collection[str] = ("main.py",)
) -> dict[str, bytes]:
    """The files of a zip by name, such as ``main.py`` and ``tables/openings.py``.

    Exactly one of `mains` must be among them. Empty folders and the files in `IGNORED` are left
    out. Raises BadProgram.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not _is_folder(entry)]
            entries = [entry for entry in entries if not is_ignored(entry.orig_filename)]
            _check_entries(entries, limits, mains)
            return _contents(archive, entries, limits)
    except UnicodeDecodeError:
        raise BadProgram("a file name in the zip is not UTF-8; rename the file") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError) as error:
        if isinstance(error, BadProgram):
            raise
        raise BadProgram(f"the zip is damaged: {error}; create it again") from None
    except (NotImplementedError, RuntimeError, MemoryError, OverflowError) as error:
        raise BadProgram(f"the zip cannot be read: {error}; pack it with plain Deflate") from None


def is_ignored(name: str) -> bool:
    """Whether this file is not the author's, but an archiver's or Python's."""
    return not IGNORED.isdisjoint(name.split("/"))


def size_text(number: int) -> str:
    """A number of bytes as an author reads it: ``1,048,576 bytes (1 MiB)``."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if number >= unit:
            return f"{number:,} bytes ({number / unit:.3g} {name})"
    return f"{number:,} byte{'' if number == 1 else 's'}"


def check_name(name: str) -> None:
    """Raises BadProgram unless `name` is a plain relative path that is safe on every system."""
    shown = ascii(name[:80])
    if not name.isprintable() or len(name) > MAX_NAME:
        raise BadProgram(
            f"the file name {shown} has control characters or more than {MAX_NAME} characters"
        )
    if "\\" in name:
        raise BadProgram(f"the file name {shown} has a backslash; separate folders with /")
    if name.startswith("/") or name[1:2] == ":":
        raise BadProgram(f"the file name {shown} is absolute; names must be relative")
    parts = name.split("/")
    if ".." in parts:
        raise BadProgram(f"the file name {shown} leads out of the program's folder (..)")
    if "" in parts or "." in parts:
        raise BadProgram(f"the file name {shown} has an empty part")
    if len(parts) > MAX_DEPTH:
        raise BadProgram(f"the file name {shown} is more than {MAX_DEPTH} folders deep")


def check_names(names: list[str], mains: Collection[str] = ("main.py",)) -> None:
    """Raises BadProgram if two names conflict, or unless exactly one of `mains`, the files at which
    a program can start, is at the top level."""
    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if seen.get(key) == name:
            raise BadProgram(f"the file {name!a} appears twice")
        if key in seen:
            raise BadProgram(
                f"the files {seen[key]!a} and {name!a} differ only in the case or the "
                "accents of their names; give them different names"
            )
        seen[key] = name
    for key in seen:
        for folder in PurePosixPath(key).parents:
            if str(folder) in seen:
                raise BadProgram(f"{seen[str(folder)]!a} is both a file and a folder")
    found = [main for main in mains if main in names]
    if not found:
        raise BadProgram(_missing_main_message(names))
    if len(found) > 1:
        raise BadProgram(f"{' and '.join(found)} are both at the top level; keep one")


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    """Whether it is a plain folder. A folder with content, or of another type, counts as a file and
    is then refused."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    plain = entry.orig_filename.endswith("/") and kind in (0, stat.S_IFDIR)
    if plain:
        check_name(entry.orig_filename.rstrip("/") or "/")
    return plain and entry.file_size == 0


def _check_entries(entries: list[zipfile.ZipInfo], limits: Limits, mains: Collection[str]) -> None:
    if len(entries) > limits.max_files:
        raise BadProgram(
            f"the zip has {len(entries):,} files; at most {limits.max_files:,} are allowed"
        )
    for entry in entries:
        # Not entry.filename, which zipfile cuts off at a NUL.
        name = entry.orig_filename
        if not name.isascii() and not entry.flag_bits & _UTF8_FLAG:
            raise BadProgram(f"the file name {name[:80]!a} in the zip is not UTF-8")
        check_name(name)
        mode = entry.external_attr >> 16
        if (kind := stat.S_IFMT(mode)) not in (0, stat.S_IFREG):
            what = _TYPES.get(kind, "not a regular file")
            raise BadProgram(f"{name!a} in the zip is {what}; pack regular files only")
        if entry.flag_bits & _ENCRYPTED_FLAGS:
            raise BadProgram(f"{name!a} in the zip is encrypted; pack it without a password")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadProgram(
                f"{name!a} in the zip uses compression method {entry.compress_type}; "
                "pack it with plain Deflate"
            )
    check_names([entry.orig_filename for entry in entries], mains)
    check_unpacked(sum(entry.file_size for entry in entries), limits)


def check_unpacked(total: int, limits: Limits) -> None:
    """Raises BadProgram if files of `total` bytes are too large."""
    if total > limits.max_unpacked_bytes:
        raise BadProgram(
            f"the files have {size_text(total)}; "
            f"at most {size_text(limits.max_unpacked_bytes)} are allowed"
        )


def _contents(
    archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], limits: Limits
) -> dict[str, bytes]:
    """Reads in chunks and counts the real bytes, since the declared sizes may be false."""
    total = 0
    files: dict[str, bytes] = {}
    for entry in entries:
        pieces = []
        with archive.open(entry) as member:
            while piece := member.read(_CHUNK):
                total += len(piece)
                check_unpacked(total, limits)
                pieces.append(piece)
        files[entry.orig_filename] = b"".join(pieces)
    return files


def _missing_main_message(names: list[str]) -> str:
    if not names:
        return "the program has no files; it needs main.py at its top level"
    tops = {name.split("/")[0] for name in names}
    if len(tops) == 1 and all("/" in name for name in names):
        folder = ascii(tops.pop())
        return (
            f"main.py must be at the top level, but everything is in the folder {folder}: "
            "submit that folder's content, not the folder itself"
        )
    for name in names:
        if name.casefold() == "main.py":
            return f"main.py must be in lower case, not {name!a}"
    return "there is no main.py at the top level, where the program starts"
