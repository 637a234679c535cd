"""Reads `goat.toml`, the file beside a bot's sources that says what they are.

It lets `goat check mybot/` do without the game's name, and says which files are the program:

    ruleset = "ecarte"
    name = "mybot"
    language = "c"
    pack = ["main"]                                   # files and folders to submit
    build = "gcc -O2 -static -s -o main main.c"       # if the program is built; or a list of lines
    sources = ["main.c"]                              # what it is built from
    library = ["engine", "strategy"]                  # packages of goat that a Python bot brings

Nothing here runs the build line: a folder may be another author's. `goat build` does, when asked.
"""

import shlex
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadOption
from engine.rulesets import ruleset
from referee.programs import bot_name
from referee.programs.archive import BadProgram, check_name
from referee.programs.library import LIBRARY
from referee.programs.toml_text import why_not_toml

FILE = "goat.toml"
MAX_BYTES = 64 * 1024
_MAX_WORD = 40
_KEYS = ("ruleset", "name", "language", "pack", "build", "sources", "library")


class BadProject(BadProgram):
    """A `goat.toml` cannot be used. The message names it, says why, and what to write."""


@dataclass(frozen=True)
class Project:
    """What the `goat.toml` of a folder says.

    `ruleset` may be a variant, such as ``ecarte/classic``. `language` is the kit's, such as ``c``.
    `pack`: the files and folders of the program, relative to `folder`. `build`: the commands that
    make them from the `sources`, each a list of words; both are empty where nothing is built.
    `library`: which packages of this installation are packed too (`referee.programs.library`).
    """

    folder: Path
    ruleset: str
    name: str
    language: str
    pack: tuple[str, ...]
    build: tuple[tuple[str, ...], ...] = ()
    sources: tuple[str, ...] = ()
    library: tuple[str, ...] = ()

    @property
    def build_lines(self) -> str:
        """The build as a person types it."""
        return " && ".join(shlex.join(words) for words in self.build)

    def why_build(self) -> str:
        """Why the program must be built before it is packed; empty if it need not be."""
        if not self.build:
            return ""
        made = [self.folder / name for name in self.pack]
        for path in made:
            if not path.exists():
                return f"{path.name} is not built yet"
        for source in (self.folder / name for name in self.sources):
            if not source.exists():
                raise BadProject(f"{self.folder / FILE}: sources: there is no {source.name}")
            for path in made:
                if source.stat().st_mtime > path.stat().st_mtime:
                    return f"{path.name} is older than {source.name}"
        return ""


def project_of(path: Path) -> Project | None:
    """The project of a bot that is given as its folder or as a file in it; None without one.

    Raises BadProject.
    """
    return read_project(path if path.is_dir() else path.parent)


def read_project(folder: Path) -> Project | None:
    """What the folder's `goat.toml` says; None if it has none. Raises BadProject."""
    path = folder / FILE
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadProject(f"{path} is not a file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadProject(f"{path}: {error.strerror or error}") from None
    if len(content) > MAX_BYTES:
        raise BadProject(f"{path} has more than {MAX_BYTES:,} bytes; it needs only a few lines")
    try:
        return _project(folder, tomllib.loads(content.decode()))
    except UnicodeDecodeError:
        raise BadProject(f"{path} is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadProject(f"{path}: {why_not_toml(error)}") from None
    except (RecursionError, ValueError) as error:  # a BadProgram too
        raise BadProject(f"{path}: {str(error) or 'nested too deeply'}") from None


def _project(folder: Path, table: Mapping[str, Any]) -> Project:
    """Raises ValueError."""
    for key in table:
        if key not in _KEYS:
            raise ValueError(f"unknown key {key[:_MAX_WORD]!a}; known are {', '.join(_KEYS)}")
    name = _text(table, "name")
    if why := bot_name.why_not(name):
        raise ValueError(f"name = {name[:_MAX_WORD]!a}: {why}")
    game = _text(table, "ruleset")
    try:
        ruleset(game)
    except BadOption as error:
        raise ValueError(str(error)) from None
    pack = _paths(table, "pack")
    build = tuple(map(_words, _texts(table, "build")))
    sources = _paths(table, "sources")
    if not pack:
        raise ValueError('pack is missing: write the files to submit, as in pack = ["main.py"]')
    if bool(build) != bool(sources):
        raise ValueError("build and sources belong together: write both or neither")
    language = _text(table, "language")
    library = tuple(_texts(table, "library"))
    for package in library:
        if package not in LIBRARY:
            known = ", ".join(LIBRARY)
            raise ValueError(f"library: no package {package[:_MAX_WORD]!a}; there are {known}")
    return Project(folder, game, name, language, pack, build, sources, library)


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise ValueError(f'{key} must be a text, as in {key} = "…"')
    if len(value) > _MAX_WORD and key != "name":
        raise ValueError(f"{key} has more than {_MAX_WORD} characters")
    return value


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    """A list of texts, or one text; empty if the key is not there."""
    value = table.get(key, [])
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise ValueError(f'{key} must be a list of texts, as in {key} = ["…"]')
    return texts


def _paths(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    paths = [text.removesuffix("/") for text in _texts(table, key)]
    for path in paths:
        try:
            check_name(path)
        except BadProgram as error:
            raise ValueError(f"{key}: {error}") from None
    return tuple(paths)


def _words(line: str) -> tuple[str, ...]:
    try:
        words = shlex.split(line)
    except ValueError:
        raise ValueError(
            f"build = {line[:_MAX_WORD]!a}: a quotation mark is missing at its end"
        ) from None
    if not words:
        raise ValueError("build has an empty command")
    return tuple(words)
