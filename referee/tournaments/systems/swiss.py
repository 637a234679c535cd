"""Swiss rounds by score groups: each round is the minimum-cost perfect matching of its entries.

What a round observes, the most important first (after the basic rules of the FIDE's C.04.1):

1. with an odd number of entries, the bye goes to one of those with the fewest byes so far;
2. as few entries as possible meet again;
3. the bye goes to the lowest score group that allows this;
4. entries with similar points meet: the sum of the squared differences is minimal;
5. within a score group the upper half meets the lower half, first against first, as in the FIDE's
   systems.

Sides are not balanced: in the two games of every pair the sides are exchanged.
"""

from collections.abc import Iterable, Sequence
from types import ModuleType

from referee.errors import RefereeError
from referee.tournaments.crosstable import Crosstable, Unplayed, tabulate
from referee.tournaments.event import Event, EventPairing, NextStep
from referee.tournaments.format import LIMITS, Forecast, Format, Phrase, System
from referee.tournaments.ranking import Ranking, league_standings
from referee.tournaments.scoring import AWARDED, LOSS, awarded_games, points_of, result
from referee.tournaments.tiebreaks import POINTS

MAX_ENTRIES = 512
MAX_ROUNDS = LIMITS["rounds"][-1]

BYE = -1  # the vertex that stands for having no opponent


class NoLibrary(RefereeError):
    """A library that this system needs is not installed."""


def usual_rounds(n: int) -> int:
    """As many as leave at most one of `n` entries that has won all its matches."""
    return max(1, (n - 1).bit_length())


def half_points(event: Event) -> list[int]:
    """The match points of each entry so far, doubled to be whole: they decide who meets whom."""
    points = [0] * len(event.entries)
    for pairing in event.pairings:
        first, second = points_of(pairing) or (LOSS, LOSS)
        points[pairing.first] += round(2 * first)
        if pairing.second is not None:
            points[pairing.second] += round(2 * second)
    return points


