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
    max_files: int = 200


DEFAULT_LIMITS = Limits()


class BadProgram(RefereeError, ValueError):
    """A program that cannot be accepted. The message tells its author what is wrong."""


class NoMain(BadProgram):
    """No file of the program, whose `names` these are, is one at which a program can start."""

    def __init__(self, names: Collection[str], problem: str) -> None:
        super().__init__(problem)
        self.names = names


class TooLarge(BadProgram):
    """A program, or a file of one, has `size` bytes, more than `limit`. `beginning`: its first."""

    def __init__(self, size: int, limit: int, beginning: bytes, what: str = "file") -> None:
        self.beginning = beginning
        remedy = "pack it as a zip, which may be small enough"
        if beginning.startswith(ELF):
            remedy = "strip it and pack it as a zip (strip main; zip bot.zip main)"
        elif beginning.startswith(b"PK"):
            remedy = "leave out what the program does not need"
        super().__init__(
            f"the {what} has {size_text(size)}; at most {size_text(limit)} are allowed: {remedy}"
        )


ELF = b"\x7fELF"
MAX_NAME = 200
MAX_DEPTH = 10
# What archivers, systems and Python add to the author's files.
IGNORED = {"__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"}

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
_ENTRY = b"PK\x01\x02"  # begins each entry in the list of files
# In the list, with those that are ignored.
MAX_ENTRIES = 10_000


def read_archive(
    content: bytes, limits: Limits, mains: Collection[str] = ("main.py",)
) -> dict[str, bytes]:
    """The files of a zip by name, such as ``main.py`` and ``tables/openings.py``.

    Exactly one of `mains` must be among them, or in the one folder that holds everything, whose
    name is then left out. A backslash in a name separates folders, as Windows writes it. Empty
    folders and what `is_ignored` are left out. Raises BadProgram.
    """
    if content.count(_ENTRY) > MAX_ENTRIES + limits.max_files:
        # Reading a list of half a million takes seconds and hundreds of megabytes.
        raise BadProgram(
            f"the zip has more than {MAX_ENTRIES:,} files; at most {limits.max_files:,} are allowed"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not _is_folder(entry)]
            entries = [entry for entry in entries if not is_ignored(_name(entry))]
            _check_entries(entries, limits)
            check_unpacked(sum(entry.file_size for entry in entries), limits)
            top = _top_folder([_name(entry) for entry in entries], mains)
            named = [(_name(entry).removeprefix(top), entry) for entry in entries]
            check_names([name for name, _ in named], mains)
            return _contents(archive, named, limits)
    except UnicodeDecodeError:
        raise BadProgram("a file name in the zip is not UTF-8; rename the file") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError) as error:
        if isinstance(error, BadProgram):
            raise
        raise BadProgram("the zip is damaged or cut off; create it again") from None
    except (NotImplementedError, RuntimeError, MemoryError, OverflowError):
        raise BadProgram(
            "the zip uses a method that is not read here, or a password; pack it with plain Deflate"
        ) from None


def is_ignored(name: str) -> bool:
    """Whether this file is not the author's, but an archiver's, a system's or Python's."""
    parts = name.split("/")
    return not IGNORED.isdisjoint(parts) or any(part.startswith("._") for part in parts)


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
        raise BadProgram(f"the file name {shown} has a backslash; rename the file")
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
        raise NoMain(names, missing_main_message(names, mains))
    if len(found) > 1:
        raise BadProgram(f"{' and '.join(found)} are both at the top level; keep one")


def _name(entry: zipfile.ZipInfo) -> str:
    """Its name with / between folders. Not entry.filename, which zipfile cuts off at a NUL."""
    return entry.orig_filename.replace("\\", "/")


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    """Whether it is a plain folder. A folder with content, or of another type, counts as a file and
    is then refused."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    name = _name(entry)
    plain = name.endswith("/") and kind in (0, stat.S_IFDIR)
    if plain:
        check_name(name.rstrip("/") or "/")
    return plain and entry.file_size == 0


def _top_folder(names: list[str], mains: Collection[str]) -> str:
    """``mybot/`` if everything is in the folder mybot, a main file directly; otherwise nothing."""
    top = names[0].partition("/")[0] + "/" if names else ""
    if not all(name.startswith(top) for name in names):
        return ""
    return top if any(top + main in names for main in mains) else ""


def _check_entries(entries: list[zipfile.ZipInfo], limits: Limits) -> None:
    if len(entries) > limits.max_files:
        raise BadProgram(
            f"the zip has {len(entries):,} files; at most {limits.max_files:,} are allowed"
        )
    for entry in entries:
        name = _name(entry)
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


def check_unpacked(total: int, limits: Limits) -> None:
    """Raises BadProgram if files of `total` bytes are too large."""
    if total > limits.max_unpacked_bytes:
        raise BadProgram(
            f"the files have {size_text(total)}; "
            f"at most {size_text(limits.max_unpacked_bytes)} are allowed"
        )


def _contents(
    archive: zipfile.ZipFile, named: list[tuple[str, zipfile.ZipInfo]], limits: Limits
) -> dict[str, bytes]:
    """Reads in chunks and counts the real bytes, since the declared sizes may be false."""
    total = 0
    files: dict[str, bytes] = {}
    for name, entry in named:
        pieces = []
        with archive.open(entry) as member:
            while piece := member.read(_CHUNK):
                total += len(piece)
                check_unpacked(total, limits)
                pieces.append(piece)
        files[name] = b"".join(pieces)
    return files


def missing_main_message(names: Collection[str], mains: Collection[str]) -> str:
    """Why a program with these files cannot start, though the files `mains` would do."""
    wanted = " or ".join(mains)
    if not names:
        return f"the program has no files; it needs {wanted} at its top level"
    for name in names:
        if name.casefold() in mains:
            return f"{name.casefold()} must be in lower case, not {name!a}"
    message = f"there is no {wanted} at the top level, where the program starts"
    deeper = [name for name in names if name.rpartition("/")[2] in mains]
    if deeper:
        return f"{message}; move it there from {deeper[0][:80]!a}"
    zips = [name for name in names if name.lower().endswith(".zip")]
    if len(names) == len(zips) == 1:
        return f"{message}; submit {zips[0][:80]!a} itself, which is a zip in this zip"
    tops = {name.partition("/")[0] for name in names}
    folder = f"{tops.pop()}/" if len(tops) == 1 else ""  # a single one would be unwrapped
    scripts = [
        name
        for name in (name.removeprefix(folder) for name in names)
        if name.endswith(".py") and "/" not in name
    ]
    if "__main__.py" in scripts:
        scripts = ["__main__.py"]
    if len(scripts) == 1 and "main.py" in mains:
        return f"{message}; rename {scripts[0][:80]!a} to main.py if it starts there"
    return message
