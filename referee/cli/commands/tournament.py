"""`goat tournament`: a tournament on this machine."""

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from engine.randomness import SETUP, Stream
from referee.cli import arguments, json_results, match_report, tournament_report
from referee.cli.console import err, out, print_json
from referee.cli.game_and_bots import game_and_bots
from referee.cli.match_runner import (
    matches_at_once,
    print_clock_note,
    say_wait,
    usable_mode,
)
from referee.cli.parameters import (
    AsJson,
    Bots,
    ClockText,
    Folder,
    Jobs,
    LanguageName,
    Options,
    Pairs,
    SandboxMode,
    Seed,
)
from referee.cli.progress_bar import progress_bar
from referee.cli.resuming import resumable
from referee.play import tournament_folder
from referee.play.clock import Clock
from referee.play.local_tournament import (
    Records,
    TournamentSettings,
    play_remaining,
    seconds_of_a_pair,
    so_far,
)
from referee.tournaments.format import Format, System
from referee.tournaments.systems import SYSTEMS
from referee.tournaments.tiebreaks import TIE_BREAKS


def _system(name: str | System) -> System:
    """The system with this name."""
    system = name if isinstance(name, System) else SYSTEMS.get(name)
    if system is None:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(SYSTEMS)}")
    return system


def _setting(name: str, text: str, *flags: str) -> Any:
    """The option for a setting of a format; its help names the systems that use it."""
    users = ", ".join(system.name for system in SYSTEMS.values() if name in system.settings)
    return typer.Option(*flags, help=f"{text} For {users}.")


SystemName = Annotated[
    System,
    typer.Option(
        "--format",
        parser=_system,
        metavar="|".join(SYSTEMS),
        help="The tournament system. Bots are seeded in order.",
    ),
]
TiebreakPairs = Annotated[
    int,
    _setting(
        "tiebreak_pairs",
        "Tiebreak pairs after a drawn match.",
        *("--tiebreak-pairs", "--further"),
    ),
]
TieBreaks = Annotated[str, typer.Option(metavar="RULE,…", help=f"Some of {', '.join(TIE_BREAKS)}.")]


def tournament(
    words: Bots = None,
    pairs: Pairs = 10,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    jobs: Jobs = None,
    folder: Folder = None,
    sandbox: SandboxMode = "auto",
    language: LanguageName = "",
    system: SystemName = SYSTEMS["round-robin"],
    cycles: Annotated[int, _setting("cycles", "How often each two bots meet.")] = 1,
    rounds: Annotated[int | None, _setting("rounds", "Number of rounds.")] = None,
    groups: Annotated[int, _setting("groups", "Number of groups.")] = 2,
    qualifiers: Annotated[int, _setting("qualifiers", "Qualifiers from each group.")] = 2,
    third_place: Annotated[bool, _setting("third_place", "Play a match for third place.")] = False,
    reset: Annotated[bool, _setting("reset", "Play a second grand final if needed.")] = True,
    tiebreak_pairs: TiebreakPairs = 5,
    tie_breaks: TieBreaks = "",
    draw: Annotated[bool, typer.Option(help="Draw the seeding at random, from the seed.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be played, with a simulated run.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a tournament. With --out, the same command resumes one that was stopped.

    The last line names the seed: with it, --seed repeats the tournament.
    """
    if dry_run and as_json:
        raise typer.BadParameter("--dry-run plays nothing that --json could tell: leave one out")
    name, bots = game_and_bots("tournament", words, 2)
    stored = tournament_folder.stored_seed(folder) if folder and seed is None else None
    chosen = stored or arguments.seed(seed)
    entrants = arguments.entrants(bots, language)
    if draw:
        entrants = Stream(chosen, SETUP).shuffle(entrants)
    format = Format(
        system=system,
        cycles=cycles,
        rounds=rounds,
        groups=groups,
        qualifiers=qualifiers,
        third_place=third_place,
        reset=reset,
        tiebreak_pairs=tiebreak_pairs,
        tie_breaks=tuple(tie_breaks.split(",")) if tie_breaks else (),
    )
    format.check(len(entrants))
    rules = arguments.ruleset_with(name, option)
    settings = TournamentSettings(rules, tuple(entrants), pairs, Clock.parse(clock), chosen, format)
    jobs = matches_at_once(jobs)
    mode = usable_mode(sandbox)
    if dry_run:
        _preview(settings, jobs, mode)
    else:
        _play(settings, folder, jobs, mode, as_json)
    console = err if as_json else out
    print_clock_note(console)
    console.print(Text(f"seed {chosen.hex()}", style="dim"))


def _preview(settings: TournamentSettings, jobs: int, sandbox: str) -> None:
    """Plays one pair, to measure the time, and prints what the whole tournament would come to."""
    tournament_report.print_preview(
        out,
        _names(settings),
        settings.format,
        settings.format.forecast(len(settings.entrants), 2 * settings.pairs),
        settings.pairs,
        second_a_pair=seconds_of_a_pair(settings, sandbox),
        jobs=jobs,
        seed=settings.seed,
    )


def _play(
    settings: TournamentSettings, folder: Path | None, jobs: int, sandbox: str, as_json: bool
) -> None:
    """Plays the matches that have no record in the folder, and prints the standings."""
    expected = settings.format.forecast(len(settings.entrants), 2 * settings.pairs)
    records: Records = {}
    with tournament_folder.locked(folder, settings) if folder else nullcontext():
        if folder:
            records = tournament_folder.stored_records(folder, settings)
        with (
            resumable(folder, "tournament"),
            progress_bar(err, "matches", expected.matches, len(records)) as advance,
            closing(play_remaining(settings, records, jobs, sandbox, say_wait)) as played,
        ):
            for scheduled, record in played:
                if folder:
                    tournament_folder.store(folder, scheduled, record)
                advance(match_report.one_line(record))
    event, _ = so_far(settings, records)
    names, format = _names(settings), settings.format
    if as_json:
        print_json(json_results.tournament_result(names, format, event, settings.seed))
    else:
        tournament_report.print_tournament(out, names, format, event)


def _names(settings: TournamentSettings) -> list[str]:
    return [entrant.name for entrant in settings.entrants]
