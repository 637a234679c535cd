"""Round-robin groups; the best of each advance to a single elimination."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.tournaments import bracket
from referee.tournaments.bracket import seed_order
from referee.tournaments.crosstable import Crosstable, Line, league_table
from referee.tournaments.event import Event, NextStep
from referee.tournaments.format import BadFormat, Forecast, Format, Phrase, System
from referee.tournaments.knockout import Knockout
from referee.tournaments.progress import REASONS as BRACKET_REASONS
from referee.tournaments.progress import ranking_keys
from referee.tournaments.ranking import Ranking, league_standings, standings_by_keys
from referee.tournaments.standings import RankedLine
from referee.tournaments.systems import round_robin, single_elimination
from referee.tournaments.systems.single_elimination import describe_third_place

MIN_SIZE = 2  # entries of a group

GROUP_PLACE = "group_place"
POINTS_A_MATCH = "points_a_match"
GAMES_A_MATCH = "games_a_match"
REASONS = {
    **BRACKET_REASONS,
    GROUP_PLACE: "place in the group",
    POINTS_A_MATCH: "match points a match",
    GAMES_A_MATCH: "game points a match",
}


def group_of(entry: int, groups: int) -> int:
    """The group, from 0, of an entry: 0 1 2 2 1 0 0 1 …, so that all are about equally strong."""
    row, column = divmod(entry, groups)
    return column if row % 2 == 0 else groups - 1 - column


def members(n: int, groups: int) -> list[list[int]]:
    """The entries of each group, the best seed first."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for entry in range(n):
        found[group_of(entry, groups)].append(entry)
    return found


def rounds(n: int, groups: int, cycles: int) -> int:
    """How many rounds the largest group takes."""
    return cycles * max(round_robin.rounds_a_cycle(len(group)) for group in members(n, groups))


def one_round(n: int, groups: int, cycles: int, number: int) -> list[tuple[int, int | None]]:
    """Round `number`, from 0, of all groups, one group after the other. A small group may have
    finished. In an odd group the bye comes last."""
    found: list[tuple[int, int | None]] = []
    for group in members(n, groups):
        if number < cycles * round_robin.rounds_a_cycle(len(group)):
            games = round_robin.cycle_round(len(group), number)
            found += [(group[a], None if b is None else group[b]) for a, b in games]
    return found


@dataclass(frozen=True)
class Qualifier:
    """An entry that advances from its group. `merit` orders those of the same place: more is
    better."""

    entry: int
    group: int
    place: int
    merit: tuple[float, ...]


def bracket_seeds(qualifiers: Sequence[Qualifier]) -> list[int]:
    """The entries in the order of their seeds in the bracket: all group winners by merit, then the
    runners-up, and so on. Within a place two are exchanged where entries of one group would
    otherwise meet in the first round."""
    order = sorted(
        qualifiers, key=lambda one: (one.place, tuple(-value for value in one.merit), one.entry)
    )
    n = len(order)
    size = 1 << max(0, n - 1).bit_length()
    frame = seed_order(size)
    opponent = dict(zip(frame[::2], frame[1::2], strict=True)) if size > 1 else {}
    opponent |= {b: a for a, b in opponent.items()}

    def clashes(seed: int) -> bool:
        other = opponent.get(seed, n)
        return other < n and order[other].group == order[seed].group

    for seed in reversed(range(n)):
        if not clashes(seed):
            continue
        for other in sorted(range(n), key=lambda one: (abs(one - seed), one)):
            if other == seed or order[other].place != order[seed].place:
                continue
            order[seed], order[other] = order[other], order[seed]
            if not clashes(seed) and not clashes(other):
                break
            order[seed], order[other] = order[other], order[seed]
    return [one.entry for one in order]


def rounds_of(format: Format, n: int) -> int:
    """How many rounds precede the bracket."""
    return rounds(n, format.groups, format.cycles)


def group_table(format: Format, event: Event) -> Crosstable:
    """The table of the rounds before the bracket."""
    return league_table(event.up_to_round(rounds_of(format, len(event.entries))))


def group_standings(format: Format, event: Event, table: Crosstable) -> list[list[RankedLine]]:
    """The standings of each group."""
    return [
        league_standings(event, table, format.chain, group)
        for group in members(len(event.entries), format.groups)
    ]


