"""`goat analyse`: what each decision of a game cost, from what its seat could know."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from engine.errors import BadRecord
from engine.verify import verify
from referee.cli import game_report
from referee.cli.arguments import BadArgument
from referee.cli.console import err, out, print_json
from referee.cli.match_report import names
from referee.cli.parameters import AsJson
from referee.cli.progress_bar import progress_bar
from referee.play.json_files import read_json
from strategy.analysis import analyse as analysis_of
from strategy.cross_fitting import Losses, MeanLoss, mean_loss

Json = dict[str, Any]


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    game: Annotated[
        int | None,
        typer.Option(min=1, help="The number of one game. Without it: all games of the record."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Analyse finished games: mistakes with the better move, and the accuracy of each side.

    It is the analysis that arenas show: the same record gives the same figures. Ctrl-C stops it.
    """
    record = read_json(file)
    try:
        verify(record)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    games = record["games"]
    if game is not None and game > len(games):
        raise BadArgument(f"there is no game {game}: the match has {len(games)}")
    chosen = range(len(games)) if game is None else [game - 1]
    found = [_analysed(record, index, as_json) for index in chosen]
    if as_json:
        print_json(found, indent=None)
    elif len(found) > 1:
        _print_accuracy(record, found)


def _analysed(record: Mapping[str, Any], index: int, as_json: bool) -> Json:
    """Analyses a game and prints it, unless `as_json`."""
    moves = len(record["games"][index]["moves"])
    shown = 0
    with progress_bar(err, f"moves of game {index + 1}", moves) as advance:

        def progress(done: int, of: int) -> None:
            nonlocal shown
            while shown < done:
                shown += 1
                advance("")

        found = analysis_of(record, index, progress=progress)
    if not as_json:
        _print_game(record, found)
    return found


def _print_game(record: Mapping[str, Any], found: Json) -> None:
    sides = record["games"][found["game"] - 1]["sides"]
    by_side = [names(record)[bot] for bot in sides]
    out.print(Text(f"game {found['game']}, by {found['version']}", "bold"))
    for side, one in enumerate(found["sides"]):
        mean = mean_loss([_losses(one)])
        mistakes = "1 mistake" if one["marked"] == 1 else f"{one['marked']} mistakes"
        out.print(Text(f"  side {side}  {by_side[side]}: {_accuracy(mean)}, {mistakes}"))
    for one in found["decisions"]:
        if one["marked"]:
            line = Text(f"{one['move']:5}  seat {one['seat']}  ")
            line += game_report.cards(one["played"])
            line += Text(f" loses {one['loss']:.3f} ± {one['error']:.3f}; better: ", "dim")
            line += game_report.cards(one["better"])
            out.print(line)
            if one["why"]:
                out.print(Text(f"       {one['why']}", "dim"))


def _print_accuracy(record: Mapping[str, Any], found: Sequence[Json]) -> None:
    """Of each bot over all games."""
    out.print(Text("all games", "bold"))
    for bot, name in enumerate(names(record)):
        losses = [
            _losses(one["sides"][record["games"][one["game"] - 1]["sides"].index(bot)])
            for one in found
        ]
        out.print(Text(f"  {name}: {_accuracy(mean_loss(losses))}"))


def _losses(side: Json) -> Losses:
    return Losses(side["decisions"], side["total"], side["squares"])


def _accuracy(mean: MeanLoss | None) -> str:
    if mean is None:
        return "no decisions"
    return f"mean loss {mean.loss:.3f} ± {mean.error:.3f} over {mean.decisions} decisions"
