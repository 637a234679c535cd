"""The time and the memory that pairing the largest tournaments takes."""

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bench.measure import Row
from referee.tournaments.event import Entrant, Event
from referee.tournaments.format import Format, System
from referee.tournaments.simulation import chances
from referee.tournaments.steps import next_step

SWISS = 256
ROUND_ROBIN = 500


def rows() -> Iterator[Row]:
    format, score = Format(System.SWISS), chances(Random(1))
    event = Event((Entrant(),) * SWISS, (), 4)
    longest = 0.0
    while True:
        begin = time.process_time()
        made = next_step(format, event).pairings
        longest = max(longest, time.process_time() - begin)
        if not made:
            break
        event = event.followed_by(replace(one, scores=score(one, 4)) for one in made)
    note = f"the slowest of {event.rounds} rounds of {SWISS} entries, processor time"
    yield Row("pair a Swiss round", longest, "s", note, at_most=5)

    round_robin = Event((Entrant(),) * ROUND_ROBIN, (), 4)
    tracemalloc.start()
    last = ()
    while made := next_step(Format(), replace(round_robin, pairings=last)).pairings:
        last = tuple(replace(one, scores=(3.0, 1.0)) for one in made)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    note = f"all {last[0].round} rounds of {ROUND_ROBIN} entries, one after the other"
    yield Row("round robin, memory", peak, "MiB", note, at_most=5)
