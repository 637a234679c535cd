"""The periodic tasks. A task may run anywhere at any time. Without work it does nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from arena.dumps import making as dumps
from arena.experiments import sequential_test
from arena.insights import counting
from arena.ladder import match_scheduling
from arena.matches import live_updates, queue, remote_bots, sweep
from arena.matches.sharing import Sharing
from arena.people import levels, pool_refresh
from arena.puzzles import making as puzzles
from arena.ratings import rating_refresh
from arena.remote import sweeping as remote_sweeping
from arena.tables import sweeping as tables
from arena.tables.game import pulse
from arena.tables.seats import expiry
from arena.tables.worker import step_sweep
from arena.tournaments import sweeping
from arena.web import idempotency, rate_limit
from arena.webhooks import sending as webhooks

WAITING = "what can wait"


@dataclass(frozen=True)
class PeriodicTask:
    """`seconds` between two runs. `grace`: seconds before the first run, and after an outage of the
    database. `patience`: the longest time that the end of the process waits for it. `waits`: it
    shares a thread and a database connection with the others that do, since nobody misses it for a
    while.
    """

    name: str
    run: Callable[[], object]
    seconds: float
    grace: float = 0.0
    patience: float = 5.0
    waits: bool = False

    @property
    def lane(self) -> str:
        """The name of its thread."""
        return WAITING if self.waits else self.name


PERIODIC = (
    PeriodicTask("tell idle workers of matches", queue.top_up_hints, 1.0),
    # Workers that were cut off from the database extend their leases first.
    PeriodicTask("end expired leases", sweep.lose_expired, 2.0, grace=5.0),
    PeriodicTask("settle ended matches", sweep.settle_ended, 2.0),
    PeriodicTask("delete old live updates", live_updates.delete_ended, 10.0),
    PeriodicTask("end matches that wait for remote bots", remote_bots.give_up, 5.0),
    PeriodicTask("delete what remote bots said", remote_sweeping.delete_ended, 30.0, waits=True),
    PeriodicTask("share slots", Sharing().look, 2.0),
    PeriodicTask("cancel matches of tournaments", sweeping.cancel_matches, 1.0),
    PeriodicTask("advance tournaments", sweeping.sweep, 5.0),
    PeriodicTask("refresh ratings", rating_refresh.sweep, 5.0),
    PeriodicTask("refresh ratings of people", pool_refresh.sweep, 5.0),
    PeriodicTask("order house bots by strength", levels.sweep, 60.0, waits=True),
    PeriodicTask("schedule the ladder", match_scheduling.sweep, 2.0),
    PeriodicTask("count decisions", counting.sweep, 3.0, grace=30.0, waits=True),
    PeriodicTask("make puzzles", puzzles.sweep, 30.0, grace=30.0, waits=True),
    PeriodicTask("make dumps", dumps.sweep, 60.0, grace=60.0, waits=True),
    # Messages whose answers nobody waits for are sent again, with the same id.
    PeriodicTask("send webhooks", webhooks.sweep, 1.0, patience=1.0),
    PeriodicTask("forget old webhook messages", webhooks.forget_old, 600.0, waits=True),
    PeriodicTask("forget old uses", rate_limit.forget_old, 600.0, waits=True),
    PeriodicTask("forget repeated requests", idempotency.forget_old, 600.0, waits=True),
    PeriodicTask("advance experiments", sequential_test.sweep, 5.0),
    PeriodicTask("keep the clocks at tables", partial(pulse.beat, pulse.HOUSEKEEPING), 2.0),
    PeriodicTask("end tables whose time is over", expiry.sweep, 1.0),
    PeriodicTask("look after tables", tables.sweep, 2.0),
    PeriodicTask("forget unused guests", tables.forget_guests, 600.0, waits=True),
    PeriodicTask("play tables on", step_sweep.sweep, 1.0),
)
