"""A bot's program as its author hands it in: one file, or a zip with main.py at its top.

It is Python, or of another kind in the table of languages: main.js, an executable main. Nothing
here runs the program. Whatever is wrong with it raises BadProgram, whose message is for
the author.
"""

import json
import marshal
import os
import platform
import signal
import subprocess
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from engine.digest import sha256
from referee.programs.archive import DEFAULT_LIMITS, read_archive, size_text
from referee.programs.archive import BadProgram as BadProgram
from referee.programs.archive import Limits as Limits
from referee.programs.languages import PYTHON, Language, file_mode, languages
from referee.programs.packaging import main_files, pack_folder, packed, read_file
from referee.programs.policy import DEFAULT_POLICY
from referee.programs.runtimes import find_python

_MAGIC = {
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"MZ": "a Windows executable",
}
_ELF = b"\x7fELF"
# Numbers of processors in an executable's head.
_MACHINES = {"x86_64": 62, "aarch64": 183}
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
        return sha256(self.content).hexdigest()

    @property
    def language(self) -> Language:
        """What kind of program it is. Raises BadProgram if it is of none that there is here."""
        return language_of(self.files())

    def files(self) -> dict[str, bytes]:
        """Its files by their relative names, main.py (or another kind's main file) among them.

        The content was held to the limits of its day when it was handed in; here it is only
        kept from being a bomb.
        """
        if not self.is_zip:
            return {_kind_of_file(self.content).main: self.content}
        return read_archive(self.content, Limits(1 << 30, 1 << 30, 10_000), main_files())

    def unpack(self, directory: Path) -> None:
        """Writes its files under `directory`, which must exist; others may read them, and run
        what has no ending."""
        for name, content in self.files().items():
            path = directory / name
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            with os.fdopen(os.open(path, flags, file_mode(name)), "wb") as file:
                file.write(content)


def language_of(files: Collection[str]) -> Language:
    """The kind of the program that has these files. Raises BadProgram if there is no such."""
    for language in languages().values():
        if language.main in files:
            return language
    raise BadProgram(
        f"there is no {' or '.join(main_files())} at the top; the program starts there"
    )


def read_program(content: bytes, limits: Limits = DEFAULT_LIMITS, name: str = "") -> Program:
    """The program that `content` is, every Python file of it compiled but never run.

    `name`: that of the file, whose ending tells of what kind a lone script is: it is packed, as a
    folder would be. Raises BadProgram.
    """
    _check_size(len(content), limits)
    main = next((main for main in main_files() if _suffix(main) == _suffix(name) != ".py"), None)
    if main is not None and _suffix(name):
        content = packed({main: content})
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        program = Program(content, is_zip=True)
        files = read_archive(content, limits, main_files())
    else:
        for magic, kind in _MAGIC.items():
            if content.startswith(magic):
                raise BadProgram(f"this is {kind}; hand in a Python file, or a zip with main.py")
        program = Program(content, is_zip=False)
        files = program.files()
    _check_sources({name: data for name, data in files.items() if name.endswith(".py")})
    language = language_of(files)
    if not language.command and language != PYTHON:
        _check_executable(files[language.main])
    return program


def load_program(path: Path, limits: Limits = DEFAULT_LIMITS) -> Program:
    """The program in a Python file, a zip, or a folder with main.py. Raises BadProgram."""
    try:
        if path.is_dir():
            content = pack_folder(path, limits)
        else:
            content = read_file(path, limits.max_bytes)
        return read_program(content, limits, "" if path.is_dir() else path.name)
    except OSError as error:
        raise BadProgram(f"{path}: {error.strerror or error}") from None
    except BadProgram as error:
        raise BadProgram(f"{path}: {error}") from None


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _kind_of_file(content: bytes) -> Language:
    """The kind of a program that is one file."""
    if content.startswith(_ELF):
        return languages()["native"]
    first = content[:200].split(b"\n", 1)[0]
    if first.startswith(b"#!") and b"node" in first:
        return languages()["node"]
    return PYTHON


def _check_executable(content: bytes) -> None:
    """Raises BadProgram unless this machine's Linux can run it."""
    wanted = _MACHINES.get(platform.machine())
    if not content.startswith(_ELF):
        raise BadProgram("main is no Linux executable (ELF); a script needs its ending, main.py")
    head = content[:20]
    kind, machine = (int.from_bytes(head[place : place + 2], "little") for place in (16, 18))
    if len(content) < 64 or head[4] != 2 or head[5] != 1 or kind not in (2, 3):
        raise BadProgram("the executable is no 64-bit Linux program; build it as one")
    if machine != wanted:
        raise BadProgram(f"the executable is for another processor than {platform.machine()}")


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
