"""Swiss rounds by score groups: each round is the cheapest perfect matching of its entries.

What a round has to keep, the more important first (after the basic rules of the FIDE's C.04.1):

1. a bye, where the field is odd, goes to one of those who have had the fewest;
2. as few as possible meet whom they have met before;
3. the bye goes to the lowest score group that leaves this possible;
4. those meet whose points are nearest: the squares of the differences are as small as possible;
5. within a score group the upper half meets the lower half, first against first, as in the FIDE's
   systems.

Colours are not balanced: the two games of every pair have the sides exchanged.
"""

from collections.abc import Sequence

import networkx

from referee.tournaments.event import Event, Outcome, Pairing

MAX_ENTRIES = 512
MAX_ROUNDS = 30

BYE = -1  # the vertex that stands for having no opponent


def usual_rounds(n: int) -> int:
    """As many as it takes to find one winner of `n` entries who has won them all."""
    return max(1, (n - 1).bit_length())


def halves(event: Event) -> list[int]:
    """What each entry has so far, in half match points: what decides whom it meets."""
    points = [0] * len(event.entrants)
    for pairing in event.pairings:
        first, second = _halves(pairing)
        points[pairing.first] += first
        if pairing.second is not None:
            points[pairing.second] += second
    return points


def _halves(pairing: Pairing) -> tuple[int, int]:
    match pairing.outcome:
        case Outcome.BYE | Outcome.SECOND_FORFEITS:
            return 2, 0
        case Outcome.FIRST_FORFEITS:
            return 0, 2
        case Outcome.VOID:
            return 1, 1
        case Outcome.BOTH_FORFEIT:
            return 0, 0
    if pairing.scores is None or pairing.both_failed:
        return 0, 0
    first, second = pairing.scores
    if first == second:
        return 1, 1
    return (2, 0) if first > second else (0, 2)


def one_round(event: Event) -> list[Pairing]:
    """The next round, the boards in the order of the points; a bye comes last."""
    number = event.rounds + 1
    points = halves(event)
    present = [
        entry
        for entry, entrant in enumerate(event.entrants)
        if entrant.active and entrant.joined <= number
    ]
    # The order of merit; whoever is equal stands in the order of the seeds.
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
    made = [event.meet(number, board, a, b) for board, (a, b) in enumerate(pairs, 1)]
    if len(present) % 2:
        (alone,) = set(present) - {entry for pair in pairs for entry in pair}
        made.append(event.meet(number, len(made) + 1, alone, None))
    return made


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _matching(
    present: Sequence[int],
    points: Sequence[int],
    met: dict[tuple[int, int], int],
    byes: Sequence[int],
) -> list[tuple[int, int]]:
    """The cheapest perfect matching of those present, with BYE among them when they are odd."""
    n = len(present)
    place = _places(present, points)
    # Each weight outweighs a whole round of what is less important: sums stay in order.
    spread = points[present[0]] - points[present[-1]] if present else 0
    float_ = (n + 1) ** 2
    low = float_ * ((spread**2 + 1) * (n // 2 + 1))
    rematch = low * (spread + 1) * 2
    edges: list[tuple[int, int, int]] = []
    for rank, a in enumerate(present):
        for other in range(rank + 1, n):
            b = present[other]
            cost = rematch * met.get(_ordered(a, b), 0)
            difference = points[a] - points[b]
            if difference:
                cost += float_ * difference**2 + abs(other - rank)
            else:
                index, size = place[a]
                cost += abs(place[b][0] - index - (size + 1) // 2)
            edges.append((a, b, cost))
    if n % 2:
        fewest = min(byes[entry] for entry in present)
        lowest = points[present[-1]]
        for rank, entry in enumerate(present):
            if byes[entry] == fewest:
                edges.append((entry, BYE, low * (points[entry] - lowest) + n - 1 - rank))
    dearest = max((cost for *_, cost in edges), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(present)
    graph.add_weighted_edges_from((a, b, dearest - cost + 1) for a, b, cost in edges)
    found: set[tuple[int, int]] = networkx.max_weight_matching(graph, maxcardinality=True)
    return list(found)


def _places(present: Sequence[int], points: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Of each entry its place within its score group, from 0, and the size of the group."""
    groups: dict[int, list[int]] = {}
    for entry in present:
        groups.setdefault(points[entry], []).append(entry)
    return {
        entry: (place, len(group)) for group in groups.values() for place, entry in enumerate(group)
    }
