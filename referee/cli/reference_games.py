"""Plays a bot against the reference bots, as `goat check` and `goat submit` do."""

from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.ruleset import Ruleset
from referee.cli import arguments, match_report
from referee.cli.match_runner import play_one
from referee.play.clock import Clock
from referee.play.fault_report import FaultReport
from referee.play.match import Entrant, MatchSettings


@dataclass
class ReferenceGames:
    """`faults`: the candidate's, each with the name of the opponent. `stderr`: what it wrote in its
    last match with a fault. `games`: each match with its record."""

    faults: list[tuple[FaultReport, str]] = field(default_factory=list)
    stderr: str = ""
    games: list[tuple[MatchSettings, dict[str, Any]]] = field(default_factory=list)


def play_references(
    console: Console, rules: Ruleset, candidate: Entrant, pairs: int, clock: Clock, mode: str
) -> ReferenceGames:
    """Plays the matches and prints a line for each, and then the candidate's faults.

    `mode`: from `usable_mode`. Raises BadArgument, NoSandbox, CpuSlotsUnusable and MatchVoid.
    """
    played = ReferenceGames()
    for opponent in arguments.reference_bots(rules):
        match = MatchSettings(rules, (candidate, opponent), pairs, arguments.seed(None), clock)
        result = play_one(match, mode)
        console.print(Text(match_report.one_line(result.record)))
        own = [(fault, opponent.name) for fault in result.faults if fault.entrant == 0]
        played.faults += own
        played.stderr = result.stderr[0] if own else played.stderr
        played.games.append((match, result.record))
    match_report.print_faults(console, played.faults, played.stderr)
    return played
