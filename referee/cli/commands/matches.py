"""`goat matches`: lists matches, and follows them as they end."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import typer
from rich.text import Text

from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.arguments import BadArgument
from referee.cli.console import out, print_json
from referee.cli.game_and_bots import known_game
from referee.cli.match_line import match_line
from referee.client.arena import Arena
from referee.client.following import ENDED
from referee.client.names import bot_name, user_name

FOLLOW_SECONDS = 3.0
PAGE = 50
OLDER = 5
STATES = ("queued", "running", "finished", "void", "cancelled")


def matches(
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Of this bot. Default: of all yours.")
    ] = "",
    against: Annotated[str, typer.Option(metavar="BOT", help="Against this bot.")] = "",
    everybody: Annotated[bool, typer.Option("--all", help="Of everybody.")] = False,
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Of this game.")] = "",
    state: Annotated[
        str, typer.Option(metavar="STATE", help="queued, running, finished, void or cancelled.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 20,
    follow: Annotated[
        bool,
        typer.Option("--follow", "-f", help="Then print each match when it ends. Ctrl-C ends."),
    ] = False,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """List matches, newest first."""
    if ruleset:
        known_game(ruleset)
    if state and state not in STATES:
        raise BadArgument(f"there is no state {state[:80]!r}: choose from {', '.join(STATES)}")
    site = open_arena(arena, login=not everybody and not bot)
    params = {"game": ruleset, "state": state}
    if bot:
        params["bot"] = str(bot_name(bot, site))
    elif not everybody:
        params["owner"] = user_name(site)
    if against:
        params["against"] = str(bot_name(against, site))
    params = {name: value for name, value in params.items() if value}
    found = list(islice(site.pages("matches/", params | {"limit": str(min(limit, 200))}), limit))
    if not follow:
        if as_json:
            print_json(found)
        elif not found:
            out.print(Text("No matches."))
        for match in found if not as_json else []:
            out.print(Text(match_line(match)))
        return
    for match in ended(site, params, found):
        if as_json:
            print_json(match, indent=None)
        else:
            out.print(Text(match_line(match)))


def ended(
    arena: Arena, params: dict[str, str], found: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The matches found that have ended, oldest first; then each match when it ends.

    Every match is yielded once.
    """
    newest = 0
    waiting: set[int] = set()
    batch = found[::-1]
    while True:
        for match in batch:
            newest = max(newest, match["id"])
            if match["state"] in ENDED:
                waiting.discard(match["id"])
                yield match
            else:
                waiting.add(match["id"])
        time.sleep(FOLLOW_SECONDS)
        batch = _look(arena, params, newest, waiting)


def _look(
    arena: Arena, params: dict[str, str], newest: int, waiting: set[int]
) -> list[dict[str, Any]]:
    """The matches after number `newest`, and those that wait as they are now, oldest first.

    The newest of all are read together; of older ones that still wait, a few each time.
    """
    found: dict[int, dict[str, Any]] = {}
    pages = arena.pages("matches/", params | {"limit": str(PAGE)})
    for count, match in enumerate(pages, 1):
        if match["id"] > newest or match["id"] in waiting:
            found[match["id"]] = match
        elif count >= PAGE:
            break
    for number in sorted(waiting - found.keys())[:OLDER]:
        found[number] = arena.get(f"matches/{number}/")
    return [found[number] for number in sorted(found)]
