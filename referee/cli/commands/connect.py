"""goat connect: plays a bot on this machine at an arena."""

import shutil
from typing import Annotated

import typer

from engine.rulesets import RULESETS
from referee.cli.connect_report import ConnectReport
from referee.cli.console import complain
from referee.cli.game_and_bots import known_game
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.remote.connection import RemoteBot
from referee.errors import RefereeError


def connect(
    name: Annotated[str, typer.Argument(help="The bot: its name, or owner/name.")],
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- COMMAND…", help="What runs the bot, as in: -- python bot.py"),
    ] = None,
    new: Annotated[
        str, typer.Option("--new", metavar="RULESET", help="Make the bot first, for this game.")
    ] = "",
    games: Annotated[
        int, typer.Option("--games", min=1, max=64, help="Games that it plays at once.")
    ] = 1,
    arena: Annotated[
        str,
        typer.Option(
            "--arena",
            metavar="ADDRESS",
            help="The arena. Default: GOAT_ARENA, or where you logged in last.",
        ),
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what happens as one JSON object a line.")
    ] = False,
) -> None:
    """Play a remote bot: the command runs on this machine, and the arena referees.

    The bot plays unrated challenges, at tables, and in tournaments that allow remote bots. It runs
    without a sandbox, as your own program. Ctrl-C ends it; games in progress are lost.
    """
    if not command:
        raise RefereeError(
            f"which program? Write the command after --, as in goat connect {name} -- python bot.py"
        )
    if shutil.which(command[0]) is None:
        raise RefereeError(
            f"there is no program {command[0]}: write the command after --, as in"
            f" goat connect {name} -- python bot.py"
        )
    if new:
        known_game(new)
    site = Arena.configured(arena, say=complain)
    try:
        owner, _slash, short = name.rpartition("/")
        owner = owner or str(site.get("me/")["username"])
        full = f"{owner}/{short}"
        if new:
            _make(site, new, short)
        _check(site, full, new)
        with ConnectReport(full, as_json) as report:
            bot = RemoteBot(site, full, command, games, report.tell)
            try:
                bot.play()
            except (KeyboardInterrupt, SystemExit):
                bot.leave()
                raise
    finally:
        site.close()


def _make(site: Arena, ruleset: str, name: str) -> None:
    """Makes the bot, unless it is there already."""
    try:
        site.post("remote/bots/", {"ruleset": ruleset, "name": name})
    except ArenaError as error:
        if error.code != "taken":
            raise


def _check(site: Arena, name: str, new: str) -> None:
    """Raises ArenaError if the arena has no remote bot of this name, or one for another game."""
    try:
        found = site.get(f"remote/bots/{name}/")
    except ArenaError as error:
        if error.status != 404:
            raise
        if new:
            raise ArenaError(
                f"{name} has programs that {site.address} runs itself: choose another name for"
                " your remote bot"
            ) from None
        raise ArenaError(
            f"there is no remote bot {name} at {site.address}. To make one, add its game, as in"
            f" --new {next(iter(RULESETS))}"
        ) from None
    if new and found["ruleset"] != new:
        raise ArenaError(
            f"{name} plays {found['ruleset']}: choose another name for a bot that plays {new}"
        )
