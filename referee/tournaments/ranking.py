"""Who stands where in an event of any system, as it is now: a total order with its reasons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.tournaments import scoring
from referee.tournaments.bracket import Part, Place, Take
from referee.tournaments.event import Event, Status
from referee.tournaments.format import Format, System
from referee.tournaments.standings import ENTRY, Line, Row, Table
from referee.tournaments.steps import bracket_places, knockout_seeds

# What separates two entries beside the rules of referee.tournaments.standings.
KNOCKOUT = "knockout"  # got further in the bracket
GROUP_PLACE = "group_place"
POINTS_A_MATCH = "points_a_match"
GAMES_A_MATCH = "games_a_match"
DISQUALIFIED = scoring.DISQUALIFIED
OTHER_RULES = (KNOCKOUT, GROUP_PLACE, POINTS_A_MATCH, GAMES_A_MATCH, DISQUALIFIED, ENTRY)

THIRD_PLACE = 0.5  # of a round: what the match for the third place adds


@dataclass(frozen=True)
class Placing:
    """`groups`: the standings of each group, where there are any. `places`: the bracket, whose
    seeds are entries by `seeded`."""

    rows: list[Row]
    table: Table
    groups: list[list[Row]]
    places: list[Place]
    seeded: list[int]


def placing(format: Format, event: Event) -> Placing:
    """The standings of the event."""
    everybody = range(len(event.entrants))
    if format.system == System.SWISS:
        table = scoring.swiss_table(event)
        return Placing(scoring.ranked(event, table, format.chain, everybody), table, [], [], [])
    table = scoring.table(event)
    if not format.has_bracket:
        return Placing(scoring.ranked(event, table, format.chain, everybody), table, [], [], [])
    places = bracket_places(format, event)
    seeded = knockout_seeds(format, event)
    groups: list[list[Row]] = []
    keys: list[tuple[str, Callable[[int], float]]] = []
    reached = _reached(places, seeded)
    if format.system == System.GROUPS:
        groups = scoring.group_tables(format, event)
        line_of = {row.line.entry: row for rows in groups for row in rows}

        def shares(entry: int) -> tuple[float, float]:
            return scoring.share(line_of[entry].line, event.games)

        keys = [
            (GROUP_PLACE, lambda entry: -line_of[entry].place),
            (POINTS_A_MATCH, lambda entry: shares(entry)[0]),
            (GAMES_A_MATCH, lambda entry: shares(entry)[1]),
        ]
    keys = [(KNOCKOUT, lambda entry: reached.get(entry, -1.0)), *keys]
    keys = [(DISQUALIFIED, lambda entry: -float(_out(event, entry))), *keys]
    return Placing(_by(keys, everybody, table.lines), table, groups, places, seeded)


def _out(event: Event, entry: int) -> bool:
    return event.entrants[entry].status == Status.DISQUALIFIED


def _by(
    keys: Sequence[tuple[str, Callable[[int], float]]],
    entries: Sequence[int],
    lines: Sequence[Line],
) -> list[Row]:
    """The entries by these keys, more is better, then by their seeds."""
    values = {entry: [value(entry) for _, value in keys] for entry in entries}
    order = sorted(entries, key=lambda entry: ([-value for value in values[entry]], entry))
    rows = []
    for place, entry in enumerate(order, 1):
        rule = None
        if place > 1:
            above = values[order[place - 2]]
            names = (name for name, _ in keys)
            differing = (
                name
                for name, mine, other in zip(names, values[entry], above, strict=True)
                if mine != other
            )
            rule = next(differing, ENTRY)
        rows.append(Row(place, lines[entry], rule))
    return rows


def _reached(places: Sequence[Place], seeded: Sequence[int]) -> dict[int, float]:
    """How far each entry of the bracket has got: the round in which it was knocked out, and more
    than any of these for those who still play."""
    last = max((place.node.round for place in places), default=0) + 1.0
    # Overwritten by what comes later: a loser of the upper bracket plays on.
    found = dict.fromkeys(seeded, last)
    beaten: dict[int, float] = {}
    dropping = {
        source.number
        for place in places
        for source in place.node.sources
        if source.take == Take.LOSER and place.node.part != Part.THIRD
    }
    for place in places:
        decision = place.decision
        if decision is None or not place.known:
            continue
        comers = [seed for seed in (place.first, place.second) if seed is not None]
        for seed in comers:
            if seed == decision.winner:
                if place.node.part == Part.THIRD:
                    beaten[seed] = place.node.round - 1 + THIRD_PLACE
                continue
            drops = place.node.number in dropping and seed == decision.loser
            if place.node.part == Part.THIRD:
                beaten[seed] = place.node.round - 1.0
            elif not drops:
                beaten[seed] = float(place.node.round)
    found.update({seeded[seed]: round for seed, round in beaten.items()})
    return found
