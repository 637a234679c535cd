"""Reads the words of the command line into values."""

import os
import re
from pathlib import Path

from engine import options
from engine.randomness import SEED_BYTES, parse_seed
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from referee.errors import RefereeError
from referee.play.match import Entrant
from referee.programs.archive import DEFAULT_LIMITS, BadProgram, Limits
from referee.programs.languages import PYTHON, languages
from referee.programs.program import Program, language_named, load_program
from referee.programs.project_file import project_of
from referee.programs.reference_bots import HOUSE
from referee.programs.reference_bots import reference_bots as shipped_bots

MAX_NAME = 60
_NAME = re.compile(r"[\w.+-]+(/[\w.+-]+)*")


class BadArgument(RefereeError, ValueError):
    """A word of the command line, or a file that it names, cannot be used."""


class WrongUsage(BadArgument):
    """Words of the command line are missing, or there are too many."""


def ruleset_with(name: str, given: list[str] | None) -> Ruleset:
    """The ruleset `name` with options written ``key=value``. Raises BadOption."""
    return ruleset(name, options.parse_assignments(given or []))


def two_entrants(first: str, second: str, language: str = "") -> tuple[Entrant, Entrant]:
    """The two bots of a match; see `entrants`. Raises BadArgument and BadProgram."""
    one, other = entrants([first, second], language)
    return one, other


def entrants(words: list[str], language: str = "") -> list[Entrant]:
    """The bots given as ``path``, ``name=path`` or ``house/name``, which is a reference bot.

    `language`: that of the Python bots whose `goat.toml` names none. Bots with the same name get
    ``-1``, ``-2``. Raises BadArgument, and BadProgram for a file that is not a valid program.
    """
    found = [name_and_path(word) for word in words]
    names = [name for name, _ in found]
    unique = [
        f"{name}-{names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]
    if len(set(unique)) < len(unique):
        raise BadArgument(f"two bots have the same name: name them, as in first={found[0][1]}")
    programs = [
        _program(path, "" if _is_reference_bot(word) else language)
        for word, (_, path) in zip(words, found, strict=True)
    ]
    return [Entrant(name, 1, program) for name, program in zip(unique, programs, strict=True)]


def _program(path: Path, language: str) -> Program:
    kind = _kind(path, language)
    if not kind or _kind(path, ""):
        return load_program(path, kind=kind)
    program = load_program(path)
    return load_program(path, kind=kind) if program.language.is_python else program


def _kind(path: Path, language: str) -> str:
    """The language in which a bot runs: that of its `goat.toml` if it is Python with packages,
    otherwise `language`. Raises BadProgram."""
    project = project_of(path)
    own = project.language if project is not None else ""
    return own if own.startswith(f"{PYTHON.name}-") else language


def submission(word: str, language: str = "") -> Entrant:
    """The bot as an arena accepts it: with its languages and its limits.

    They are those of a new arena, unless GOAT_BOT_RUNTIMES and GOAT_SUBMISSION_MAX_BYTES are set as
    on the arena. `language`: the one in which to submit it; empty: that of its `goat.toml`, or
    the first that fits. Raises BadArgument and BadProgram.
    """
    name, path = name_and_path(word)
    kind = language or _kind(path, "")
    accepted = os.environ.get("GOAT_BOT_RUNTIMES", PYTHON.name).split()
    if kind and kind not in accepted:
        language_named(kind)
        accepted.append(kind)
    if unknown := [word for word in accepted if word not in languages()]:
        known = " ".join(languages())
        raise BadArgument(f"GOAT_BOT_RUNTIMES names {unknown[0][:80]!r}: known here are {known}")
    size = os.environ.get("GOAT_SUBMISSION_MAX_BYTES", str(DEFAULT_LIMITS.max_bytes))
    if not re.fullmatch("[0-9]{1,12}", size):
        raise BadArgument(f"GOAT_SUBMISSION_MAX_BYTES={size[:80]}: write a whole number, 1 or more")
    limits = Limits(int(size), 4 * int(size), DEFAULT_LIMITS.max_files)
    try:
        return Entrant(name, 1, load_program(path, limits, accepted, kind))
    except BadProgram as error:
        try:
            anyway = load_program(
                path, Limits(1 << 30, 1 << 30, DEFAULT_LIMITS.max_files), kind=kind
            )
        except BadProgram:
            raise error from None
        own = anyway.language.name
        add = "" if own in accepted else f"add --language {own}, or "
        raise BadProgram(
            f"{error}. If your arena accepts it, {add}set GOAT_BOT_RUNTIMES and"
            " GOAT_SUBMISSION_MAX_BYTES as there"
        ) from None


def name_and_path(word: str) -> tuple[str, Path]:
    """A bot's name and where its program is. Raises BadArgument."""
    path = Path(word)
    name = word if _is_reference_bot(word) else _name_at(path)
    if not path.exists() and "=" in word:
        name, _, word = word.partition("=")
        path = Path(word)
        if len(name) > MAX_NAME or not _NAME.fullmatch(name):
            raise BadArgument(
                f"not a bot name: {name[:MAX_NAME]!r}. Use letters, digits and . + - _ /,"
                f" at most {MAX_NAME} characters."
            )
        if not word:
            raise BadArgument(f"there is no path after {name}=: write {name}=PATH")
    if _is_reference_bot(word):
        path = _reference_bot(word)
    if not path.exists():
        raise BadArgument(
            f"there is no bot {path}: a bot is a .py file, a .zip or a folder with main.py,"
            f" or a reference bot, such as {HOUSE}/random-kozel"
        )
    return name[:MAX_NAME], path


def _name_at(path: Path) -> str:
    """The name of the bot there: that of its `goat.toml`, or of the file or folder."""
    project = project_of(path)
    if project is not None and (path.is_dir() or path.name in project.pack):
        return project.name
    return path.resolve().stem


def _is_reference_bot(word: str) -> bool:
    return word.startswith(f"{HOUSE}/") and not Path(word).exists()


def _reference_bot(word: str) -> Path:
    found = {str(bot): bot.path for bot in shipped_bots()}
    if word not in found:
        known = ", ".join(sorted(found)) or "none is installed; install goat-arena again"
        raise BadArgument(f"there is no reference bot {word[:MAX_NAME]}: choose one of {known}")
    return found[word]


def seed(text: str | None) -> bytes:
    """The seed written in hexadecimal, or a new random one. Raises BadSeed."""
    return os.urandom(SEED_BYTES) if text is None else parse_seed(text)


def reference_bots(ruleset: Ruleset) -> list[Entrant]:
    """The opponents of `goat check`: one bot that plays at random and one that plays well.

    Raises BadArgument when they are not installed.
    """
    return entrants([f"{HOUSE}/{style}-{ruleset.name}" for style in ("random", "greedy")])
