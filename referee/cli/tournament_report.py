"""A tournament's standings, crosstable, bracket and forecast for a terminal."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from string import ascii_uppercase
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.cli.match_report import number
from referee.tournaments.bracket import Part
from referee.tournaments.decisions import EXPLANATIONS, Why
from referee.tournaments.event import Event
from referee.tournaments.format import Forecast, Format
from referee.tournaments.knockout import NodeState
from referee.tournaments.ranking import Ranking
from referee.tournaments.simulation import chances, seconds, simulate
from referee.tournaments.standings import ENTRY, RankedLine
from referee.tournaments.tiebreaks import RULES

POLICY = (
    "faults of both bots in all games: 0-0, both lose; in a bracket neither advances (both drop to"
    " the losers' part), and if it is the final, fewer defeats and then the better seed decide",
    "a bye: 1 point in a Swiss round, nothing in a round robin, the next round of a bracket",
    "a match that this machine cannot play is retried; if it stays void, the tournament ends",
)


def print_tournament(console: Console, names: Sequence[str], format: Format, event: Event) -> None:
    """Prints the standings of each group, the bracket and the standings, the best first."""
    ranking = format.rank(event)
    for letter, rows in zip(ascii_uppercase, ranking.groups, strict=False):
        console.print(Text(f"Group {letter}", "bold"))
        _print_rows(console, names, format, rows, ranking, crosstable=True)
    if ranking.nodes:
        _print_bracket(console, [names[entry] for entry in ranking.seeded], ranking.nodes)
    _print_rows(console, names, format, ranking.rows, ranking, crosstable=format.system.crosstable)
    if format.next_step(event).finished:
        champion = names[ranking.rows[0].line.entry]
        console.print(Text(f"champion: {champion} ({format.decided_by(ranking)})"))


def _print_rows(
    console: Console,
    names: Sequence[str],
    format: Format,
    rows: Sequence[RankedLine],
    ranking: Ranking,
    *,
    crosstable: bool,
) -> None:
    buchholz = "buchholz" in format.system.chain
    shown = Table(box=None, pad_edge=False, header_style="bold")
    tie_breaks = (*(("buchholz",) if buchholz else ()), "sonneborn_berger")
    for heading in ("", "bot", "points", "games", *(RULES[name].short for name in tie_breaks)):
        shown.add_column(heading, justify="left" if heading == "bot" else "right")
    if crosstable:
        for row in rows:
            shown.add_column(str(row.place), justify="right")
    else:
        shown.add_column("behind by")
    for row in rows:
        line = row.line
        shown.add_row(
            str(row.place),
            Text(names[line.entry]),
            number(line.points),
            f"{number(line.game_points)}/{line.games}",
            *((f"{line.buchholz:g}",) if buchholz else ()),
            f"{line.sonneborn_berger:g}",
            *(
                _crosstable_cells(ranking, line.entry, rows)
                if crosstable
                else [format.reason(row.rule) if row.rule else ""]
            ),
        )
    # At full width, whatever the terminal's: half a crosstable is of no use, nor half a name.
    width = console.measure(shown, options=console.options.update(width=10_000)).maximum
    for cells in console.render_lines(shown, console.options.update(width=width), pad=False):
        console.print(Text.assemble(*((cell.text, cell.style or "") for cell in cells)))


def _crosstable_cells(ranking: Ranking, entry: int, rows: Sequence[RankedLine]) -> list[str]:
    """What the entry scored against each entry of `rows`."""
    met = ranking.crosstable.row(entry)
    return [
        "·"
        if other.line.entry == entry
        else " ".join(number(meeting.scored) for meeting in met.get(other.line.entry, []))
        for other in rows
    ]


# What precedes a match of each part of a bracket.
_PARTS: Final = {
    Part.WINNERS: "",
    Part.LOSERS: "losers: ",
    Part.FINAL: "grand final: ",
    Part.RESET: "second grand final: ",
    Part.THIRD: "third place: ",
}


def _print_bracket(console: Console, names: Sequence[str], nodes: Sequence[NodeState]) -> None:
    def name(seed: int | None) -> str:
        return "no entry" if seed is None else f"{names[seed]} ({seed + 1})"

    heading = None
    for state in sorted(nodes, key=lambda one: (one.node.round, one.node.board)):
        if state.decision is None or state.decision.why in (Why.EMPTY, Why.NOT_NEEDED):
            continue
        node = state.node
        title = f"Round {node.round}"
        if title != heading:
            console.print(Text(title, "bold"))
            heading = title
        part = _PARTS[node.part]
        if state.decision.why == Why.BYE:
            console.print(Text(f"  {part}{name(state.decision.winner)} has a bye"))
            continue
        if not state.pairings:
            console.print(Text(f"  {part}no match: {EXPLANATIONS[state.decision.why]}"))
            continue
        scores = ", ".join(
            " – ".join(map(number, pairing.scores))
            for pairing in state.pairings
            if pairing.scores is not None
        )
        line = f"  {part}{name(state.pairings[0].first)} {scores} {name(state.pairings[0].second)}"
        why = EXPLANATIONS[state.decision.why]
        console.print(Text(line + (f": {why}" if why else "")))


def print_preview(
    console: Console,
    names: Sequence[str],
    format: Format,
    forecast: Forecast,
    pairs: int,
    *,
    second_a_pair: float,
    jobs: int,
    seed: bytes,
) -> None:
    """Prints the forecast, how results are counted, and a run with made-up results."""
    took = timedelta(seconds=round(seconds(forecast, second_a_pair * pairs, jobs)))
    lines = [
        ", ".join(map(str, format.describe())),
        f"{forecast.entries} entries, {len(forecast.rounds)} rounds, {forecast.matches} matches,"
        f" {forecast.games} games, {forecast.byes} byes",
        f"about {took}: a pair took {second_a_pair:.2f} s, {jobs} at a time",
        f"matches by round: {', '.join(map(str, forecast.rounds))}",
    ]
    if forecast.at_most > forecast.matches:
        lines.append(
            f"at most {forecast.at_most} matches: a drawn match of the bracket is followed by up"
            f" to {format.tiebreak_pairs} tiebreak pairs, then the better seed advances"
        )
    if format.system.uses_tie_breaks:
        rules = [RULES[name] for name in format.chain]
        lines += ["the order:", *(f"  {rule.label}: {rule.meaning}" for rule in rules)]
        lines.append(f"  {format.reason(ENTRY)}")
    lines += POLICY
    for line in lines:
        console.print(Text(line))
    console.print(Text("a simulated run", "bold"))
    event = simulate(format, len(names), 2 * pairs, chances(Random(seed)))
    print_tournament(console, names, format, event)
