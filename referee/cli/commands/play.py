"""`goat play`: a match between two bots."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from referee.cli import arguments, json_results, match_report
from referee.cli.console import err, out, print_json
from referee.cli.game_and_bots import game_and_bots
from referee.cli.match_runner import play_one, print_clock_note, usable_mode
from referee.cli.parameters import (
    AsJson,
    ClockText,
    LanguageName,
    Options,
    Pairs,
    SandboxMode,
    Seed,
    TwoBots,
)
from referee.play.clock import Clock
from referee.play.json_files import write_json
from referee.play.match import MatchResult, MatchSettings


def play(
    words: TwoBots = None,
    pairs: Pairs = 1,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the match record to this file.")
    ] = None,
    sandbox: SandboxMode = "auto",
    language: LanguageName = "",
    as_json: AsJson = False,
) -> None:
    """Play a match between two bots."""
    name, [first, second] = game_and_bots("play", words, 2, 2)
    match = MatchSettings(
        arguments.ruleset_with(name, option),
        arguments.two_entrants(first, second, language),
        pairs,
        arguments.seed(seed),
        Clock.parse(clock),
    )
    if record is not None and not record.resolve().parent.is_dir():
        raise arguments.BadArgument(f"there is no folder {record.resolve().parent} for the record")
    played = play_one(match, usable_mode(sandbox))
    try:
        if record is not None:
            write_json(record, played.record)
    finally:
        # Also on a full disk: what was played should not be lost.
        if as_json:
            print_json(json_results.match_result(played))
            print_clock_note(err)
        else:
            _print(match, played)


def _print(match: MatchSettings, played: MatchResult) -> None:
    match_report.print_match(out, played.record)
    names = [entrant.name for entrant in match.entrants]
    for index, name in enumerate(names):
        faults = [(fault, names[1 - index]) for fault in played.faults if fault.entrant == index]
        if faults:
            out.print(Text(f"faults of {name}:", style="bold"))
            match_report.print_faults(out, faults, played.stderr[index])
    print_clock_note(out)
    out.print(Text(f"seed {played.record['match_seed']}", style="dim"))
