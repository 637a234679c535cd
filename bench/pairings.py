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

SWISS = 256
ROUND_ROBIN = 500


def rows() -> Iterator[Row]:
    format, score = Format(system=SYSTEMS["swiss"]), chances(Random(1))
    event = Event.of(SWISS, 4)
    longest = 0.0
    while True:
        begin = time.process_time()
        made = format.next_step(event).pairings
        longest = max(longest, time.process_time() - begin)
        if not made:
            break
        event = event.followed_by(replace(one, scores=score(one, 4)) for one in made)
    note = f"the slowest of {event.rounds} rounds of {SWISS} entries, processor time"
    yield Row("pair a Swiss round", longest, "s", note, at_most=5)

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
