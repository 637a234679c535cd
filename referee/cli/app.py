"""The command `goat`: matches, tournaments and records on one's own machine."""

import os
import signal
import sys
from collections import deque
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from engine import options
from engine.randomness import SETUP, BadSeed, Stream
from engine.record import BadRecord, verify
from engine.ruleset import BadOption, Ruleset
from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.cli import arguments, sandbox_report, summary, tables, terminal
from referee.cli.progress_bar import progress, telling
from referee.play import comparison, local_tournament, match_pool
from referee.play.clock import BadClock, Clock
from referee.play.cpu_slots import NoFreeSlot, claim_slot, processors
from referee.play.json_files import BadFile, read_json, write_json
from referee.play.match import Entrant, Match, MatchVoid, Played, play
from referee.programs.languages import BadRuntimes
from referee.programs.program import BadProgram
from referee.sandbox import MODES, NoSandbox, choose, require
from referee.statistics.sprt import BadTest, Test
from referee.tournaments import simulation
from referee.tournaments.format import TIE_BREAKS, BadFormat, Format, System

ERRORS = (
    arguments.BadArgument,
    BadClock,
    BadFile,
    BadOption,
    BadProgram,
    BadRuntimes,
    BadRecord,
    BadSeed,
    BadTest,
    MatchVoid,
    NoFreeSlot,
    NoSandbox,
    BadFormat,
    local_tournament.BadFolder,
    match_pool.WorkerFailed,
)

RulesetName = Annotated[
    str, typer.Argument(metavar="RULESET", help=f"One of {', '.join([*RULESETS, *VARIANTS])}.")
]
BotPath = Annotated[
    str, typer.Argument(metavar="BOT", help="A .py file, a .zip or a folder; or name=path.")
]
BotPaths = Annotated[
    list[str], typer.Argument(metavar="BOT…", help="Two or more bots, each as in goat play.")
]
Pairs = Annotated[
    int, typer.Option(min=1, max=100_000, help="Pairs of games: each deal from both sides.")
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="The seed, 64 hexadecimal digits; without it a new one."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the ruleset; repeatable."),
]
ClockText = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="start_ms=…,move_ms=…,bank_ms=…",
        help="The clocks; what is left out is 10000, 500 and 10000.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Matches at once, at most one a processor; else one on each."),
]
SandboxMode = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="|".join(MODES),
        help="partners-may-talk plays Kozel also where bots of a side could signal; "
        "off only for bots that you trust.",
    ),
]

app = typer.Typer(
    help="Play, check and look at matches of card-playing bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


@app.command("play")
def play_command(
    name: RulesetName,
    first: BotPath,
    second: BotPath,
    pairs: Pairs = 1,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the match's record here.")
    ] = None,
    sandbox: SandboxMode = "auto",
) -> None:
    """Play a match between two bots."""
    match = Match(
        _ruleset(name, option),
        _pair(arguments.entrants([first, second])),
        pairs,
        arguments.seed(seed),
        Clock.parse(clock),
    )
    if record is not None and not record.resolve().parent.is_dir():
        raise arguments.BadArgument(f"there is no folder {record.resolve().parent} for the record")
    played = _play(match, sandbox)
    if record is not None:
        write_json(record, played.record)
    summary.print_match(out, played.record)
    out.print(Text(f"seed {played.record['match_seed']}", style="dim"))


@app.command("verify")
def verify_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Match records.")],
) -> None:
    """Check records: every deal, move and score, and that the seed is the committed one."""
    bad = 0
    for file in files:
        try:
            match_record = read_json(file)
            verify(match_record)
        except BadFile as error:
            bad += 1
            _complain(str(error))
        except BadRecord as error:
            bad += 1
            _complain(f"{file}: {error}")
        else:
            out.print(Text(f"{file}: true, {summary.one_line(match_record)}"))
    if bad:
        raise typer.Exit(1)


