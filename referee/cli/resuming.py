"""What a long command says when it is stopped: how to go on with it."""

import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from referee.cli.console import complain
from referee.play.json_files import BadFile

# The words of the command line, after `goat`.
command_words: ContextVar[list[str]] = ContextVar("command_words")
_STOPPED_BY_SIGNAL = 128


@contextmanager
def resumable(folder: Path | None, what: str) -> Iterator[None]:
    """Says how to go on if the work inside is stopped by Ctrl-C, SIGTERM, or a full disk.

    `folder` keeps the results; None: nothing does. `what` is named in the message.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit) as stop:
        if isinstance(stop, KeyboardInterrupt) or _by_signal(stop):
            if folder is None:
                complain(
                    f"stopped. Nothing of this {what} is kept: with --out FOLDER it can be resumed"
                )
            else:
                complain(f"stopped. To go on: {command_line()}")
        raise
    except BadFile as error:
        if folder is None:
            raise
        raise BadFile(f"{error}. Then go on: {command_line()}") from None


def command_line() -> str:
    """The command as it was typed."""
    return as_typed(["goat", *command_words.get([])])


def as_typed(words: list[str]) -> str:
    """The words as this system's shell takes them."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _by_signal(stop: SystemExit) -> bool:
    return isinstance(stop.code, int) and stop.code > _STOPPED_BY_SIGNAL
