"""`goat log`: what a bot of yours wrote, did wrong and took time for."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from referee.cli import version_report
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.console import out, print_json
from referee.cli.match_line import match_line
from referee.cli.match_report import moves
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.names import BotName, bot_name, match_number

SLOWEST = 3


def log(
    what: Annotated[
        str,
        typer.Argument(
            metavar="BOT[@N]|MATCH",
            help="A bot, for the qualification of version N or its newest; or a match's number.",
        ),
    ],
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Show the log of your bot: its faults, standard error and times."""
    site = open_arena(arena)
    number = match_number(what)
    if number is not None:
        _match_log(site, number, as_json)
    else:
        _version_log(site, bot_name(what, site), as_json)


def _version_log(arena: Arena, bot: BotName, as_json: bool) -> None:
    number = bot.number
    if number is None:
        latest = arena.get(bot.path).get("latest")
        if not latest:
            raise ArenaError(f"{bot} has no versions")
        number = latest["number"]
    version = arena.get(f"{bot.path}versions/{number}/")
    if as_json:
        print_json(version)
        return
    if version["faults"] is None:
        raise ArenaError(f"only its owner may read the log of {bot}")
    active = ", the active version" if version["active"] else ""
    out.print(Text(f"{bot} v{number}: {version['state']}{active}", "bold"))
    if version["state"] == "checking":
        out.print(Text(version_report.progress_line(version)))
    version_report.print_faults(out, version["faults"])
    version_report.print_log(out, version["log"] or "")


def _match_log(arena: Arena, number: int, as_json: bool) -> None:
    logs = arena.request("GET", f"matches/{number}/logs/")
    if as_json:
        print_json(logs)
        return
    match = arena.get(f"matches/{number}/")
    out.print(Text(match_line(match), "bold"))
    if not logs:
        ended = match["state"] == "finished"
        out.print(Text("You have no bot in it." if ended else f"It is {match['state']}: no logs."))
    for side in logs:
        bot = match["bots"][side["side"]]
        out.print(Text(f"{bot['bot']} v{bot['version']}", "bold"))
        version_report.print_faults(out, side["faults"])
        out.print(Text(times_line(side["times"])))
        version_report.print_log(out, side["stderr"])


def times_line(times: Sequence[Sequence[Sequence[float]]]) -> str:
    """How long the turns of a side took, and where the longest were.

    `times`: per game, a list of [move, wall, processor, wait, referee] in milliseconds.
    """
    turns = [(turn[1], game, int(turn[0])) for game, turns in enumerate(times, 1) for turn in turns]
    if not turns:
        return "it made no move"
    total = sum(wall for wall, _game, _move in turns)
    slow = ", ".join(
        f"{wall:.1f} ms (game {game}, move {move + 1})"
        for wall, game, move in sorted(turns, reverse=True)[:SLOWEST]
    )
    return f"{moves(len(turns))} in {total:.0f} ms; the longest: {slow}"