@app.command("check")
def check_command(
    name: RulesetName,
    bot: BotPath,
    pairs: Pairs = 2,
    option: Options = None,
    clock: ClockText = "",
    sandbox: SandboxMode = "auto",
) -> None:
    """Is a bot fit to be handed in? Plays it against the reference bots and names its faults."""
    rules = _ruleset(name, option)
    opponents = arguments.reference_bots(rules)
    candidate, *_ = arguments.entrants([bot])
    faults = 0
    for opponent in opponents:
        seed = arguments.seed(None)
        match = Match(rules, (candidate, opponent), pairs, seed, Clock.parse(clock))
        played = _play(match, sandbox)
        out.print(Text(summary.one_line(played.record)))
        own = [fault for fault in played.faults if fault.entrant == 0]
        summary.print_faults(out, own, opponent.name, played.stderr[0])
        faults += len(own)
    if faults:
        out.print(Text(f"{candidate.name} is not fit to be handed in: {faults} faults", "bold red"))
        raise typer.Exit(1)
    out.print(Text(f"{candidate.name} is fit to be handed in: no faults", "bold green"))


@app.command("tournament")
def tournament_command(
    name: RulesetName,
    bots: BotPaths,
    pairs: Pairs = 10,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    jobs: Jobs = None,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the records here, and go on from them."),
    ] = None,
    sandbox: SandboxMode = "auto",
    system: Annotated[
        System, typer.Option("--format", help="How it is played; the first bot is the best seed.")
    ] = System.ROUND_ROBIN,
    cycles: Annotated[int, typer.Option(help="How often each two meet.")] = 1,
    rounds: Annotated[int | None, typer.Option(help="Of a Swiss tournament.")] = None,
    groups: Annotated[int, typer.Option(help="How many groups.")] = 2,
    qualifiers: Annotated[int, typer.Option(help="How many of each group go on.")] = 2,
    third_place: Annotated[bool, typer.Option(help="With a match for the third place.")] = False,
    reset: Annotated[bool, typer.Option(help="With a second grand final if needed.")] = True,
    further: Annotated[int, typer.Option(help="Further pairs after a drawn match.")] = 5,
    tie_breaks: Annotated[
        str, typer.Option(metavar="RULE,…", help=f"Some of {', '.join(TIE_BREAKS)}.")
    ] = "",
    draw: Annotated[bool, typer.Option(help="Seed the bots by lot, by the seed.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be played, with a made-up run.")
    ] = False,
) -> None:
    """Play a tournament. With --out it goes on where it was stopped, however it was stopped."""
    kept = local_tournament.stored_seed(out_folder) if out_folder and seed is None else None
    entrants = arguments.entrants(bots)
    chosen = kept or arguments.seed(seed)
    if draw:
        entrants = Stream(chosen, SETUP).shuffle(entrants)
    chain = tuple(tie_breaks.split(",")) if tie_breaks else ()
    format = Format(system, cycles, rounds, groups, qualifiers, third_place, reset, further, chain)
    plan = local_tournament.Plan(
        _ruleset(name, option), tuple(entrants), pairs, Clock.parse(clock), chosen, format
    )
    jobs = _jobs(jobs)
    format.check(len(entrants))
    _check_mode(sandbox)
    names = [entrant.name for entrant in entrants]
    expected = simulation.plan(format, len(entrants), 2 * pairs)
    if dry_run:
        took = local_tournament.time_of_a_pair(plan, sandbox)
        tables.print_preview(
            out, names, format, expected, pairs, second_a_pair=took, jobs=jobs, seed=chosen
        )
        return
    with local_tournament.opened(out_folder, plan):
        records = local_tournament.held(out_folder, plan)
        with (
            progress(err, "matches", expected.matches, len(records)) as advance,
            closing(local_tournament.play_rest(out_folder, plan, records, jobs, sandbox)) as rest,
        ):
            for match_record in rest:
                advance(summary.one_line(match_record))
        event, _ = local_tournament.so_far(plan, records)
    tables.print_tournament(out, names, format, event)


