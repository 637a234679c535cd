"""Prints how a comparison of two bots stands, and its verdict."""

from rich.console import Console
from rich.text import Text

from referee.cli.match_report import number
from referee.play.comparison import ComparisonProgress, ComparisonSettings
from referee.statistics import pentanomial
from referee.statistics.sprt import Test, Verdict


def progress_line(progress: ComparisonProgress, test: Test) -> str:
    """How a comparison stands, on one line."""
    found = progress.estimate
    strength = f"Elo {found.elo:+.1f} ± {found.elo_error:.1f}" if found else ""
    return (
        f"{progress.pairs} pairs ({' '.join(map(str, progress.counts))})  "
        f"LLR {progress.ratio:+.2f} [{test.lower:.2f}, {test.upper:.2f}]  {strength}"
    )


def print_comparison(
    console: Console, settings: ComparisonSettings, progress: ComparisonProgress
) -> None:
    """Prints the verdict of a comparison, the estimated difference in strength, and how many games
    faults decided."""
    first, second = (entrant.name for entrant in settings.entrants)
    test = settings.test
    if progress.verdict is Verdict.H1:
        verdict = f"H1 accepted: {first} is at least {test.elo1:g} Elo stronger than {second}"
    elif progress.verdict is Verdict.H0:
        verdict = f"H0 accepted: {first} is at most {test.elo0:g} Elo stronger than {second}"
    else:
        verdict = f"undecided after {progress.pairs} pairs: raise --max-pairs to play more"
    console.print(Text(verdict, "bold"))
    console.print(Text(progress_line(progress, test)))
    found = progress.estimate
    if found is not None:
        points = number(pentanomial.points(progress.counts))
        console.print(
            Text(
                f"score {points} of {2 * progress.pairs}, {found.percent:.1f} %"
                f" ± {found.percent_error:.1f}; probability that {first} is stronger:"
                f" {100 * found.superiority:.1f} %"
            )
        )
    for name, lost in zip((first, second), progress.faults, strict=True):
        if lost:
            problem = f"{name} lost {lost} of {2 * progress.pairs} games by faults"
            console.print(Text(f"{problem}; goat check says which", style="bold red"))
