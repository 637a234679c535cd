"""The time and the memory that pairing the largest tournaments takes."""

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bench.measure import Row
from referee.tournaments.event import Event
from referee.tournaments.format import Format
from referee.tournaments.simulation import chances
from referee.tournaments.systems import SYSTEMS

SWISS = (128, 256, 512)
ROUND_ROBIN = 500


def swiss_rounds(n: int, draws: float) -> list[float]:
    """The processor time of each round of an event of `n` entries, in seconds."""
    format, score = Format(system=SYSTEMS["swiss"]), chances(Random(1), draws)
    event = Event.of(n, 4)
    spent: list[float] = []
    while True:
        begin = time.process_time()
        made = format.next_step(event).pairings
        if not made:
            return spent
        spent.append(time.process_time() - begin)
        event = event.followed_by(replace(one, scores=score(one, 4)) for one in made)


def rows() -> Iterator[Row]:
    for n in SWISS:
        spent = swiss_rounds(n, 0.1) + swiss_rounds(n, 0.4)
        note = f"the slowest of {len(spent)} rounds, processor time; {sum(spent):.1f} s in all"
        yield Row(f"pair a Swiss round of {n}", max(spent), "s", note, at_most=2)

    format = Format(system=SYSTEMS["round-robin"])
    event = Event.of(ROUND_ROBIN, 4)
    tracemalloc.start()
    last = ()
    while made := format.next_step(replace(event, pairings=last)).pairings:
        last = tuple(replace(one, scores=(3.0, 1.0)) for one in made)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    note = f"all {last[0].round} rounds of {ROUND_ROBIN} entries, one after the other"
    yield Row("round robin, memory", peak, "MiB", note, at_most=5)
