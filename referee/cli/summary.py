"""Matches and tournaments summed up for a terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from referee.play.comparison import ComparisonProgress, ComparisonSettings
from referee.play.game import FaultReport
from referee.statistics import pentanomial
from referee.statistics.sprt import Test, Verdict

_STDERR_SHOWN = 2000  # characters of standard error shown with the faults of a bot


def number(score: float) -> str:
    """A score as people write it: 2, 2½."""
    whole = int(score)
    return f"{whole or ''}½" if score != whole else str(whole)


def one_line(record: Mapping[str, Any]) -> str:
    """The result of a match, and how many of its games did not end in the normal way."""
    first, second = (bot["name"] for bot in record["bots"])
    left, right = (number(score) for score in record["scores"])
    line = f"{first} {left} – {right} {second}"
    reasons = Counter(game["reason"] for game in record["games"] if game["reason"] != "normal")
    if reasons:
        line += " (" + ", ".join(f"{count} {reason}" for reason, count in reasons.items()) + ")"
    return line


def print_match(console: Console, record: Mapping[str, Any]) -> None:
    """A line for each game, and the result."""
    names = [bot["name"] for bot in record["bots"]]
    for index, game in enumerate(record["games"], 1):
        first, second = (names[bot] for bot in game["sides"])
        left, right = (number(score) for score in game["scores"])
        line = f"game {index:>3}  {first} {left} – {right} {second}  {len(game['moves'])} moves"
        if game["reason"] != "normal":
            line += f"  {game['reason']}"
        if game["fault"]:
            line += f" (seat {game['fault']['seat']}): {game['fault']['detail']}"
        console.print(Text(line))
    console.print(Text(one_line(record), style="bold"))


def print_faults(
    console: Console, faults: Sequence[FaultReport], opponent: str, stderr: str
) -> None:
    """Each fault with the message that led to it, for the author of the bot."""
    for fault in faults:
        where = f"game {fault.game + 1} against {opponent}, seat {fault.seat}, move {fault.move}"
        console.print(Text(f"{fault.reason} in {where}", style="bold red"))
        console.print(Text(f"  {fault.detail}"))
        if fault.request:
            console.print(Text("  the message that led to it:"))
            console.print(Text(f"  {fault.request}"))
    if faults and stderr.strip():
        console.print(Text("its standard error, from the end:", style="bold"))
        console.print(Text(stderr[-_STDERR_SHOWN:].rstrip()))


def comparison_line(progress: ComparisonProgress, test: Test) -> str:
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
    """The verdict of a comparison, and the strength that its pairs speak for."""
    first, second = (entrant.name for entrant in settings.entrants)
    if progress.verdict is Verdict.H1:
        verdict = f"H1 accepted: {first} is {settings.test.elo1:g} Elo or more above {second}"
    elif progress.verdict is Verdict.H0:
        verdict = f"H0 accepted: {first} is {settings.test.elo0:g} Elo or less above {second}"
    else:
        verdict = f"undecided after {progress.pairs} pairs: play on with a higher --max-pairs"
    console.print(Text(verdict, "bold"))
    console.print(Text(comparison_line(progress, settings.test)))
    found = progress.estimate
    if found is not None:
        points = number(pentanomial.points(progress.counts))
        console.print(
            Text(
                f"score {points} of {2 * progress.pairs}, {found.percent:.1f} %"
                f" ± {found.percent_error:.1f}; stronger with likelihood"
                f" {100 * found.superiority:.1f} %"
            )
        )
