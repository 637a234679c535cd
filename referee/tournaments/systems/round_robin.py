"""Round robin: each two entries meet, in the order of the FIDE's Berger tables.

The tables are those of the FIDE Handbook, C.05, annex 1. Entry 0 is number 1 of the published
tables.
"""

from collections.abc import Sequence

from referee.tournaments.crosstable import league_table
from referee.tournaments.event import Event, NextStep
from referee.tournaments.format import Forecast, Format, Phrase, System
from referee.tournaments.ranking import Ranking, league_standings

MIN_ENTRIES = 2
MAX_ENTRIES = 500

Seats = tuple[int, int | None]  # the first side and the second; None for a bye


def rounds(n: int, cycles: int = 1) -> list[list[Seats]]:
    """Every round of a tournament of `n` entries in which each two meet `cycles` times.

    With odd `n` one entry a round has a bye: the last pairing of the round, `(entry, None)`. In
    every second cycle the sides are exchanged. Raises ValueError for fewer than 2 or more than 500
    entries, or fewer than 1 cycle.
    """
    if not MIN_ENTRIES <= n <= MAX_ENTRIES:
        raise ValueError(f"a round robin takes {MIN_ENTRIES} to {MAX_ENTRIES} entries, not {n}")
    if cycles < 1:
        raise ValueError(f"a round robin has at least 1 cycle, not {cycles}")
    return [cycle_round(n, number) for number in range(cycles * rounds_a_cycle(n))]


def rounds_a_cycle(n: int) -> int:
    """How many rounds it takes `n` entries to meet once."""
    return n - 1 + n % 2


def matches_a_round(n: int, cycles: int) -> tuple[int, ...]:
    """How many matches each round has."""
    return (n // 2,) * (cycles * rounds_a_cycle(n))


def cycle_round(n: int, number: int) -> list[Seats]:
    """Round `number`, from 0 over all cycles, of `n` entries."""
    cycle, within = divmod(number, rounds_a_cycle(n))
    return one_round(n, within, reverse=cycle % 2 == 1)


def one_round(n: int, number: int, *, reverse: bool = False) -> list[Seats]:
    """Round `number` (from 0) of the Berger table for `n` entries.

    The last number of an even table stays in place and the others form a ring. In each round it
    meets the one at the top of the ring, alternating sides; the neighbours of the top meet each
    other, then the two next to those, and so on. From round to round the top moves on by half the
    table. An odd field is the next even table without its last number.
    """
    ring = rounds_a_cycle(n)
    last = ring
    top = number * (ring + 1) // 2 % ring
    games: list[Seats] = [
        ((top + step) % ring, (top - step) % ring) for step in range(1, (ring + 1) // 2)
    ]
    if reverse:
        games = [(second, first) for first, second in games if second is not None]
    if n % 2:
        return [*games, (top, None)]
    # The pairing of the last number opens the round, as in the tables.
    opening = (top, last) if (number % 2 == 0) != reverse else (last, top)
    return [opening, *games]


def next_step(format: Format, event: Event) -> NextStep:
    """The next round when the last one has ended. The latest round of the event is enough."""
    if event.playing:
        return NextStep()
    n, number = len(event.entries), event.rounds  # the number, from 0, of the next round
    if number >= format.cycles * rounds_a_cycle(n):
        return NextStep(finished=True)
    return NextStep(event.pair_round(number + 1, cycle_round(n, number)))


def rank(format: Format, event: Event) -> Ranking:
    table = league_table(event)
    rows = league_standings(event, table, format.chain, range(len(event.entries)))
    return Ranking(rows, table)


def forecast(format: Format, n: int, games: int) -> Forecast:
    matches = matches_a_round(n, format.cycles)
    return Forecast(n, matches, n % 2 * len(matches), games, sum(matches))


def describe(format: Format) -> Sequence[Phrase]:
    name = Phrase(format.system.label)
    if format.cycles == 1:
        return [name]
    return [name, Phrase("each two meet %(cycles)d times", {"cycles": format.cycles})]


SYSTEM = System(
    name="round-robin",
    label="round robin",
    meaning="Each two entries meet, once or up to four times.",
    next_step=next_step,
    rank=rank,
    forecast=forecast,
    max_entries=MAX_ENTRIES,
    settings=("cycles", "tie_breaks"),
    describe=describe,
    fixed_schedule=True,
    crosstable=True,
)
