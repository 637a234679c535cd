"""The two outputs of `goat`: results, and (on standard error) progress, warnings and errors.

Both write text from bots and files so that a terminal can only show it.
"""

import json
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.cli.foreign_text import cut, visible
from referee.host.system import WINDOWS

MAX_MESSAGE = 4000  # characters


class VisibleConsole(Console):
    """A console that writes no control or format character but its own."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


out = VisibleConsole(highlight=False, soft_wrap=True)
err = VisibleConsole(stderr=True, highlight=False, soft_wrap=True)


def write_any_character() -> None:
    """Lets standard output and error take suits and names, whatever encoding they have.

    Windows gives files and pipes a code page that lacks most characters: there they get UTF-8.
    Elsewhere the encoding was chosen, and what it lacks is written as an escape.
    """
    for stream in (sys.stdout, sys.stderr):
        encoding = getattr(stream, "encoding", None) or "utf-8"
        if encoding.lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            if WINDOWS:
                stream.reconfigure(encoding="utf-8")
            else:
                stream.reconfigure(errors="backslashreplace")


def complain(message: str) -> None:
    """Writes a warning or an error to standard error, after the command's name."""
    print(f"goat: {visible(cut(message, MAX_MESSAGE))}", file=sys.stderr, flush=True)


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """Writes a value for programs to standard output: one document, or with `indent` None one line
    of a stream, which is sent at once."""
    print(json.dumps(value, indent=indent), flush=indent is None)
