"""`goat challenge`: an unrated match against somebody's bot."""

from typing import Annotated, Any

import typer
from rich.text import Text

from engine.options import parse_assignments
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.console import complain, err, out, print_json
from referee.cli.match_line import match_line, progress_line
from referee.cli.parameters import Options, Seed
from referee.cli.progress_bar import with_status_line
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.following import follow_match
from referee.client.names import bot_name, user_name

NO_RESULT = 4


def challenge(
    opponent: Annotated[
        str, typer.Argument(metavar="OWNER/BOT", help="The bot to challenge: its active version.")
    ],
    bot: Annotated[
        str,
        typer.Option(
            metavar="BOT[@N]", help="Yours that plays. Default: your only one in that game."
        ),
    ] = "",
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games.")] = 5,
    seed: Seed = None,
    option: Options = None,
    wait: Annotated[bool, typer.Option(help="Wait for the result.")] = True,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Challenge a bot, follow the match, and print the result and the replay's address.

    Exit status: 0 played, whoever won; 4 no result yet, or the match is void.
    """
    site = open_arena(arena)
    rival = bot_name(opponent, site)
    own = bot_name(bot or _only_bot(site, str(rival)), site)
    body: dict[str, Any] = {"bot": str(own), "opponent": str(rival), "pairs": pairs}
    if own.number is not None:
        body["version"] = own.number
    if seed is not None:
        body["seed"] = seed
    if option:
        body["options"] = parse_assignments(option)
    match = site.post("challenges/", body)["match"]
    if not as_json:
        out.print(Text(f"challenge {match['id']}: {match['url']}"))
    match = _follow(site, match) if wait else match
    if as_json:
        print_json(match)
    elif wait:
        out.print(Text(match_line(match), "bold"))
    if wait and match["state"] != "finished":
        raise typer.Exit(NO_RESULT)


def _follow(arena: Arena, match: dict[str, Any]) -> dict[str, Any]:
    """The match at its end, or as it was last seen."""
    number = match["id"]
    try:
        steps = follow_match(arena, number)
        for latest in with_status_line(err, steps, progress_line, "waiting"):
            match = latest
    except KeyboardInterrupt:
        complain(f"the match goes on without you: {match['url']}")
        raise
    except ArenaError as error:
        complain(f"{error}. The match goes on: {match['url']}")
    return match


def _only_bot(arena: Arena, opponent: str) -> str:
    """The name of the user's only bot that can play the game of the opponent."""
    ruleset = arena.get(f"bots/{opponent}/")["ruleset"]
    params = {"owner": user_name(arena), "ruleset": ruleset}
    found = [bot["name"] for bot in arena.pages("bots/", params)]
    if len(found) != 1:
        which = f"choose one with --bot: {', '.join(found)}" if found else "submit one first"
        raise ArenaError(f"you have {len(found)} bots that play {ruleset}: {which}")
    return str(found[0])
