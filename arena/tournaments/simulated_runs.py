"""The simulated runs of previews: each is computed once in a process, and few at a time.

Anyone may ask for one, and that of a large Swiss tournament takes half a second.
"""

from collections import OrderedDict
from random import Random
from threading import Lock

from arena.web.rate_limit import Limit, LimitReached, take
from arena.web.turns import NoTurn, Turns
from referee.tournaments.event import Event
from referee.tournaments.format import Format
from referee.tournaments.simulation import chances, simulate

RUNS = 20  # different ones, from 1
KEPT = 128

# For each client's address, without the runs that are known already.
NEW_RUNS = Limit("simulated-run", most=60, seconds=600)
COMPUTING = Turns(at_once=1, in_line=1, in_line_of_one=1, seconds=3)

_known: OrderedDict[tuple[Format, int, int, int], Event] = OrderedDict()
_lock = Lock()


class NoRun(Exception):
    """Too many runs are asked for: by this client, or at this moment."""


def simulated_run(format: Format, entries: int, games: int, run: int, client: str) -> Event:
    """The made-up results of a field of this size in matches of `games`. Raises NoRun.

    `run` chooses among RUNS runs; `client` is the address that asks.
    """
    key = (format, entries, games, run)
    event = _found(key)
    if event is not None:
        return event
    try:
        with COMPUTING.turn(client):
            event = _found(key)
            if event is None:
                take((NEW_RUNS, client))
                event = simulate(format, entries, games, chances(Random(run)))
                _keep(key, event)
    except (NoTurn, LimitReached):
        raise NoRun from None
    return event


def _found(key: tuple[Format, int, int, int]) -> Event | None:
    with _lock:
        if key in _known:
            _known.move_to_end(key)
        return _known.get(key)


def _keep(key: tuple[Format, int, int, int], event: Event) -> None:
    with _lock:
        _known[key] = event
        while len(_known) > KEPT:
            _known.popitem(last=False)
