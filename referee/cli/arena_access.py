"""How commands reach an arena: its options, and what is said while it is slow or away."""

from typing import Annotated

import typer
from rich.text import Text

from referee.cli.console import complain, err
from referee.cli.parameters import AsJson as AsJson
from referee.client.addresses import is_in_the_clear
from referee.client.arena import Arena

ArenaAddress = Annotated[
    str,
    typer.Option(
        "--arena",
        metavar="ADDRESS",
        help="The arena. Default: GOAT_ARENA, or where you logged in last.",
        show_default=False,
    ),
]


def open_arena(address: str, *, login: bool = True) -> Arena:
    """The arena that a command talks to. With `login` there must be a token. Raises ArenaError."""
    arena = Arena.configured(address, login=login, say=say)
    if arena.token:
        warn_in_the_clear(arena.address)
    return arena


def say(line: str) -> None:
    """Says what a command waits for."""
    err.print(Text(f"goat: {line}", "dim"))


def warn_in_the_clear(address: str) -> None:
    if is_in_the_clear(address):
        complain(
            f"warning: {address} is not encrypted: everybody on the way can read your token and"
            " your bots. Use https:// if the arena has it"
        )
