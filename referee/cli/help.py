"""The help of `goat` and its commands: plain text, as wide as the terminal, from 30 columns."""

import shutil
import textwrap
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

MOST_COLUMNS = 100
FEWEST_COLUMNS = 30
_NAMES_BESIDE = 60  # from this width, what a name means stands beside it
_WORDS: dict[Any, str] = {int: "N", float: "X"}


class Command(TyperCommand):
    """A command with help in our own words."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_text(ctx))


class Group(TyperGroup):
    """A command with commands of its own."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_text(ctx))


def help_text(ctx: Any, columns: int | None = None) -> str:
    """The help of the command of this context."""
    width = columns or shutil.get_terminal_size().columns
    width = max(FEWEST_COLUMNS, min(width, MOST_COLUMNS))
    command = ctx.command
    lines = _wrapped(f"Usage: {usage(ctx)}", width, hanging=7)
    for paragraph in (command.help or "").split("\n\n"):
        lines += ["", *_wrapped(" ".join(paragraph.split()), width)]
    rows = [(metavar(one), one.help or "") for one in command.params if _is_argument(one)]
    if rows:
        lines += ["", "Arguments:", *_table(rows, width)]
    options = [option for option in command.get_params(ctx) if not _is_argument(option)]
    rows = [(_names(option), _meaning(option)) for option in options if not option.hidden]
    if isinstance(command, Group):
        commands = [
            (name, one.get_short_help_str(200))
            for name in command.list_commands(ctx)
            if (one := command.get_command(ctx, name)) is not None and not one.hidden
        ]
        lines += ["", "Commands:", *_table(commands, width)]
    if rows:
        lines += ["", "Options:", *_table(rows, width)]
    if isinstance(command, Group):
        lines += ["", *_wrapped(f"{ctx.command_path} COMMAND --help explains a command.", width)]
    return "\n".join(lines) + "\n"


def usage(ctx: Any) -> str:
    """How the command of this context is written: ``goat play [OPTIONS] [RULESET] BOT BOT``."""
    words = [ctx.command_path, "[OPTIONS]"]
    if isinstance(ctx.command, Group):
        words.append("COMMAND")
    for parameter in ctx.command.params:
        if _is_argument(parameter):
            words.append(metavar(parameter))
    return " ".join(words)


def metavar(parameter: Any) -> str:
    """What stands for the value of an argument or an option."""
    if parameter.metavar:
        return str(parameter.metavar)
    kind: Any = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if _is_argument(parameter):
        return str(parameter.name).upper()
    return _WORDS.get(kind, "TEXT" if kind is str else "PATH")


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _names(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=lambda name: name.startswith("--")))
    if option.secondary_opts:
        return f"{names} / {', '.join(option.secondary_opts)}"
    return names if option.is_flag else f"{names} {metavar(option)}"


def _meaning(option: Any) -> str:
    text = option.help or ""
    if option.name == "help":
        text = "Show this help."
    if text and not text.endswith("."):
        text += "."
    least, most = getattr(option, "min", None), getattr(option, "max", None)
    if least is not None and most is not None:
        text += f" From {least:,} to {most:,}."
    default = option.default
    if option.is_flag and default is True:
        default = option.opts[0]
    if default in (None, "", False) or "Default" in text:
        return text
    return f"{text} Default: {getattr(default, 'name', default)}."


def _table(rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    """Names with their meanings beside them, or below them where it is narrow."""
    longest = max(len(name) for name, _ in rows)
    beside = min(longest, width // 3) if width >= _NAMES_BESIDE else 0
    for name, meaning in rows:
        if beside and len(name) <= beside:
            first, *rest = _wrapped(meaning, width - beside - 4) or [""]
            yield f"  {name:<{beside}}  {first}".rstrip()
            yield from (" " * (beside + 4) + line for line in rest)
            continue
        yield from (f"  {line}" for line in _wrapped(name, width - 2, hanging=2))
        indent = beside + 4 if beside else 6
        yield from (" " * indent + line for line in _wrapped(meaning, width - indent))


def _wrapped(text: str, width: int, hanging: int = 0) -> list[str]:
    """The text in lines. Only a word that is longer than a line is broken."""
    return textwrap.wrap(text, width, subsequent_indent=" " * hanging, break_on_hyphens=False)
