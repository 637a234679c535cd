"""`goat compare`: is the first bot stronger than the second?"""

from collections import deque
from contextlib import closing, nullcontext
from typing import Annotated

import typer
from rich.text import Text

from referee.cli import arguments, comparison_report, json_results
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
    ClockText,
    Folder,
    Jobs,
    LanguageName,
    Options,
    SandboxMode,
    Seed,
    TwoBots,
)
from referee.cli.progress_bar import with_status_line
from referee.cli.resuming import resumable
from referee.play import comparison, comparison_folder
from referee.play.clock import Clock
from referee.statistics.sprt import Test


def compare(
    words: TwoBots = None,
    elo0: Annotated[float, typer.Option(help="H0: the first bot's lead in Elo.")] = 0,
    elo1: Annotated[float, typer.Option(help="H1: the first bot's lead in Elo.")] = 20,
    alpha: Annotated[float, typer.Option(help="The probability of accepting H1 wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="The probability of accepting H0 wrongly.")] = 0.05,
    max_pairs: Annotated[int, typer.Option(min=1, help="Stop after this many pairs.")] = 20_000,
    batch: Annotated[int, typer.Option(min=1, max=1000, help="Pairs per match.")] = 5,
    seed: Seed = None,
    option: Options = None,
    clock: ClockText = "",
    jobs: Jobs = None,
    folder: Folder = None,
    sandbox: SandboxMode = "auto",
    language: LanguageName = "",
    as_json: AsJson = False,
) -> None:
    """Is the first bot stronger? Play mirrored pairs until a sequential test decides.

    With --out, the same command resumes a comparison that was stopped, also with more --max-pairs.
    """
    stored = comparison_folder.stored_seed(folder) if folder and seed is None else None
    name, [first, second] = game_and_bots("compare", words, 2, 2)
    settings = comparison.ComparisonSettings(
        arguments.ruleset_with(name, option),
        arguments.two_entrants(first, second, language),
        Test(elo0, elo1, alpha, beta),
        Clock.parse(clock),
        stored or arguments.seed(seed),
        batch,
        max_pairs,
    )
    jobs = matches_at_once(jobs)
    mode = usable_mode(sandbox)
    store = comparison_folder.StoredMatches(folder) if folder else None
    with (
        comparison_folder.locked(folder, settings) if folder else nullcontext(),
        resumable(folder, "comparison"),
        closing(
            comparison.compare(settings, jobs=jobs, sandbox=mode, on_wait=say_wait, store=store)
        ) as steps,
    ):
        told = with_status_line(
            err, steps, lambda step: comparison_report.progress_line(step, settings.test)
        )
        (last,) = deque(told, maxlen=1)
    if as_json:
        print_json(json_results.comparison_result(settings, last))
        print_clock_note(err)
        return
    comparison_report.print_comparison(out, settings, last)
    print_clock_note(out)
    out.print(Text(f"seed {settings.seed.hex()}", style="dim"))
