"""`goat check`: is a bot ready to submit?"""

from collections.abc import Sequence

import typer
from rich.text import Text

from referee.cli import arguments, json_results, match_report
from referee.cli.console import err, out, print_json
from referee.cli.game_and_bots import game_and_bots
from referee.cli.match_runner import print_clock_note, usable_mode
from referee.cli.parameters import (
    AsJson,
    ClockText,
    LanguageName,
    OneBot,
    Options,
    Pairs,
    SandboxMode,
)
from referee.cli.reference_games import play_references
from referee.play.clock import Clock
from referee.play.fault_report import FaultReport
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
    as_json: AsJson = False,
) -> None:
    """Check whether a bot is ready to submit: play the reference bots and report every fault.

    It must be a program that a new arena accepts. If yours accepts more, set GOAT_BOT_RUNTIMES and
    GOAT_SUBMISSION_MAX_BYTES as there.
    """
    name, [bot] = game_and_bots("check", words, 1, 1)
    rules = arguments.ruleset_with(name, option)
    candidate = arguments.submission(bot, language)
    mode = usable_mode(sandbox)
    console = err if as_json else out
    played = play_references(console, rules, candidate, pairs, Clock.parse(clock), mode)
    print_clock_note(console)
    lost: Sequence[FaultReport] = []
    if not played.faults:
        match, record = played.games[-1]
        lost = lost_by_restarts(match, record, choose(mode))
    if as_json:
        print_json(json_results.check_result(candidate.name, played, lost))
    if played.faults:
        number = "1 fault" if len(played.faults) == 1 else f"{len(played.faults)} faults"
        console.print(Text(f"{candidate.name} is not ready to submit: {number}", "bold red"))
        raise typer.Exit(1)
    if lost:
        opponent = match.entrants[1].name
        console.print(Text("At a table with people it would lose:", "bold"))
        match_report.print_faults(console, [(fault, opponent) for fault in lost[:1]], "")
        console.print(Text(f"  {RESTARTS}"))
    console.print(Text(f"{candidate.name} is ready to submit: no faults", "bold green"))
