"""`goat check`: is a bot ready to submit?"""

from typing import Any

import typer
from rich.text import Text

from referee.cli import arguments, match_report
from referee.cli.console import out
from referee.cli.game_and_bots import game_and_bots
from referee.cli.match_runner import play_one, print_clock_note, usable_mode
from referee.cli.parameters import (
    ClockText,
    LanguageName,
    OneBot,
    Options,
    Pairs,
    SandboxMode,
)
from referee.play.clock import Clock
from referee.play.fault_report import FaultReport
from referee.play.match import MatchSettings
from referee.play.restarts import lost_by_restarts
from referee.sandbox import choose

RESTARTS = (
    "There a process may be ended between two turns and started anew. Its first request has all "
    "events since the game began: play from the view, or rebuild your memory from the events "
    "(docs/3-protocol.md, “Tables”)."
)


def check(
    words: OneBot = None,
    pairs: Pairs = 2,
    option: Options = None,
    clock: ClockText = "",
    sandbox: SandboxMode = "auto",
    language: LanguageName = "",
) -> None:
    """Check whether a bot is ready to submit: play the reference bots and report every fault.

    It must be a program that a new arena accepts. If yours accepts more, set GOAT_BOT_RUNTIMES and
    GOAT_SUBMISSION_MAX_BYTES as there.
    """
    name, [bot] = game_and_bots("check", words, 1, 1)
    rules = arguments.ruleset_with(name, option)
    opponents = arguments.reference_bots(rules)
    candidate = arguments.submission(bot, language)
    mode = usable_mode(sandbox)
    faults: list[tuple[FaultReport, str]] = []
    stderr = ""
    games: list[tuple[MatchSettings, dict[str, Any]]] = []
    for opponent in opponents:
        seed = arguments.seed(None)
        match = MatchSettings(rules, (candidate, opponent), pairs, seed, Clock.parse(clock))
        played = play_one(match, mode)
        out.print(Text(match_report.one_line(played.record)))
        own = [(fault, opponent.name) for fault in played.faults if fault.entrant == 0]
        faults += own
        stderr = played.stderr[0] if own else stderr
        games.append((match, played.record))
    match_report.print_faults(out, faults, stderr)
    print_clock_note(out)
    if faults:
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        out.print(Text(f"{candidate.name} is not ready to submit: {number}", "bold red"))
        raise typer.Exit(1)
    lost = lost_by_restarts(*games[-1], choose(mode))
    if lost:
        out.print(Text("At a table with people it would lose:", "bold"))
        match_report.print_faults(out, [(fault, opponent.name) for fault in lost[:1]], "")
        out.print(Text(f"  {RESTARTS}"))
    out.print(Text(f"{candidate.name} is ready to submit: no faults", "bold green"))
