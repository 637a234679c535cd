"""What can follow the words of an unfinished command line, for the completion of shells."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.cli.help import metavar
from referee.kits.kit import kits
from referee.programs.languages import languages
from referee.programs.reference_bots import HOUSE, reference_bots

GAMES = (*RULESETS, *VARIANTS)
CLOCKS = ("start_ms=", "move_ms=", "bank_ms=")


def candidates(root: Any, words: Sequence[str]) -> list[str]:
    """The words that may stand in place of the last of `words`, which follow ``goat``.

    `root` is the command `goat`. A candidate that ends with / or = goes on. Nothing here raises for
    wrong words: an unfinished line often has some.
    """
    *done, last = words or [""]
    command, rest = _command(root, done)
    found: list[str] = []
    option = _waiting_option(command, rest)
    name, is_long, value = last.partition("=")
    if option is not None:
        found = list(_values(option, last, done))
    elif is_long and name.startswith("--"):
        named = next((one for one in command.params if name in _flags(one)), None)
        found = [f"{name}={each}" for each in _values(named, value, done)] if named else []
    elif last.startswith("-"):
        found = sorted({*(name for one in command.params for name in _flags(one)), "--help"})
    elif hasattr(command, "commands"):
        found = [name for name, one in command.commands.items() if not one.hidden]
    else:
        for argument in command.params:
            if argument.param_type_name == "argument":
                found += _values(argument, last, done)
    return list(dict.fromkeys(one for one in found if one.startswith(last)))


def _command(root: Any, words: Sequence[str]) -> tuple[Any, list[str]]:
    """The command that these words name, and the words that follow its name."""
    command, rest = root, list(words)
    while hasattr(command, "commands") and rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            command = command.commands.get(word, command)
    return command, rest


def _waiting_option(command: Any, words: Sequence[str]) -> Any:
    """The option whose value comes next; None if the last word is complete."""
    if not words:
        return None
    named = (one for one in command.params if words[-1] in _flags(one))
    return next((one for one in named if not one.is_flag), None)


def _flags(parameter: Any) -> list[str]:
    return [name for name in (*parameter.opts, *parameter.secondary_opts) if name[:1] == "-"]


def _values(parameter: Any, beginning: str, words: Sequence[str]) -> Iterator[str]:
    """The values of a parameter that may begin like this."""
    shown = metavar(parameter)
    if shown.startswith("start_ms="):
        yield from CLOCKS
    elif shown == "KEY=VALUE":
        yield from _assignments(words)
    elif "--language" in parameter.opts:
        yield from sorted({*languages(), *kits()})
    elif "|" in shown:
        yield from shown.split("|")
    elif "RULESET" in shown or "BOT" in shown:
        game = _game(words)
        if "RULESET" in shown and game is None:
            yield from GAMES
        if "BOT" in shown:
            yield from _reference_bots(beginning, game)
            yield from _paths(beginning)
    elif any(word in shown for word in ("FILE", "DIR", "PATH")):
        yield from _paths(beginning)


def _game(words: Sequence[str]) -> str | None:
    """The game that these words name."""
    return next((word for word in words if word in GAMES), None)


def _reference_bots(beginning: str, game: str | None) -> Iterator[str]:
    """Those of the game; before a name is begun, only what they all begin with."""
    if not beginning.startswith(f"{HOUSE}/"):
        yield f"{HOUSE}/"
        return
    base = ruleset(game).name if game else None
    yield from sorted(str(bot) for bot in reference_bots() if base in (None, bot.ruleset))


def _assignments(words: Sequence[str]) -> Iterator[str]:
    """The options of the ruleset that is named, with their values."""
    game = _game(words)
    if game is not None:
        for name, option in ruleset(game).OPTIONS.items():
            if isinstance(option.values, range):
                yield f"{name}="
            elif isinstance(option.default, bool):
                yield from (f"{name}=on", f"{name}=off")
            else:
                yield from (f"{name}={value}" for value in option.values)


def _paths(beginning: str) -> Iterator[str]:
    """Files and folders; hidden ones only if asked for."""
    folder, slash, name = beginning.rpartition("/")
    try:
        entries = sorted(os.scandir(Path(folder or slash or ".").expanduser()), key=_name)
    except OSError:
        return
    for entry in entries:
        if entry.name.isprintable() and (not entry.name.startswith(".") or name.startswith(".")):
            yield f"{folder}{slash}{entry.name}{'/' if entry.is_dir() else ''}"


def _name(entry: "os.DirEntry[str]") -> str:
    return entry.name