@app.command("compare")
def compare_command(
    name: RulesetName,
    first: BotPath,
    second: BotPath,
    elo0: Annotated[float, typer.Option(help="H0: the first is so much stronger, in Elo.")] = 0,
    elo1: Annotated[float, typer.Option(help="H1: the first is so much stronger, in Elo.")] = 20,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted wrongly.")] = 0.05,
    max_pairs: Annotated[int, typer.Option(min=1, help="Give up after so many pairs.")] = 20_000,
    batch: Annotated[int, typer.Option(min=1, max=1000, help="Pairs a match.")] = 5,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    jobs: Jobs = None,
    sandbox: SandboxMode = "auto",
) -> None:
    """Is the first bot stronger? Plays mirrored pairs until a sequential test decides."""
    plan = comparison.Plan(
        _ruleset(name, option),
        _pair(arguments.entrants([first, second])),
        Test(elo0, elo1, alpha, beta),
        Clock.parse(clock),
        arguments.seed(seed),
        batch,
        max_pairs,
    )
    jobs = _jobs(jobs)
    _check_mode(sandbox)
    with closing(comparison.compare(plan, jobs=jobs, sandbox=sandbox)) as steps:
        told = telling(err, steps, lambda step: summary.comparison_line(step, plan.test))
        (last,) = deque(told, maxlen=1)
    summary.print_comparison(out, plan, last)
    out.print(Text(f"seed {plan.seed.hex()}", style="dim"))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")],
    game: Annotated[int, typer.Option(min=1, help="Which game of the match.")] = 1,
    move: Annotated[
        int | None, typer.Option(min=0, help="Show the table after so many moves; 0 is the start.")
    ] = None,
) -> None:
    """Show a game in the terminal, all cards open: move by move, or the table at one move."""
    match_record = read_json(file)
    try:
        verify(match_record)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    games = match_record["games"]
    if game > len(games):
        raise arguments.BadArgument(f"there is no game {game}: the match has {len(games)}")
    if move is None:
        terminal.print_game(out, match_record, game - 1)
        return
    moves = len(games[game - 1]["moves"])
    if move > moves:
        raise arguments.BadArgument(f"there is no move {move}: game {game} has {moves}")
    terminal.print_position(out, match_record, game - 1, move)


def _jobs(asked: int | None) -> int:
    """How many matches at once: one on each processor, or fewer."""
    slots = len(processors())
    if asked is not None and asked > slots:
        raise arguments.BadArgument(
            f"--jobs {asked} is more than the {slots} processors here: matches would disturb"
            f" each other's clocks; at most {slots}"
        )
    return asked or slots


@app.command("sandbox")
def sandbox_command() -> None:
    """Which sandboxes hold on this machine, what does not and why, and how to get a better one."""
    if not sandbox_report.print_survey(out):
        raise typer.Exit(1)


def _ruleset(name: str, given: list[str] | None) -> Ruleset:
    return ruleset(name, options.pairs(given or []))


def _pair(entrants: list[Entrant]) -> tuple[Entrant, Entrant]:
    first, second = entrants
    return first, second


def _play(match: Match, mode: str) -> Played:
    """Plays a match in this thread, with a bar for its games."""
    _check_mode(mode)
    sandbox = choose(mode)
    require(sandbox, match.kinds(), match.partners)
    try:
        with progress(err, "games", 2 * match.pairs) as advance, claim_slot() as slot:
            return play(match, sandbox, slot=slot, on_game=lambda game: advance(""))
    finally:
        sandbox.close()


def _check_mode(mode: str) -> None:
    if mode not in MODES:
        raise arguments.BadArgument(
            f"--sandbox takes {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode[:80]!r}"
        )
    if mode == "off":
        _complain("without a sandbox these bots can do whatever you can: trust them or stop now")


def _complain(message: str) -> None:
    print(f"goat: {message}", file=sys.stderr, flush=True)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def main(words: list[str] | None = None) -> int:
    """Runs the command with the given words (else those of the process); its exit status."""
    command = typer.main.get_command(app)
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        status: Any = command.main(
            args=(sys.argv[1:] if words is None else words) or ["--help"],
            prog_name="goat",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return int(status or 0)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Who reads our output has had enough: not to be told so again when Python flushes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except ERRORS as error:
        _complain(str(error))
        return 1
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own, for wrong words
            raise
        _complain(error.format_message())
        return int(getattr(error, "exit_code", 2))
    finally:
        signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    sys.exit(main())
