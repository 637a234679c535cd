"""Round-robin groups of which the best go on to a bracket."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournaments.bracket import seed_order
from referee.tournaments.systems import round_robin

MIN_GROUPS = 2
MIN_SIZE = 2  # entries of a group


def group_of(entry: int, groups: int) -> int:
    """The group, from 0, of an entry: 0 1 2 2 1 0 0 1 …, so that all are about as strong."""
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
    finished; the byes of an odd one come last in it."""
    found: list[tuple[int, int | None]] = []
    for group in members(n, groups):
        cycle, within = divmod(number, round_robin.rounds_a_cycle(len(group)))
        if cycle < cycles:
            games = round_robin.one_round(len(group), within, reverse=cycle % 2 == 1)
            found += [(group[a], None if b is None else group[b]) for a, b in games]
    return found


@dataclass(frozen=True)
class Qualified:
    """An entry that goes on; `merit`: what orders those of one place, more is better."""

    entry: int
    group: int
    place: int
    merit: tuple[float, ...]


def bracket_seeds(qualified: Sequence[Qualified]) -> list[int]:
    """The entries in the order of their seeds in the bracket: all group winners by their merit,
    then the seconds, and so on; within a place two are exchanged where entries of one group would
    otherwise meet at once."""
    order = sorted(
        qualified, key=lambda one: (one.place, tuple(-value for value in one.merit), one.entry)
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
