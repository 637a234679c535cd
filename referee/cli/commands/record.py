"""`goat record`: downloads the record of a match, and verifies it."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from engine.errors import BadRecord
from engine.verify import verify
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.arguments import BadArgument
from referee.cli.commands.verify import Commitment, compare_commitment
from referee.cli.console import err, out, print_json
from referee.cli.match_report import one_line
from referee.client.names import match_number
from referee.client.records import published_record
from referee.play.json_files import write_json

MatchWord = Annotated[str, typer.Argument(metavar="MATCH", help="The number of a match.")]


def record(
    match: MatchWord,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Default: match-MATCH.json. -: standard output."
        ),
    ] = "",
    commitment: Commitment = None,
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Download the record of a finished match, and verify deals, moves, scores and commitment.

    The commitment is the one that the arena shows now. If you noted it before the match was played,
    give it with --commitment: that proves that the deals were fixed then.
    """
    number = match_id(match)
    path = Path(output or f"match-{number}.json")
    if output != "-" and not path.resolve().parent.is_dir():
        raise BadArgument(f"there is no folder {path.resolve().parent} for the record")
    shown, found = published_record(open_arena(arena, login=False), number)
    try:
        verify(found)
        compare_commitment(found, commitment or shown["commitment"])
    except BadRecord as error:
        raise BadRecord(f"the record of match {number} is not what it should be: {error}") from None
    if output == "-":
        out.file.write(json.dumps(found, separators=(",", ":")) + "\n")
    else:
        write_json(path, found)
    said: dict[str, Any] = {"match": number, "file": str(path), "verified": True}
    if as_json and output != "-":
        print_json(said | {"commitment": found["commitment"]})
        return
    where = "" if output == "-" else f" in {path}"
    line = f"match {number}{where}: verified, {one_line(found)}"
    (err if output == "-" else out).print(Text(line))


def match_id(word: str) -> int:
    """Raises BadArgument."""
    number = match_number(word)
    if number is None:
        raise BadArgument(f"{word[:80]!r} is no match: write its number, such as 1234")
    return number
