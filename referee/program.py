"""A bot's program as its author hands it in: one Python file, or a zip with main.py at its top.

Nothing here runs the program. Whatever is wrong with it raises BadProgram, whose message is for
the author.
"""

import hashlib
import io
import json
import marshal
import os
import signal
import stat
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from referee.archive import (
    DEFAULT_LIMITS,
    LITTER,
    check_name,
    check_names,
    check_unpacked,
    read_archive,
    size_text,
)
from referee.archive import BadProgram as BadProgram
from referee.archive import Limits as Limits
from referee.sandbox.policy import DEFAULT_POLICY
from referee.sandbox.runtime import find_python

_MAGIC = {
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x7fELF": "a Linux executable",
    b"MZ": "a Windows executable",
}
_TOO_LONG = "Python takes too long to compile the program; simplify it"
_COMPILE_SECONDS = 5
# Compiling takes place in a process of its own: some sources crash the compiler or take hours.
# The source comes as bytes, so that a line like "# coding: latin-1" counts as it will at run time.
_COMPILE = f"""
import marshal, resource, sys, warnings
for limit, value in (
    (resource.RLIMIT_AS, {DEFAULT_POLICY.memory_bytes}),
    (resource.RLIMIT_CPU, {_COMPILE_SECONDS}),
    (resource.RLIMIT_CORE, 0),
):
    resource.setrlimit(limit, (value, value + 1))
warnings.simplefilter("ignore")
for name, source in marshal.loads(sys.stdin.buffer.read()):
    line, text = None, ""
    try:
        compile(source, name, "exec", dont_inherit=True)
        continue
    except SyntaxError as error:
        problem, line, text = error.msg, error.lineno, error.text or ""
    except RecursionError:
        problem = "it is nested too deeply"
    except MemoryError:
        problem = "compiling it takes more memory than a bot has"
    except (ValueError, OverflowError) as error:
        problem = str(error)
    import json
    json.dump([name, line, problem[:200], text.strip()[:80]], sys.stdout)
    break
"""


@dataclass(frozen=True)
class Program:
    """A checked program. `content` is what was handed in, byte for byte."""

    content: bytes = field(repr=False)
    is_zip: bool

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def files(self) -> dict[str, bytes]:
        """Its files by their relative names, main.py among them.

        The content was held to the limits of its day when it was handed in; here it is only
        kept from being a bomb.
        """
        if not self.is_zip:
            return {"main.py": self.content}
        return read_archive(self.content, Limits(1 << 30, 1 << 30, 10_000))

    def unpack(self, directory: Path) -> None:
        """Writes its files under `directory`, which must exist; others may read them (0644)."""
        for name, content in self.files().items():
            path = directory / name
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            with os.fdopen(os.open(path, flags, 0o644), "wb") as file:
                file.write(content)


def read_program(content: bytes, limits: Limits = DEFAULT_LIMITS) -> Program:
    """The program that `content` is, every file of it compiled but never run. Raises BadProgram."""
    _check_size(len(content), limits)
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        program = Program(content, is_zip=True)
        files = read_archive(content, limits)
    else:
        for magic, kind in _MAGIC.items():
            if content.startswith(magic):
                raise BadProgram(f"this is {kind}; hand in a Python file, or a zip with main.py")
        program = Program(content, is_zip=False)
        files = program.files()
    _check_sources({name: data for name, data in files.items() if name.endswith(".py")})
    return program


def load_program(path: Path, limits: Limits = DEFAULT_LIMITS) -> Program:
    """The program in a Python file, a zip, or a folder with main.py. Raises BadProgram."""
    try:
        if path.is_dir():
            content = _pack(path, limits)
        else:
            content = _read_file(path, limits.max_bytes)
        return read_program(content, limits)
    except OSError as error:
        raise BadProgram(f"{path}: {error.strerror or error}") from None
    except BadProgram as error:
        raise BadProgram(f"{path}: {error}") from None


def _check_size(size: int, limits: Limits) -> None:
    if size == 0:
        raise BadProgram("the file is empty")
    if size > limits.max_bytes:
        raise BadProgram(
            f"the program has {size_text(size)}; at most {size_text(limits.max_bytes)} are allowed"
        )


def _check_sources(sources: dict[str, bytes]) -> None:
    for name, source in sources.items():
        try:
            source.decode()
        except UnicodeDecodeError as error:
            line = source.count(b"\n", 0, error.start) + 1
            raise BadProgram(
                f"{name}, line {line}: not UTF-8 (byte 0x{source[error.start]:02x}); "
                "save the file as UTF-8"
            ) from None
        if b"\0" in source:
            line = source.count(b"\n", 0, source.index(b"\0")) + 1
            raise BadProgram(f"{name}, line {line}: a NUL byte; this is no Python source")
    try:
        result = subprocess.run(
            [find_python(), "-I", "-S", "-B", "-c", _COMPILE],
            input=marshal.dumps(list(sources.items()), 2),
            capture_output=True,
            timeout=6 * _COMPILE_SECONDS,
            env={},
            cwd="/",
        )
    except subprocess.TimeoutExpired:
        raise BadProgram(_TOO_LONG) from None
    if result.stdout:
        name, line, problem, text = json.loads(result.stdout)
        where = name if line is None else f"{name}, line {line}"
        raise BadProgram(f"{where}: {problem}" + (f": {text}" if text else ""))
    if result.returncode == -signal.SIGXCPU:
        raise BadProgram(_TOO_LONG)
    if result.returncode:
        raise BadProgram("Python's compiler crashes on the program; simplify it")


def _read_file(path: Path, limit: int) -> bytes:
    """At most `limit` bytes and one; a pipe or a device is refused before it is opened."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise BadProgram("neither a file nor a folder")
    with path.open("rb") as file:
        content = file.read(limit + 1)
        if len(content) > limit:
            size = max(os.fstat(file.fileno()).st_size, len(content))
            raise BadProgram(f"it has {size_text(size)}; at most {size_text(limit)} are allowed")
    return content


def _pack(folder: Path, limits: Limits) -> bytes:
    """A zip of the folder, the same bytes each time. Hidden files and caches stay out."""
    names = _names(folder, limits)
    check_names(names)
    packed = io.BytesIO()
    total = 0
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            content = _read_file(folder / name, limits.max_unpacked_bytes)
            check_unpacked(total := total + len(content), limits)
            archive.writestr(_entry(name), content)
    return packed.getvalue()


def _names(folder: Path, limits: Limits) -> list[str]:
    names: list[str] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if _is_wanted(name))
        for name in sorted(filter(_is_wanted, files)):
            path = Path(parent, name)
            relative = path.relative_to(folder).as_posix()
            check_name(relative)
            if path.is_symlink():
                raise BadProgram(f"{relative} is a link; put the file itself there")
            names.append(relative)
            if len(names) > limits.max_files:
                raise BadProgram(f"it holds more than {limits.max_files:,} files")
        for name in folders:
            if Path(parent, name).is_symlink():
                raise BadProgram(f"{name} is a link; put the folder itself there")
    return names


def _is_wanted(name: str) -> bool:
    return name not in LITTER and not name.startswith(".")


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    entry.create_system = 3
    return entry
