"""`goat bots`, `goat activate`, `goat retire` and `goat rollback`: bots and their versions."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.console import out, print_json
from referee.cli.game_and_bots import known_game
from referee.cli.table import print_table
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.names import BotName, bot_name, user_name

BotWord = Annotated[
    str,
    typer.Argument(metavar="BOT", help="One of your bots: its name, or name@3 for version 3."),
]
VersionWord = Annotated[
    str | None, typer.Argument(metavar="[VERSION]", help="Its version, such as 3 or v3.")
]


def bots(
    owner: Annotated[
        str, typer.Argument(metavar="[OWNER]", help="Whose bots. Default: yours.")
    ] = "",
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Of this game only.")] = "",
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """List your bots, or those of somebody else, with their ratings."""
    if ruleset:
        known_game(ruleset)
    site = open_arena(arena, login=not owner)
    params = {"owner": owner or user_name(site)}
    found = list(site.pages("bots/", params | ({"ruleset": ruleset} if ruleset else {})))
    if as_json:
        print_json(found)
        return
    if not found:
        out.print(Text("No bots." if owner else "You have no bots: goat submit submits one."))
        return
    head = ["bot", "game", "active", "newest", "rating", "matches"]
    print_table(out, head, [_row(bot) for bot in found], "llllrr")


def _row(bot: dict[str, Any]) -> list[str]:
    rating = "–"
    if bot["rating"] is not None:
        error = f" ± {bot['error']:.0f}" if bot["error"] is not None else ""
        rating = f"{bot['rating']:.0f}{error}"
    return [
        f"{bot['owner']}/{bot['name']}",
        bot["ruleset"],
        f"v{bot['active']}" if bot["active"] else "none",
        _newest_version(bot),
        rating,
        str(bot["matches"]),
    ]


def _newest_version(bot: dict[str, Any]) -> str:
    if bot.get("remote"):
        return "remote"  # its versions are what its author runs
    latest = bot.get("latest")
    return f"v{latest['number']} {latest['state']}" if latest else ""


def activate(
    bot: BotWord,
    version: VersionWord = None,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Let a version of your bot play: by default the newest that has qualified."""
    site = open_arena(arena)
    named = bot_name(bot, site, version)
    number = named.number or _newest(site, named)
    _change(site, named, number, "activate", as_json)


def retire(
    bot: BotWord,
    version: VersionWord = None,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Retire a version of your bot: by default the active one. Then the bot does not play."""
    site = open_arena(arena)
    named = bot_name(bot, site, version)
    number = named.number or _active(site, named)
    _change(site, named, number, "retire", as_json)


def rollback(
    bot: BotWord,
    version: VersionWord = None,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Go back to an earlier version of your bot: by default the qualified one before the active."""
    site = open_arena(arena)
    named = bot_name(bot, site, version)
    number = named.number or _newest(site, named, before=_active(site, named))
    _change(site, named, number, "activate", as_json)


def _change(arena: Arena, bot: BotName, number: int, action: str, as_json: bool) -> None:
    version = arena.post(f"{bot.path}versions/{number}/{action}/")
    if as_json:
        print_json(version)
        return
    state = "is the active version" if version["active"] else f"is {version['state']}"
    out.print(Text(f"{version['bot']} v{version['number']} {state}"))


def _active(arena: Arena, bot: BotName) -> int:
    number = arena.get(bot.path)["active"]
    if number is None:
        raise ArenaError(f"{bot} has no active version")
    return int(number)


def _newest(arena: Arena, bot: BotName, before: int | None = None) -> int:
    for version in _qualified(arena, bot):
        if before is None or version["number"] < before:
            return int(version["number"])
    where = f" before v{before}" if before is not None else ""
    raise ArenaError(f"{bot} has no qualified version{where}: goat log {bot} says why")


def _qualified(arena: Arena, bot: BotName) -> Iterator[dict[str, Any]]:
    for version in arena.pages(f"{bot.path}versions/"):
        if version["state"] == "qualified":
            yield version
