"""`goat replay`: a game of a record in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import BadRecord
from engine.verify import verify
from referee.cli import game_report
from referee.cli.arguments import BadArgument
from referee.cli.console import out
from referee.play.json_files import read_json


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    game: Annotated[int, typer.Option(min=1, help="The number of the game in the match.")] = 1,
    move: Annotated[
        int | None,
        typer.Option(min=0, help="Show only the table after this many moves. 0: before the first."),
    ] = None,
) -> None:
    """Show a game with all cards open: move by move, or the table after one move."""
    match_record = read_json(file)
    try:
        verify(match_record)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    games = match_record["games"]
    if game > len(games):
        raise BadArgument(f"there is no game {game}: the match has {len(games)}")
    if move is None:
        game_report.print_game(out, match_record, game - 1)
        return
    moves = len(games[game - 1]["moves"])
    if move > moves:
        raise BadArgument(f"there is no move {move}: game {game} has {moves}")
    game_report.print_position(out, match_record, game - 1, move)
