"""Parameters that several commands share, as typer declares them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.rulesets import RULESETS, VARIANTS
from referee.sandbox import MODES


def _words(bots: str, text: str) -> Any:
    """The words of a command that takes bots, for `game_and_bots`."""
    games = f"RULESET is {', '.join([*RULESETS, *VARIANTS])}; without it, the game of the bots."
    return typer.Argument(metavar=f"[RULESET] {bots}", help=f"{text} {games}")


OneBot = Annotated[
    list[str] | None,
    _words(
        "BOT",
        "A bot is a .py file, a .zip file or a folder with main.py; NAME=PATH; or a reference bot,"
        " such as house/greedy-ecarte.",
    ),
]
TwoBots = Annotated[list[str] | None, _words("BOT BOT", "The bots are given as for goat check.")]
Bots = Annotated[
    list[str] | None, _words("BOT BOT …", "Two or more bots, given as for goat check.")
]
Pairs = Annotated[
    int,
    typer.Option(
        min=1,
        max=100_000,
        metavar="N",
        help="Pairs of games: each deal is played twice with sides exchanged.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="The seed, 64 hexadecimal digits. Default: a random seed."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="Set a ruleset option. Can be repeated."),
]
ClockText = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="start_ms=…,move_ms=…,bank_ms=…",
        help="Time control in milliseconds. Defaults: 10000, 500 and 10000.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Matches to play at once. Default and maximum: one per processor."),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Keep the records in this folder. The same command goes on with them after it was"
        " stopped, even by a power failure.",
    ),
]
SandboxMode = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="|".join(MODES),
        help="partners-may-talk: play games with partners even if the two bots of a side could "
        "exchange signals. off: no sandbox, only for bots that you trust.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
LanguageName = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="NAME",
        help="The language of a Python bot that needs packages, such as python-numpy, unless its "
        "goat.toml names it. goat runtime list shows those of this machine.",
    ),
]
