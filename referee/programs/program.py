"""A bot's program as its author submits it: one file, or a zip with main.py at its top level.

It is Python or another language of the table, such as main.js or an executable main. Nothing here
runs the program. Anything wrong with it raises BadProgram, whose message is for the author.
"""

import json
import marshal
import os
import subprocess
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from engine.digest import sha256
from referee.host.executables import is_own
from referee.host.files import NEW_FILE
from referee.host.limits import OUT_OF_TIME, limiting_source
from referee.host.process_groups import needed_environment
from referee.host.system import LINUX, NAME
from referee.programs.archive import (
    DEFAULT_LIMITS,
    ELF,
    BadProgram,
    Limits,
    NoMain,
    TooLarge,
    check_unpacked,
    read_archive,
)
from referee.programs.executables import check_executable
from referee.programs.kinds import kind_of_source
from referee.programs.languages import BUILD_IT, PYTHON, Language, file_mode, languages
from referee.programs.packaging import main_files, pack_files, pack_folder, read_file
from referee.programs.policy import DEFAULT_POLICY
from referee.programs.refusals import check_kind, no_main, not_accepted, with_remedy
from referee.programs.runtimes import find_python, python_version

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TOO_LONG = "Python takes too long to compile the program; simplify it"
_COMPILE_SECONDS = 5
# A separate process of low priority compiles: some sources crash the compiler or take hours. The
# source is passed as bytes, so that a line like "# coding: latin-1" has the same effect as at run
# time.
_COMPILE = f"""{limiting_source(DEFAULT_POLICY.memory_bytes, _COMPILE_SECONDS)}
import marshal, sys, warnings
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


class UnknownLanguage(BadProgram):
    """An author names a language that is not accepted, or not known here."""


@dataclass(frozen=True)
class Program:
    """A checked program. `content` is what was submitted, byte for byte.

    `kind` is the name of its language; empty: the first that fits its files.
    """

    content: bytes = field(repr=False)
    is_zip: bool
    kind: str = ""

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()

    @property
    def language(self) -> Language:
        """Its language. Raises BadProgram if this machine does not know it, or none that fits."""
        return language_named(self.kind) if self.kind else language_of(self.files())

    def files(self) -> dict[str, bytes]:
        """Its files by relative name, including main.py (or another language's main file).

        The content was checked against the limits of the day when it was submitted. The limits
        here only stop a zip bomb.
        """
        if not self.is_zip:
            return {_language_of_file(self.content).main: self.content}
        return read_archive(self.content, Limits(1 << 30, 1 << 30, 10_000), main_files())

    def unpack(self, directory: Path) -> None:
        """Writes its files under `directory`, which must exist. All users may read them, and run
        those without a suffix."""
        for name, content in self.files().items():
            path = directory / name
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            with os.fdopen(os.open(path, NEW_FILE, file_mode(name)), "wb") as file:
                file.write(content)


def language_named(name: str) -> Language:
    """The language of this name. Raises UnknownLanguage if this machine does not know it."""
    if (language := languages().get(name)) is not None:
        return language
    if name.startswith(f"{PYTHON.name}-"):
        raise UnknownLanguage(
            f"the packages of {name[:40]!a} are not on this machine: {BUILD_IT.format(name=name)}"
        )
    raise UnknownLanguage(f"this machine knows no language {name[:40]!a}; {_one_of(languages())}")


def language_of(files: Collection[str], names: Collection[str] | None = None) -> Language:
    """The language of the program with these files: the first of these names, or of all, that
    fits. Raises BadProgram if there is none."""
    known = languages()
    for language in (known[name] for name in names or known if name in known):
        if language.main in files:
            return language
    raise BadProgram(
        f"there is no {' or '.join(main_files())} at the top level, where the program starts"
    )


def read_program(
    content: bytes,
    limits: Limits = DEFAULT_LIMITS,
    name: str = "",
    accepted: Collection[str] | None = None,
    kind: str = "",
) -> Program:
    """Checks a program; every Python file is compiled but never run.

    `name` is the file's name. Its suffix identifies the language of a single script other than
    Python, which is packed as a folder would be. `accepted` are the names of the languages that an
    arena runs; None: all that this machine knows. `kind` is the one that the author names; empty:
    the first accepted one that fits. Raises BadProgram.
    """
    here = accepted is None
    accepted = list(languages()) if accepted is None else accepted
    if kind and kind not in accepted:
        problem = f"programs in the language {kind[:40]!a} are not accepted"
        raise UnknownLanguage(f"{problem}; {_one_of(accepted)}")
    if not content:
        raise BadProgram("the file is empty")
    main = _main_of(name)
    if main is None and not (here and is_own(content)):
        check_kind(content, name, accepted)
    general, limits = limits, _largest(limits, [kind] if kind else accepted)
    if len(content) > limits.max_bytes:
        raise TooLarge(len(content), limits.max_bytes, content[:100], "program")
    if main is not None:
        content = pack_files({main: content})
    try:
        program = Program(content, is_zip=content.startswith(_ZIP))
        files = read_archive(content, limits, main_files()) if program.is_zip else program.files()
    except NoMain as error:
        raise no_main(error.names, accepted) from None
    language = _fitting(files, accepted, kind)
    _check_size(content, files, language.limits(general))
    if not language.command and not language.is_python:
        _check_executable(files[language.main], here)
    if sources := {name: data for name, data in files.items() if name.endswith(".py")}:
        _check_sources(sources, accepted)
    return replace(program, kind=language.name)


def _check_executable(content: bytes, here: bool) -> None:
    """`here`: it is to run on this machine, not on an arena. Raises BadProgram."""
    if here and not LINUX:
        if not is_own(content):
            raise BadProgram(f"main is no executable for {NAME}; build it on this machine")
        return
    check_executable(content)


def _fitting(files: Collection[str], accepted: Collection[str], kind: str) -> Language:
    """The language of a program that an author calls `kind`, or does not name. Raises
    BadProgram."""
    if kind:
        language = language_named(kind)
        if language.main not in files:
            other = language_of(files)
            raise BadProgram(
                f"a {kind} program starts at {language.main}, and this one has {other.main}; "
                "choose another language"
            )
        return language
    try:
        return language_of(files, accepted)
    except BadProgram:
        language = language_of(files)
        problem = f"this is a {language.name} program ({language.main})"
        raise not_accepted(problem, accepted) from None


def _largest(limits: Limits, names: Collection[str]) -> Limits:
    """The largest limits of the languages of these names. Which one a program is in is known only
    when it has been unpacked."""
    known = languages()
    each = [known[name].limits(limits) for name in names if name in known] or [limits]
    return Limits(
        max(limit.max_bytes for limit in each),
        max(limit.max_unpacked_bytes for limit in each),
        limits.max_files,
    )


def _check_size(content: bytes, files: Mapping[str, bytes], limits: Limits) -> None:
    """Raises BadProgram if it is too large for its language."""
    if len(content) > limits.max_bytes:
        raise TooLarge(len(content), limits.max_bytes, content[:100], "program")
    check_unpacked(sum(map(len, files.values())), limits)


def _one_of(names: Collection[str]) -> str:
    return f"choose from {', '.join(names)}"


def load_program(
    path: Path,
    limits: Limits = DEFAULT_LIMITS,
    accepted: Collection[str] | None = None,
    kind: str = "",
) -> Program:
    """Reads a program from a single file, a zip, or a folder with main.py.

    `accepted` and `kind`: see `read_program`. Raises BadProgram.
    """
    largest = _largest(limits, [kind] if kind else accepted or languages())
    try:
        if path.is_dir():
            packed = pack_folder(path, largest)
            return read_program(packed, limits, accepted=accepted, kind=kind)
        content = read_file(path, largest.max_bytes)
        return read_program(content, limits, path.name, accepted, kind)
    except OSError as error:
        raise BadProgram(f"{path}: {error.strerror or error}") from None
    except BadProgram as error:
        languages_accepted = list(languages()) if accepted is None else accepted
        raise BadProgram(f"{path}: {_on_disk(error, path, languages_accepted)}") from None


def _on_disk(error: BadProgram, path: Path, accepted: Collection[str]) -> BadProgram:
    """The error, with what is known of the file or the files beyond it."""
    if isinstance(error, NoMain):
        return no_main(error.names, accepted)
    if isinstance(error, TooLarge) and _main_of(path.name) is None:
        try:
            check_kind(error.beginning, path.name, accepted)
        except BadProgram as kind:
            return kind  # what it is matters more than its size
    return error


def _main_of(name: str) -> str | None:
    """The main file of the language of a script with this name; None for Python and others."""
    suffix = _suffix(name)
    if suffix in ("", ".py"):
        return None
    return next((main for main in main_files() if _suffix(main) == suffix), None)


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _language_of_file(content: bytes) -> Language:
    """The language of a program that is one file."""
    if content.startswith(ELF) or is_own(content):
        return languages()["native"]
    first = content[:200].split(b"\n", 1)[0]
    if first.startswith(b"#!") and b"node" in first:
        return languages()["node"]
    return PYTHON


def _check_sources(sources: dict[str, bytes], accepted: Collection[str]) -> None:
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
            raise BadProgram(f"{name}, line {line}: a NUL byte; this is not Python source")
    try:
        result = subprocess.run(
            [find_python(), "-I", "-S", "-B", "-c", _COMPILE],
            input=marshal.dumps(list(sources.items()), 2),
            capture_output=True,
            timeout=6 * _COMPILE_SECONDS,
            env=needed_environment(),
            cwd="/",
        )
    except subprocess.TimeoutExpired:
        raise BadProgram(_TOO_LONG) from None
    if result.stdout:
        name, line, problem, text = json.loads(result.stdout)
        where = name if line is None else f"{name}, line {line}"
        message = f"{where}: {problem} (bots run on Python {python_version()})"
        message += f": {text}" if text else ""
        if (kind := kind_of_source(sources[name])) is not None:
            raise not_accepted(
                f"{message}. This looks like {with_remedy(kind, accepted)}", accepted
            )
        raise BadProgram(message)
    if result.returncode in OUT_OF_TIME:
        raise BadProgram(_TOO_LONG)
    if result.returncode:
        raise BadProgram("Python's compiler crashes on the program; simplify it")
