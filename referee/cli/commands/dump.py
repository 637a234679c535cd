"""`goat dump`: downloads all public records of a game."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.filesize import decimal
from rich.text import Text

from engine.rulesets import RULESETS
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.arguments import BadArgument
from referee.cli.console import err, out, print_json
from referee.cli.game_and_bots import known_game
from referee.cli.progress_bar import download_bar
from referee.client.dumps import Dump, dumps_of, fetch, is_there

_MONTH = re.compile("[0-9]{4}-(0[1-9]|1[0-2])")


def dump(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help=f"{', '.join(RULESETS)}.")],
    month: Annotated[
        list[str] | None,
        typer.Option(metavar="YYYY-MM", help="Only this month. May be given several times."),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the files go.")
    ] = Path(),
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Download all public records of a game: a file for each month, one line for each match.

    Files that are there already are not downloaded again, and a broken download goes on where it
    stopped. goat verify checks the files.
    """
    known_game(ruleset)
    wanted = month or []
    for word in wanted:
        if not _MONTH.fullmatch(word):
            raise BadArgument(f"--month {word[:80]}: write a year and a month, such as 2026-11")
    if not output.is_dir():
        raise BadArgument(f"there is no folder {output}: make it first")
    site = open_arena(arena, login=False)
    found = [one for one in dumps_of(site, ruleset) if not wanted or one.month in wanted]
    if missing := sorted(set(wanted) - {one.month for one in found}):
        raise BadArgument(f"{site.address} has no dump of {ruleset} for {missing[0]}")
    report: list[dict[str, Any]] = []
    for one in found:
        there = is_there(one, output)
        if not there:
            try:
                with download_bar(err, one.file, one.size) as advance:
                    fetch(site, one, output, advance)
            except OSError as error:
                raise BadArgument(
                    f"{output / one.file} cannot be written: {error.strerror}. Make room or choose"
                    " another folder with --output, and run the command again: it goes on"
                ) from None
        report.append(asdict(one) | {"path": str(output / one.file), "downloaded": not there})
        if not as_json:
            out.print(Text(_line(one, there)))
    if as_json:
        print_json(report)
    elif not found:
        out.print(Text(f"{site.address} has no dump of {ruleset} yet."))
    else:
        out.print(Text(f"licence: {found[0].licence}", "dim"))


def _line(dump: Dump, there: bool) -> str:
    matches = "1 match" if dump.matches == 1 else f"{dump.matches} matches"
    state = "" if dump.complete else ", the month goes on"
    what = "is there already" if there else "downloaded and checked"
    return f"{dump.file}: {matches}, {decimal(dump.size)}{state}, {what}"
