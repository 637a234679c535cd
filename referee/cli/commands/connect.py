"""goat connect: plays a bot on this machine at an arena."""

from typing import Annotated

import typer

from referee.cli.connect_report import ConnectReport
from referee.cli.console import complain
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
        str, typer.Option("--arena", metavar="ADDRESS", help="Which arena, if not the last login.")
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
    site = Arena.configured(arena, say=complain)
    try:
        owner, _slash, short = name.rpartition("/")
        owner = owner or str(site.get("me/")["username"])
        if new:
            _make(site, new, short)
        with ConnectReport(f"{owner}/{short}", as_json) as report:
            bot = RemoteBot(site, f"{owner}/{short}", command, games, report.tell)
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
