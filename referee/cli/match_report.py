"""Prints the result of a match and the faults in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.faults import Reason
from engine.record import is_table
from engine.record_seats import player_at, side_names
from referee.cli import foreign_text
from referee.play.fault_groups import first_line, grouped, trace
from referee.play.fault_report import FaultReport

LEGS = ("first games", "mirrored games, played by new processes")

MAX_NAME = 80  # characters
MAX_DETAIL = 4000
_STDERR_SHOWN = 2000  # characters of standard error shown with the faults of a bot


def number(score: float) -> str:
    """A score as people write it: 2, 2½."""
    whole = int(score)
    return f"{whole or ''}½" if score != whole else str(whole)


def names(record: Mapping[str, Any]) -> list[str]:
    """The names of the two bots; of the sides at a table, where several may play one.

    A record from elsewhere can hold any text as a name.
    """
    found = side_names(record) if is_table(record) else [bot["name"] for bot in record["bots"]]
    return [foreign_text.one_line(name, MAX_NAME) for name in found]


def player_name(record: Mapping[str, Any], game: Mapping[str, Any], seat: int, move: int) -> str:
    """The name of who played this seat of a game after `move` moves."""
    if is_table(record):
        return foreign_text.one_line(player_at(record, seat, move)["name"], MAX_NAME)
    bot: int = game["sides"][seat % 2]
    return names(record)[bot]


def one_line(record: Mapping[str, Any]) -> str:
    """The result of a match or a table, and how many games ended by each fault."""
    first, second = names(record)
    left, right = (number(score) for score in record["scores"])
    line = f"{first} {left} – {right} {second}"
    reasons = Counter(game["reason"] for game in record["games"] if game["reason"] != Reason.NORMAL)
    if reasons:
        line += " (" + ", ".join(f"{count} {reason}" for reason, count in reasons.items()) + ")"
    return line


def moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"


def fault_text(record: Mapping[str, Any], game: Mapping[str, Any]) -> str:
    """Who ended a game by which fault, where and how; empty for a game that ended normally."""
    reason, fault = Reason(game["reason"]), game["fault"]
    if fault is None:
        return ""
    who = "both bots"
    if fault["side"] is not None:
        who = player_name(record, game, fault["seat"], fault["move"])
    if reason == Reason.FORFEIT:
        return f"{who} {reason.text}"
    where = str(reason)
    if fault["seat"] is not None:
        where += f", seat {fault['seat']}, after {moves(fault['move'])}"
    return f"{who} {reason.text} ({where}): {foreign_text.cut(fault['detail'], MAX_DETAIL)}"


def print_match(console: Console, record: Mapping[str, Any]) -> None:
    """Prints a line for each game of both legs, and the result."""
    bots = names(record)
    leg = None
    for index, game in enumerate(record["games"], 1):
        if game["leg"] != leg:
            leg = game["leg"]
            console.print(Text(LEGS[leg], style="dim"))
        first, second = (bots[bot] for bot in game["sides"])
        left, right = (number(score) for score in game["scores"])
        line = (
            f"game {index:>3}  pair {game['pair'] + 1}  {first} {left} – {right} {second}"
            f"  {moves(len(game['moves']))}"
        )
        console.print(Text(f"{line}  {fault_text(record, game)}".rstrip()))
    console.print(Text(one_line(record), style="bold"))


def print_faults(console: Console, faults: Sequence[tuple[FaultReport, str]], stderr: str) -> None:
    """Prints each fault once, for the author of the bot: its cause, where, and the request.

    `faults`: each with the name of the opponent. `stderr`: of the bot, empty if it is shown
    elsewhere.
    """
    opponents = {id(fault): opponent for fault, opponent in faults}
    all_traced = True
    for group in grouped([fault for fault, _ in faults]):
        first = group[0]
        reason = Reason(first.reason)
        console.print(Text(first_line(first.cause), style="bold red"))
        where = f"game {first.game + 1} against {opponents[id(first)]}, seat {first.seat}"
        line = f"  the bot {reason.text} ({reason}) in {where}, after {moves(first.move)}"
        console.print(Text(line))
        if len(group) > 1:
            games: dict[str, list[str]] = {}
            for fault in group:
                games.setdefault(opponents[id(fault)], []).append(str(fault.game + 1))
            listed = "; ".join(f"games {', '.join(games[name])} against {name}" for name in games)
            console.print(Text(f"  {len(group)} times: {listed}"))
        all_traced = all_traced and bool(trace(first.cause))
        for text in trace(first.cause).splitlines():
            console.print(Text(f"  {text}"))
        if first.request:
            console.print(Text("  the last request:"))
            console.print(Text(f"  {first.request}"))
    if stderr.strip() and not all_traced:
        console.print(Text("the end of its standard error:", style="bold"))
        console.print(Text(_showable(stderr[-_STDERR_SHOWN:].rstrip())))


def _showable(text: str) -> str:
    """Without control characters, which the terminal would obey."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
