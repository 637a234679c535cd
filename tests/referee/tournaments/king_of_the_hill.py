"""A toy tournament system, written as docs/development.md says: one module with a SYSTEM.

The best seed is the first king. In each round the king meets the next challenger, and the winner is
king. Entries rank by the last round in which they were on the hill.
"""

from referee.tournaments.crosstable import league_table
from referee.tournaments.event import Event, NextStep
from referee.tournaments.format import BadFormat, Format, System
from referee.tournaments.ranking import Ranking, standings_by_keys
from referee.tournaments.scoring import LOSS, WIN, points_of
from referee.tournaments.simulation import simulated_forecast

REIGN = "reign"


def king(event: Event) -> int:
    """The entry on the hill. A draw or a double failure leaves the king in place."""
    found = 0
    for pairing in event.pairings:
        if pairing.second is not None and points_of(pairing) == (LOSS, WIN):
            found = pairing.second
    return found


def next_step(format: Format, event: Event) -> NextStep:
    if event.playing:
        return NextStep()
    challenger = event.rounds + 1
    if challenger == len(event.entries):
        return NextStep(finished=True)
    return NextStep(event.pair_round(challenger, [(king(event), challenger)]))


def rank(format: Format, event: Event) -> Ranking:
    table = league_table(event)
    last = dict.fromkeys(range(len(event.entries)), 0)
    for number in range(event.rounds + 1):
        last[king(event.up_to_round(number))] = number + 1
    keys = [(REIGN, lambda entry: float(last[entry]))]
    return Ranking(standings_by_keys(event, table, keys), table)


def check(format: Format, n: int) -> None:
    if n > 9:
        raise BadFormat(f"the hill is too small for {n} entries: at most 9")


SYSTEM = System(
    name="king-of-the-hill",
    label="king of the hill",
    meaning="The winner stays and meets the next challenger.",
    next_step=next_step,
    rank=rank,
    forecast=simulated_forecast,
    max_entries=20,
    reasons={REIGN: "later on the hill"},
    check=check,
)
