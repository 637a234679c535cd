"""`goat tournament`: a tournament on this machine."""

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from engine.randomness import SETUP, Stream
from referee.cli import arguments, match_report, tournament_report
from referee.cli.console import err, out
from referee.cli.match_runner import check_mode, matches_at_once
from referee.cli.parameters import (
    BotPaths,
    ClockText,
    Jobs,
    Options,
    Pairs,
    RulesetName,
    SandboxMode,
    Seed,
)
from referee.cli.progress_bar import progress_bar
from referee.play import tournament_folder
from referee.play.clock import Clock
from referee.play.local_tournament import (
    Records,
    TournamentSettings,
    play_remaining,
    seconds_of_a_pair,
    so_far,
)
from referee.tournaments import simulation
from referee.tournaments.format import TIE_BREAKS, Format, System


def tournament(
    name: RulesetName,
    bots: BotPaths,
    pairs: Pairs = 10,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    jobs: Jobs = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Keep the records in this folder, and resume from them."
        ),
    ] = None,
    sandbox: SandboxMode = "auto",
    system: Annotated[
        System, typer.Option("--format", help="The tournament system. Bots are seeded in order.")
    ] = System.ROUND_ROBIN,
    cycles: Annotated[int, typer.Option(help="How often each two bots meet.")] = 1,
    rounds: Annotated[int | None, typer.Option(help="Rounds of a Swiss tournament.")] = None,
    groups: Annotated[int, typer.Option(help="Number of groups.")] = 2,
    qualifiers: Annotated[int, typer.Option(help="Qualifiers from each group.")] = 2,
    third_place: Annotated[bool, typer.Option(help="Play a match for third place.")] = False,
    reset: Annotated[bool, typer.Option(help="Play a second grand final if needed.")] = True,
    further: Annotated[int, typer.Option(help="Tiebreak pairs after a drawn match.")] = 5,
    tie_breaks: Annotated[
        str, typer.Option(metavar="RULE,…", help=f"Some of {', '.join(TIE_BREAKS)}.")
    ] = "",
    draw: Annotated[bool, typer.Option(help="Seed the bots by lot, from the seed.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be played, with a simulated run.")
    ] = False,
) -> None:
    """Play a tournament. With --out, the same command resumes one that was stopped."""
    stored = tournament_folder.stored_seed(folder) if folder and seed is None else None
    chosen = stored or arguments.seed(seed)
    entrants = arguments.entrants(bots)
    if draw:
        entrants = Stream(chosen, SETUP).shuffle(entrants)
    chain = tuple(tie_breaks.split(",")) if tie_breaks else ()
    format = Format(system, cycles, rounds, groups, qualifiers, third_place, reset, further, chain)
    format.check(len(entrants))
    rules = arguments.ruleset_with(name, option)
    settings = TournamentSettings(rules, tuple(entrants), pairs, Clock.parse(clock), chosen, format)
    jobs = matches_at_once(jobs)
    check_mode(sandbox)
    if dry_run:
        _preview(settings, jobs, sandbox)
    else:
        _play(settings, folder, jobs, sandbox)


def _preview(settings: TournamentSettings, jobs: int, sandbox: str) -> None:
    """Plays one pair, to measure the time, and prints what the whole tournament would come to."""
    tournament_report.print_preview(
        out,
        _names(settings),
        settings.format,
        simulation.plan(settings.format, len(settings.entrants), 2 * settings.pairs),
        settings.pairs,
        second_a_pair=seconds_of_a_pair(settings, sandbox),
        jobs=jobs,
        seed=settings.seed,
    )


def _play(settings: TournamentSettings, folder: Path | None, jobs: int, sandbox: str) -> None:
    """Plays the matches that have no record in the folder, and prints the standings."""
    expected = simulation.plan(settings.format, len(settings.entrants), 2 * settings.pairs)
    records: Records = {}
    with tournament_folder.locked(folder, settings) if folder else nullcontext():
        if folder:
            records = tournament_folder.stored_records(folder, settings)
        with (
            progress_bar(err, "matches", expected.matches, len(records)) as advance,
            closing(play_remaining(settings, records, jobs, sandbox)) as played,
        ):
            for scheduled, record in played:
                if folder:
                    tournament_folder.store(folder, scheduled, record)
                advance(match_report.one_line(record))
    event, _ = so_far(settings, records)
    tournament_report.print_tournament(out, _names(settings), settings.format, event)


def _names(settings: TournamentSettings) -> list[str]:
    return [entrant.name for entrant in settings.entrants]
