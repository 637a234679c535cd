"""How large a tournament gets, before it starts."""

from dataclasses import dataclass

from referee.pairings.round_robin import MAX_ENTRIES, MIN_ENTRIES, rounds_a_cycle

# All matches are made at the start, in one transaction; this many take seconds, not minutes.
MAX_MATCHES = 5000


@dataclass(frozen=True)
class Plan:
    """What a round robin of `entries` entries comes to. `byes`: how many each entry has."""

    entries: int
    rounds: int
    matches: int
    games: int
    byes: int


def plan(entries: int, cycles: int, pairs: int) -> Plan | None:
    """The plan of a round robin; None for fewer than two entries."""
    if entries < MIN_ENTRIES:
        return None
    matches = cycles * entries * (entries - 1) // 2
    return Plan(
        entries=entries,
        rounds=cycles * rounds_a_cycle(entries),
        matches=matches,
        games=2 * pairs * matches,
        byes=cycles * (entries % 2),
    )


def most_entries(cycles: int) -> int:
    """The largest field that stays within MAX_MATCHES matches."""
    entries = MIN_ENTRIES
    while entries < MAX_ENTRIES and cycles * entries * (entries + 1) // 2 <= MAX_MATCHES:
        entries += 1
    return entries
