"""What is written on the command line, read into values. Errors are for the person who wrote it."""

import os
import re
from pathlib import Path

from engine.randomness import SEED_BYTES, parse_seed
from engine.ruleset import Ruleset
from referee.play.match import Entrant
from referee.programs.program import load_program

MAX_NAME = 60
_NAME = re.compile(r"[\w.+-]+(/[\w.+-]+)*")


class BadArgument(ValueError):
    """Something on the command line, or a file that it names, cannot be used."""


def entrants(words: list[str]) -> list[Entrant]:
    """The bots named by paths, or by ``name=path``. Two with one name get ``-1``, ``-2``.

    Raises BadArgument, and BadProgram for what is no fit program.
    """
    found = [_entrant(word) for word in words]
    names = [name for name, _ in found]
    unique = [
        f"{name}-{names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]
    if len(set(unique)) < len(unique):
        raise BadArgument(f"give the bots names of their own, as in first={found[0][1]}")
    return [
        Entrant(name, 1, load_program(path)) for name, (_, path) in zip(unique, found, strict=True)
    ]


def _entrant(word: str) -> tuple[str, Path]:
    path = Path(word)
    name = path.resolve().stem
    if not path.exists() and "=" in word:
        name, _, rest = word.partition("=")
        path = Path(rest)
        if len(name) > MAX_NAME or not _NAME.fullmatch(name):
            raise BadArgument(
                f"{name[:MAX_NAME]!r} is no name for a bot: letters, digits and . + - _ /,"
                f" at most {MAX_NAME}"
            )
    if not path.exists():
        raise BadArgument(
            f"there is no bot {path}: a bot is a .py file, a .zip or a folder with main.py"
        )
    return name[:MAX_NAME], path


def seed(text: str | None) -> bytes:
    """The match seed written in hexadecimal, or a new secret one. Raises BadSeed."""
    return os.urandom(SEED_BYTES) if text is None else parse_seed(text)


def reference_bots(ruleset: Ruleset) -> list[Entrant]:
    """The bots that a new one is tried against: one that plays at random and one that plays well.

    Raises BadArgument when this installation lacks them.
    """
    folder = Path(__file__).resolve().parents[2] / "bots"
    paths = [folder / "random_bot.py", folder / f"{ruleset.name.replace('-', '_')}.py"]
    for path in paths:
        if not path.is_file():
            raise BadArgument(f"the reference bot {path} is missing: run goat from a source tree")
    return entrants([str(path) for path in paths])