def one_round(event: Event) -> list[EventPairing]:
    """The next round, its boards in the order of the points; a bye comes last."""
    number = event.rounds + 1
    points = half_points(event)
    present = [
        entry
        for entry, state in enumerate(event.entries)
        if state.active and state.joined <= number
    ]
    # By points, equal ones by seed.
    present.sort(key=lambda entry: (-points[entry], entry))
    met: dict[tuple[int, int], int] = {}
    byes = [0] * len(points)
    for pairing in event.pairings:
        if pairing.second is None:
            byes[pairing.first] += 1
        else:
            both = _ordered(pairing.first, pairing.second)
            met[both] = met.get(both, 0) + 1
    pairs = _matching(present, points, met, byes)
    rank = {entry: place for place, entry in enumerate(present)}
    pairs = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairs if BYE not in (a, b)]
    pairs.sort(key=lambda pair: (rank[pair[0]], rank[pair[1]]))
    made = [event.pair(number, board, a, b) for board, (a, b) in enumerate(pairs, 1)]
    if len(present) % 2:
        (alone,) = set(present) - {entry for pair in pairs for entry in pair}
        made.append(event.pair(number, len(made) + 1, alone, None))
    return made


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _matching(
    present: Sequence[int],
    points: Sequence[int],
    met: dict[tuple[int, int], int],
    byes: Sequence[int],
) -> list[tuple[int, int]]:
    """The minimum-cost perfect matching of the entries, with BYE as one of them if `n` is odd."""
    n = len(present)
    place = _places(present, points)
    # Each weight exceeds the sum of all less important costs of a round.
    spread = points[present[0]] - points[present[-1]] if present else 0
    difference_cost = (n + 1) ** 2
    bye_cost = difference_cost * ((spread**2 + 1) * (n // 2 + 1))
    rematch_cost = bye_cost * (spread + 1) * 2
    edges: list[tuple[int, int, int]] = []
    for rank, a in enumerate(present):
        for other in range(rank + 1, n):
            b = present[other]
            cost = rematch_cost * met.get(_ordered(a, b), 0)
            difference = points[a] - points[b]
            if difference:
                cost += difference_cost * difference**2 + abs(other - rank)
            else:
                index, size = place[a]
                cost += abs(place[b][0] - index - (size + 1) // 2)
            edges.append((a, b, cost))
    if n % 2:
        fewest = min(byes[entry] for entry in present)
        lowest = points[present[-1]]
        for rank, entry in enumerate(present):
            if byes[entry] == fewest:
                edges.append((entry, BYE, bye_cost * (points[entry] - lowest) + n - 1 - rank))
    dearest = max((cost for *_, cost in edges), default=0)
    rustworkx = _rustworkx()
    graph = rustworkx.PyGraph(multigraph=False)
    node = {entry: index for index, entry in enumerate([*present, BYE])}
    graph.add_nodes_from(list(node))
    graph.add_edges_from([(node[a], node[b], dearest - cost + 1) for a, b, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(graph[a], graph[b]) for a, b in found]


def _rustworkx() -> ModuleType:
    """The library, which authors of bots need not have. Raises NoLibrary."""
    try:
        import rustworkx
    except ImportError:
        raise NoLibrary(
            "Swiss tournaments need the library rustworkx, which is not installed:"
            " pip install rustworkx"
        ) from None
    return rustworkx


def _places(present: Sequence[int], points: Sequence[int]) -> dict[int, tuple[int, int]]:
    """For each entry its place within its score group, from 0, and the size of the group."""
    groups: dict[int, list[int]] = {}
    for entry in present:
        groups.setdefault(points[entry], []).append(entry)
    return {
        entry: (place, len(group)) for group in groups.values() for place, entry in enumerate(group)
    }


def rounds_of(format: Format, n: int) -> int:
    """How many rounds an event has that started with `n` entries; late entries add none."""
    return format.rounds or usual_rounds(n)


def next_step(format: Format, event: Event) -> NextStep:
    """The next round when the last one has ended."""
    if event.playing:
        return NextStep()
    early = sum(state.joined == 1 for state in event.entries)
    active = sum(state.active for state in event.entries)
    if event.rounds >= rounds_of(format, early) or active < 2:
        return NextStep(finished=True)
    return NextStep(tuple(one_round(event)))


def rank(format: Format, event: Event) -> Ranking:
    whole = table(event)
    rows = league_standings(event, whole, format.chain, range(len(event.entries)))
    return Ranking(rows, whole)


def table(event: Event) -> Crosstable:
    """The table of a Swiss event: an unplayed round is a meeting with a virtual opponent."""
    played = [
        one
        for pairing in event.pairings
        if (one := result(pairing, event.games)) is not None and one.awarded is None
    ]
    return tabulate(len(event.entries), played, _unplayed(event))


def _unplayed(event: Event) -> Iterable[Unplayed]:
    rounds = event.rounds
    points = [0.0] * len(event.entries)
    for number in range(1, rounds + 1):
        gains = [LOSS] * len(points)
        # An entry without a pairing had not joined yet, or has left.
        unplayed = set(range(len(points)))
        for pairing in event.of_round(number):
            gained = points_of(pairing) or (LOSS, LOSS)
            for side, entry in enumerate((pairing.first, pairing.second)):
                if entry is not None:
                    gains[entry] = gained[side]
                    if pairing.outcome not in AWARDED:
                        unplayed.remove(entry)
        for entry in sorted(unplayed):
            game_points = awarded_games(gains[entry], event.games)
            yield Unplayed(entry, gains[entry], game_points, points[entry], rounds - number)
        points = [before + gain for before, gain in zip(points, gains, strict=True)]


def forecast(format: Format, n: int, games: int) -> Forecast:
    number = rounds_of(format, n)
    matches = (n // 2,) * number
    return Forecast(n, matches, n % 2 * number, games, sum(matches))


def describe(format: Format) -> Sequence[Phrase]:
    name = Phrase(format.system.label)
    if not format.rounds:
        return [name]
    return [name, Phrase("%(rounds)d rounds", {"rounds": format.rounds})]


SYSTEM = System(
    name="swiss",
    label="Swiss",
    meaning="In every round, entries with similar points meet.",
    next_step=next_step,
    rank=rank,
    forecast=forecast,
    max_entries=MAX_ENTRIES,
    settings=("rounds", "tie_breaks"),
    chain=(
        POINTS,
        *("buchholz_cut_1", "buchholz", "sonneborn_berger"),
        *("direct_encounter", "game_points", "wins"),
    ),
    describe=describe,
    late_rounds=rounds_of,
)
