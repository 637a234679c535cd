"""Prints how a version stands: its qualification while it is played, then its faults and log."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.faults import Reason
from referee.cli.match_report import moves
from referee.play.fault_groups import first_line, trace

BAR = 24  # characters
MAX_LOG = 4000  # characters of standard error that are shown


def progress_line(version: Mapping[str, Any]) -> str:
    """How the qualification stands, on one line."""
    check = version.get("check") or {}
    state = version["state"]
    if state != "checking":
        return f"qualification: {state}"
    if check.get("state") == "queued" and check.get("position"):
        return f"qualification: waiting, number {check['position']} in the queue"
    if check.get("state") == "running":
        return f"qualification: {games_line(check.get('games_over'), check.get('games'))}"
    return "qualification: waiting"


def games_line(over: int | None, games: int | None) -> str:
    """A bar for the games that are over."""
    if not games:
        return "playing"
    done = min(over or 0, games)
    filled = BAR * done // games
    return f"{'━' * filled}{'─' * (BAR - filled)} {done} of {games} games"


def print_faults(console: Console, faults: Sequence[Mapping[str, Any]]) -> bool:
    """Prints faults as the API lists them, each once. Whether all have a trace."""
    traced = True
    for fault in faults:
        reason = str(fault["reason"])
        console.print(Text(first_line(fault["cause"]), style="bold red"))
        happened = Reason(reason).text if reason in list(Reason) else "failed"
        console.print(
            Text(
                f"  the bot {happened} ({reason}) in game {fault['game']}, seat {fault['seat']},"
                f" after {moves(fault['move'])}"
            )
        )
        if len(fault["games"]) > 1:
            listed = ", ".join(map(str, fault["games"]))
            console.print(Text(f"  {len(fault['games'])} times: games {listed}"))
        lines = trace(fault["cause"]).splitlines()
        traced = traced and bool(lines)
        for line in lines:
            console.print(Text(f"  {line}"))
        if fault.get("meaning"):
            console.print(Text(f"  {fault['meaning']}", "dim"))
    return traced


def print_log(console: Console, log: str, title: str = "its standard error:") -> None:
    """Prints the end of a log, if there is any."""
    if not log.strip():
        return
    console.print(Text(title, style="bold"))
    if len(log) > MAX_LOG:
        console.print(Text(f"[the last {MAX_LOG} of {len(log)} characters; --json has all]", "dim"))
    console.print(Text(log[-MAX_LOG:].rstrip()))
