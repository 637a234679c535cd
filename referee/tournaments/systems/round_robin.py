"""Round robin in Berger order, as in the tables of the FIDE Handbook (C.05, annex 1).

Entries are numbers from 0; entry 0 is number 1 of the published tables.
"""

MIN_ENTRIES = 2
MAX_ENTRIES = 500

Pairing = tuple[int, int | None]


def rounds(n: int, cycles: int = 1) -> list[list[Pairing]]:
    """Every round of a tournament of `n` entries in which each two meet `cycles` times.

    A pairing names the first side and the second. With odd `n` one entry a round has a bye: the
    last pairing of the round, `(entry, None)`. In every second cycle the sides are exchanged.
    Raises ValueError for fewer than 2 or more than 500 entries, or fewer than 1 cycle.
    """
    if not MIN_ENTRIES <= n <= MAX_ENTRIES:
        raise ValueError(f"a round robin takes {MIN_ENTRIES} to {MAX_ENTRIES} entries, not {n}")
    if cycles < 1:
        raise ValueError(f"a round robin has at least 1 cycle, not {cycles}")
    return [
        one_round(n, number, reverse=cycle % 2 == 1)
        for cycle in range(cycles)
        for number in range(rounds_a_cycle(n))
    ]


def rounds_a_cycle(n: int) -> int:
    """How many rounds it takes `n` entries to meet once."""
    return n - 1 + n % 2


def one_round(n: int, number: int, *, reverse: bool = False) -> list[Pairing]:
    """Round `number` (from 0) of the Berger table for `n` entries.

    The last number of an even table stands still and the others form a ring. In each round it
    meets the one at the ring's top, first on one side and then on the other; those next to the
    top on the right and on the left meet, then those two away from it, and so on. From round to
    round the top moves on by half the table. An odd field is the next even table without its last.
    """
    ring = rounds_a_cycle(n)
    last = ring
    top = number * (ring + 1) // 2 % ring
    games: list[Pairing] = [
        ((top + step) % ring, (top - step) % ring) for step in range(1, (ring + 1) // 2)
    ]
    if reverse:
        games = [(second, first) for first, second in games if second is not None]
    if n % 2:
        return [*games, (top, None)]
    # The pairing of the last number opens the round, as in the tables.
    opening = (top, last) if (number % 2 == 0) != reverse else (last, top)
    return [opening, *games]
