"""A tournament's standings, crosstable and bracket for a terminal, and what it would come to."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.cli.match_report import number
from referee.tournaments import scoring, standings
from referee.tournaments.bracket import Part, Place, Why
from referee.tournaments.event import Event
from referee.tournaments.format import Format, System
from referee.tournaments.ranking import placing
from referee.tournaments.simulation import Plan, chances, seconds, simulate

WHY = {
    Why.FURTHER: "by further pairs",
    Why.SEED: "drawn to the end, the better seed advances",
    Why.VOID: "void, the better seed advances",
    Why.BOTH_LOST: "both lost, nobody advances",
}
RULES = {
    "points": "match points: 1 for a match won, ½ for one drawn",
    "game_points": "game points: the sum of the scores of all games",
    "direct_encounter": "direct encounter: among the tied, if all have met equally often",
    "buchholz_cut_1": "Buchholz cut 1: the points of all opponents but the weakest",
    "buchholz": "Buchholz: the points of all opponents",
    "sonneborn_berger": "Sonneborn-Berger: the points of the beaten, half of the drawn with",
    "koya": "Koya: points taken from those with at least half of what was possible",
    "wins": "matches won",
}
POLICY = (
    "both fail in all games: 0-0, both lose; in a bracket nobody advances",
    "a bye: 1 point in a Swiss round, nothing in a round robin, the next round of a bracket",
    "a match that the machine cannot play is tried again; one that stays void ends the tournament",
)


def print_tournament(console: Console, names: Sequence[str], format: Format, event: Event) -> None:
    """All that there is to see: the bracket, each group, the standings, the best first."""
    placed = placing(format, event)
    for letter, rows in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", placed.groups, strict=False):
        console.print(Text(f"Group {letter}", "bold"))
        _print_rows(console, names, rows, _league(format, event), crosstable=True)
    if placed.places:
        _print_bracket(console, [names[entry] for entry in placed.seeded], placed.places)
    _print_rows(
        console,
        names,
        placed.rows,
        placed.table,
        crosstable=format.system == System.ROUND_ROBIN,
        swiss=format.system == System.SWISS,
    )


def _league(format: Format, event: Event) -> standings.Table:
    rounds = format.group_rounds(len(event.entrants))
    early = tuple(pairing for pairing in event.pairings if pairing.round <= rounds)
    return scoring.table(Event(event.entrants, early, event.games))


def _print_rows(
    console: Console,
    names: Sequence[str],
    rows: Sequence[standings.Row],
    table: standings.Table,
    *,
    crosstable: bool,
    swiss: bool = False,
) -> None:
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "bot", "points", "games", *(("BH",) if swiss else ()), "SB"):
        shown.add_column(heading, justify="left" if heading == "bot" else "right")
    if crosstable:
        for row in rows:
            shown.add_column(str(row.place), justify="right")
    else:
        shown.add_column("behind by")
    for row in rows:
        line = row.line
        met = table.row(line.entry)
        cells = [
            "·"
            if other.line.entry == line.entry
            else " ".join(number(meeting.scored) for meeting in met.get(other.line.entry, []))
            for other in rows
        ]
        shown.add_row(
            str(row.place),
            Text(names[line.entry]),
            number(line.points),
            f"{number(line.game_points)}/{line.games}",
            *((f"{line.buchholz:g}",) if swiss else ()),
            f"{line.sonneborn_berger:g}",
            *(cells if crosstable else [(row.rule or "").replace("_", " ")]),
        )
    # As wide as it is: half a crosstable is of no use.
    width = console.measure(shown, options=console.options.update(width=10_000)).maximum
    console.print(shown, width=width)


def _print_bracket(console: Console, names: Sequence[str], places: Sequence[Place]) -> None:
    def name(seed: int | None) -> str:
        return "nobody" if seed is None else f"{names[seed]} ({seed + 1})"

    heading = None
    for place in sorted(places, key=lambda one: (one.node.round, one.node.board)):
        if place.decision is None or place.decision.why in (Why.EMPTY, Why.NOT_NEEDED):
            continue
        node = place.node
        title = f"Round {node.round}"
        if title != heading:
            console.print(Text(title, "bold"))
            heading = title
        part = "" if node.part == Part.WINNERS else f"{node.part}: "
        if place.decision.why == Why.BYE:
            console.print(Text(f"  {part}{name(place.decision.winner)} has a bye"))
            continue
        scores = ", ".join(
            " – ".join(map(number, leg.scores)) for leg in place.legs if leg.scores is not None
        )
        line = f"  {part}{name(place.legs[0].first)} {scores} {name(place.legs[0].second)}"
        why = WHY.get(place.decision.why)
        console.print(Text(line + (f": {why}" if why else "")))


def print_preview(
    console: Console,
    names: Sequence[str],
    format: Format,
    plan: Plan,
    pairs: int,
    *,
    second_a_pair: float,
    jobs: int,
    seed: bytes,
) -> None:
    """What the tournament comes to, what its rules do, and a run with made-up results."""
    took = timedelta(seconds=round(seconds(plan, second_a_pair * pairs, jobs)))
    lines = [
        f"{plan.entries} entries, {len(plan.rounds)} rounds, {plan.matches} matches,"
        f" {plan.games} games, {plan.byes} byes",
        f"about {took}: a pair took {second_a_pair:.2f} s, {jobs} at a time",
        f"matches by round: {', '.join(map(str, plan.rounds))}",
    ]
    if plan.at_most > plan.matches:
        lines.append(
            f"at most {plan.at_most} matches: a drawn match of the bracket is followed by up to"
            f" {format.further} further pairs, then the better seed advances"
        )
    if format.system not in (System.SINGLE, System.DOUBLE):
        lines += ["the order:", *(f"  {RULES[name]}" for name in format.chain), "  the better seed"]
    lines += POLICY
    for line in lines:
        console.print(Text(line))
    console.print(Text("a simulated run", "bold"))
    event = simulate(format, len(names), 2 * pairs, chances(Random(seed)))
    print_tournament(console, names, format, event)
