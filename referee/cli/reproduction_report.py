"""Prints how a match went that was played again: the games, and where they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.faults import Reason
from referee.cli.game_report import cards
from referee.cli.match_report import moves
from referee.play.reproduction import Difference, GameComparison


def as_data(match: str, bot: str, games: Sequence[GameComparison]) -> dict[str, Any]:
    """The result as JSON. Games and moves count from 1."""
    rows = []
    for game in games:
        difference = None
        if game.difference is not None:
            difference = asdict(game.difference)
            difference["move"] += 1
        rows.append(
            {
                "game": game.game + 1,
                "reason": game.reason,
                "same_moves": game.compared,
                "difference": difference,
            }
        )
    identical = all(game.difference is None for game in games)
    return {"match": match, "bot": bot, "identical": identical, "games": rows}


def print_game(console: Console, record: Mapping[str, Any], game: GameComparison) -> None:
    """Prints a line for a game, and its first difference."""
    recorded = record["games"][game.game]
    heading = f"game {game.game + 1:>3}  pair {recorded['pair'] + 1}"
    if game.reason == Reason.FORFEIT:
        console.print(Text(f"{heading}  forfeited: nothing was played", "dim"))
    elif game.difference is None:
        also = "" if game.reason == Reason.NORMAL else f", and how it ended ({game.reason})"
        console.print(Text(f"{heading}  the same {moves(game.compared)}{also}"))
    else:
        console.print(Text(f"{heading}  different, after the same {moves(game.compared)}"))
        _print_difference(console, game.difference)


def print_verdict(console: Console, bot: str, games: Sequence[GameComparison]) -> None:
    """Prints whether all is the same."""
    different = [game for game in games if game.difference is not None]
    if not different:
        count = moves(sum(game.compared for game in games))
        console.print(Text(f"identical: the same {count} again by {bot}", "bold green"))
        return
    first = different[0]
    assert first.difference is not None
    text = f"different: {len(different)} of {len(games)} games by {bot}"
    text += f", the first in game {first.game + 1} at move {first.difference.move + 1}"
    console.print(Text(text, "bold red"))
    note = "A bot that uses random numbers or its clock can play differently each time."
    console.print(Text(note, "dim"))


def _print_difference(console: Console, found: Difference) -> None:
    console.print(Text(f"  move {found.move + 1}, seat {found.seat}"))
    console.print(Text(f"  position  {found.position}"))
    if found.fault:
        console.print(Text(f"  fault     {found.fault}"))
    if found.recorded is not None:
        console.print(Text("  record    ").append_text(cards(found.recorded)))
    if found.played is not None:
        console.print(Text("  here      ").append_text(cards(found.played)))
    if found.ends:
        console.print(Text("  the game would be over with it"))
    if found.next_is_possible is not None:
        possible = "possible" if found.next_is_possible else "not possible"
        line = Text("  the other side's next move of the record, ").append_text(
            cards(found.next_move)
        )
        console.print(line.append(f", is {possible} after it"))
