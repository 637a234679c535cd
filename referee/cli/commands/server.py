"""`goat server`: an arena of one's own, from the installed package."""

import importlib
from typing import Annotated

import typer

from referee.errors import RefereeError

# The arena stands above the referee, which must not import it: it is found by its name.
ARENA = "arena.command_line"
NEEDED = "django"


class NoServer(RefereeError, RuntimeError):
    """What an arena needs is not installed."""


def server(
    words: Annotated[list[str] | None, typer.Argument(metavar="COMMAND [OPTIONS]")] = None,
) -> None:
    """Run an arena: demo, web, worker, housekeeping and the commands of Django.

    It needs the extra "server".
    """
    try:
        importlib.import_module(NEEDED)
        arena = importlib.import_module(ARENA)
    except ModuleNotFoundError as error:
        raise NoServer(
            f"the arena's libraries are not installed (no module {error.name}). "
            "Install them: pip install 'goat-arena[server]'"
        ) from None
    arena.run(words or [])
