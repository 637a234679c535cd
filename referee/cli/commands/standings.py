"""`goat standings`, `goat tournaments` and `goat enter`."""

from itertools import islice
from typing import Annotated, Any

import typer
from rich.text import Text

from engine.rulesets import RULESETS
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.console import out, print_json
from referee.cli.match_report import number
from referee.cli.table import print_table
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.names import bot_name, tournament_slug

Limit = Annotated[int, typer.Option(min=1, max=10_000, help="How many.")]


def standings(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET|TOURNAMENT]",
            help="A game, or a tournament by its name in addresses. Default: all games.",
        ),
    ] = "",
    limit: Limit = 20,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Show the ranking of a game, or the standings of a tournament."""
    site = open_arena(arena, login=False)
    if what and what not in RULESETS:
        _tournament(site, what, limit, as_json)
        return
    games = [what] if what else list(RULESETS)
    found = {game: list(islice(site.pages(f"rankings/{game}/"), limit)) for game in games}
    if as_json:
        print_json(found[what] if what else found)
        return
    for game, rows in found.items():
        if not what:
            out.print(Text(game, "bold"))
        if not rows:
            out.print(Text("No bot has played a rated match yet."))
            continue
        head = ["place", "bot", "rating", "matches", "won", "drawn", "lost"]
        print_table(out, head, [_ranked(row) for row in rows], "rlrrrrr")


def _ranked(row: dict[str, Any]) -> list[str]:
    place = str(row["place"] or "–")
    if row["place_best"] is not None and row["place_best"] != row["place_worst"]:
        place += f" ({row['place_best']}–{row['place_worst']})"
    error = f" ± {row['error']:.0f}" if row["error"] is not None else ""
    counts = [str(row[key]) for key in ("matches", "wins", "draws", "losses")]
    return [place, row["bot"], f"{row['rating']:.0f}{error}", *counts]


def _tournament(arena: Arena, slug: str, limit: int, as_json: bool) -> None:
    try:
        found = arena.get(f"tournaments/{tournament_slug(slug)}/crosstable/")
    except ArenaError as error:
        if error.status != 404:
            raise
        raise ArenaError(
            f"there is no game and no tournament {slug} at {arena.address}: the games are"
            f" {', '.join(RULESETS)}, and goat tournaments lists the tournaments"
        ) from None
    if as_json:
        print_json(found)
        return
    done = found["matches"]
    line = f"{found['name']} · {found['ruleset']} · {found['state']}"
    out.print(Text(f"{line} · {done['done']} of {done['total']} matches", "bold"))
    if found["champion"]:
        out.print(Text(f"champion: {found['champion']}"))
    rows = [
        [
            str(row["place"]),
            row["bot"],
            number(row["points"]),
            number(row["game_points"]),
            *(str(row[key]) for key in ("wins", "draws", "losses")),
        ]
        for row in found["standings"][:limit]
    ]
    if not rows:
        out.print(Text("No entries yet."))
        return
    head = ["place", "bot", "points", "games", "won", "drawn", "lost"]
    print_table(out, head, rows, "rlrrrrr")


def tournaments(
    state: Annotated[
        str, typer.Option(metavar="STATE", help="open, running, finished or cancelled.")
    ] = "",
    limit: Limit = 20,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """List tournaments, newest first."""
    site = open_arena(arena, login=False)
    params = {"state": state} if state else {}
    found = list(islice(site.pages("tournaments/", params), limit))
    if as_json:
        print_json(found)
        return
    if not found:
        out.print(Text("No tournaments."))
        return
    keys = ("slug", "ruleset", "state", "system")
    rows = [[row["name"], *(str(row[key]) for key in keys)] for row in found]
    print_table(out, ["tournament", "name in addresses", "game", "state", "system"], rows)


def enter(
    tournament: Annotated[
        str, typer.Argument(metavar="TOURNAMENT", help="Its name in addresses (goat tournaments).")
    ],
    bot: Annotated[str, typer.Argument(metavar="BOT", help="One of your bots.")],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw it instead.")] = False,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Enter a bot of yours in a tournament, or withdraw it."""
    site = open_arena(arena)
    named, tournament = bot_name(bot, site), tournament_slug(tournament)
    if withdraw:
        site.request("DELETE", f"tournaments/{tournament}/entries/{named}/")
        done: dict[str, Any] = {"bot": str(named), "tournament": tournament, "status": "withdrawn"}
    else:
        done = site.post(f"tournaments/{tournament}/entries/", {"bot": str(named)})
    if as_json:
        print_json(done)
        return
    what = "is withdrawn from" if withdraw else "plays in"
    out.print(Text(f"{named} {what} {tournament}"))