def share(line: Line, games: int) -> tuple[float, float]:
    """Match points a match and game points a game, since groups differ in size."""
    matches = max(1, line.matches + line.unplayed)
    return line.points / matches, line.game_points / (matches * games)


def qualified(format: Format, event: Event) -> list[Qualifier]:
    """The best of each group that have not left."""
    found = []
    standings = group_standings(format, event, group_table(format, event))
    for number, rows in enumerate(standings):
        active = [row.line for row in rows if event.entries[row.line.entry].active]
        for place, line in enumerate(active[: format.qualifiers], 1):
            found.append(Qualifier(line.entry, number, place, share(line, event.games)))
    return found


def drawn(event: Event) -> list[int]:
    """The entries of the bracket in the order of its seeds; empty until it has been drawn."""
    seeds = [
        (state.knockout, entry)
        for entry, state in enumerate(event.entries)
        if state.knockout is not None
    ]
    return [entry for _, entry in sorted(seeds)]


def _knockout(format: Format, event: Event, seeded: Sequence[int]) -> Knockout:
    nodes = single_elimination.nodes(format, len(seeded))
    before = rounds_of(format, len(event.entries))
    return Knockout(nodes, seeded, format.tiebreak_pairs, before)


def next_step(format: Format, event: Event) -> NextStep:
    """The next round of the groups, or of the bracket. After the last round of the groups, their
    best are drawn into the bracket."""
    seeded = drawn(event)
    if seeded:
        return _knockout(format, event, seeded).next_step(event)
    if event.playing:
        return NextStep()
    n, number = len(event.entries), event.rounds  # the number, from 0, of the next round
    if number < rounds_of(format, n):
        games = one_round(n, format.groups, format.cycles, number)
        return NextStep(event.pair_round(number + 1, games))
    seeds = bracket_seeds(qualified(format, event))
    if len(seeds) < bracket.MIN_ENTRIES:
        return NextStep(finished=True)
    step = _knockout(format, event, seeds).next_step(event.with_bracket_seeds(seeds))
    return replace(step, seeds=tuple(seeds))


def rank(format: Format, event: Event) -> Ranking:
    """First by the bracket, then by place in the group, match points a match and game points a
    match."""
    table = group_table(format, event)
    groups = group_standings(format, event, table)
    seeded = drawn(event)
    states = _knockout(format, event, seeded).states(event)
    row_of = {row.line.entry: row for rows in groups for row in rows}
    shares = {entry: share(row.line, event.games) for entry, row in row_of.items()}
    rows = standings_by_keys(
        event,
        league_table(event),
        [
            *ranking_keys(states, seeded),
            (GROUP_PLACE, lambda entry: -row_of[entry].place),
            (POINTS_A_MATCH, lambda entry: shares[entry][0]),
            (GAMES_A_MATCH, lambda entry: shares[entry][1]),
        ],
    )
    return Ranking(rows, table, groups, states, seeded)


def check(format: Format, n: int) -> None:
    least = max(MIN_SIZE, format.qualifiers)
    if n // format.groups < least:
        raise BadFormat(
            f"{format.groups} groups with {format.qualifiers} qualifiers each need at least"
            f" {format.groups * least} entries, not {n}"
        )


def forecast(format: Format, n: int, games: int) -> Forecast:
    after = single_elimination.forecast(format, format.groups * format.qualifiers, games)
    sizes = [len(group) for group in members(n, format.groups)]
    before = tuple(
        sum(
            size // 2 for size in sizes if number < format.cycles * round_robin.rounds_a_cycle(size)
        )
        for number in range(rounds_of(format, n))
    )
    at_most = sum(before) + after.at_most
    return Forecast(n, before + after.rounds, after.byes, games, at_most)


def describe(format: Format) -> Sequence[Phrase]:
    values = {"groups": format.groups, "best": format.qualifiers}
    text = "%(groups)d groups, the best %(best)d of each to a single elimination"
    return [Phrase(text, values), *describe_third_place(format)]


SYSTEM = System(
    name="groups",
    label="groups, then single elimination",
    meaning="Round-robin groups side by side; the best of each advance to a single elimination.",
    next_step=next_step,
    rank=rank,
    forecast=forecast,
    max_entries=round_robin.MAX_ENTRIES,
    settings=("cycles", "groups", "qualifiers", "third_place", "tiebreak_pairs", "tie_breaks"),
    reasons=REASONS,
    check=check,
    describe=describe,
    bracket_after=rounds_of,
)
