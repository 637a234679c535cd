"""Wrong words on the command line, in our own words: what is wrong, and what to write instead."""

import difflib
from collections.abc import Sequence
from typing import Any

from referee.cli.help import metavar, usage

_MOST = 80  # characters of a word that is shown
_NUMBERS = {int: "a whole number", float: "a number"}
_NUMBERS_BY_NAME = {
    "integer": int,
    "integer range": int,
    "int": int,
    "float": float,
    "float range": float,
}


def explained(error: Any, words: Sequence[str], root: Any) -> str:
    """One sentence for an error of the library that reads the command line.

    `words` are those of the command line, and `root` the command `goat`. Errors are told apart by
    their classes: the texts differ between versions of the library.
    """
    kind = type(error).__name__
    path = error.ctx.command_path if error.ctx is not None else "goat"
    command = error.ctx.command if error.ctx is not None else _command(root, words)
    parameter = getattr(error, "param", None)
    if kind == "NoSuchOption":
        known = [name for one in command.params for name in _flags(one)]
        meant = _did_you_mean(error.option_name, [*known, "--help"])
        name = _shown(error.option_name)
        return f"{path} has no option {name}.{meant} All options: {path} --help"
    if kind == "BadOptionUsage":
        option = next((one for one in command.params if error.option_name in _flags(one)), None)
        if option is None or option.is_flag:
            return f"{error.option_name} takes no value: write {error.option_name} alone"
        return f"{error.option_name} needs a value: {error.option_name} {metavar(option)}"
    if kind == "MissingParameter" and parameter is not None:
        if parameter.param_type_name == "argument":
            return f"{metavar(parameter)} is missing: {usage(error.ctx)}"
        return f"{parameter.opts[0]} is missing: {parameter.opts[0]} {metavar(parameter)}"
    if kind == "BadParameter":
        return _bad_value(error, parameter, words)
    return _other(error, path, words)


def _bad_value(error: Any, parameter: Any, words: Sequence[str]) -> str:
    if parameter is None:
        return str(error.message)
    name = max(parameter.opts, key=len)
    number = _number(parameter)
    if number is None:
        return f"{_label(parameter)}: {error.message}"
    bounds = _bounds(parameter)
    given = _given(parameter, words)
    return f"{name} takes {_NUMBERS[number]}{bounds}, not {_shown(given)}"


def _other(error: Any, path: str, words: Sequence[str]) -> str:
    command = error.ctx.command if error.ctx is not None else None
    if command is not None and hasattr(command, "commands"):
        named = len(path.split()) - 1
        word = next(iter([word for word in words if not word.startswith("-")][named:]), "")
        if not word:
            return f"a command is missing: {path} --help lists them"
        meant = _did_you_mean(word, list(command.commands))
        return f"there is no command {_shown(word)}.{meant} All commands: {path} --help"
    if error.ctx is not None:
        return f"too many words: {usage(error.ctx)}"
    return f"these words cannot be read: {path} --help explains the command"


def _label(parameter: Any) -> str:
    return metavar(parameter) if parameter.param_type_name == "argument" else parameter.opts[0]


def _flags(parameter: Any) -> list[str]:
    return [name for name in (*parameter.opts, *parameter.secondary_opts) if name[:1] == "-"]


def _command(root: Any, words: Sequence[str]) -> Any:
    """The command that these words name, as far as they do."""
    command = root
    for word in words:
        following = getattr(command, "commands", {}).get(word)
        if following is None:
            break
        command = following
    return command


def _number(parameter: Any) -> type | None:
    described = getattr(parameter, "type_descriptor", None)
    if described is not None:
        return described.annotation if described.annotation in _NUMBERS else None
    return _NUMBERS_BY_NAME.get(getattr(getattr(parameter, "type", None), "name", ""))


def _bounds(parameter: Any) -> str:
    holder = parameter if hasattr(parameter, "min") else getattr(parameter, "type", None)
    least, most = getattr(holder, "min", None), getattr(holder, "max", None)
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of at least {least}" if least is not None else ""


def _given(parameter: Any, words: Sequence[str]) -> str:
    """The value of an option as it was typed, the last time that it was given."""
    value = ""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        for name in _flags(parameter):
            if word == name:
                value = following
            elif word.startswith(f"{name}="):
                value = word.removeprefix(f"{name}=")
    return value


def _did_you_mean(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word[:_MOST], known, 1, cutoff=0.7)
    return f" Did you mean {close[0]}?" if close else ""


def _shown(word: str) -> str:
    return repr(word if len(word) <= _MOST else f"{word[:_MOST]}…")
