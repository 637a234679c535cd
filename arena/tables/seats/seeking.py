"""Finding an opponent: whoever looks for one sits down where another waits, or waits himself."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Invalid
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving, seating
from arena.tables.seats.creating import ME, OPEN, create_table, parse_clock
from arena.web.database_time import database_now
from engine import rulesets
from engine.errors import BadOption

# The key of PostgreSQL's advisory lock under which people look for each other. It is the first lock
# that a transaction takes, so nobody waits in a circle.
LOCK = 0x60A9
# Nobody is seated opposite somebody who is not there.
PRESENT = timedelta(seconds=30)


def seek(
    player: Player,
    ruleset: str,
    rated: bool = False,
    clock: Mapping[str, Any] | None = None,
    network: str = "",
) -> Table:
    """The table where the player now sits: that of somebody who looks for the same, or a new one in
    the lobby. Looking again finds the same table; leaving it cancels. Raises TableError.
    """
    try:
        rules = rulesets.ruleset(ruleset)
    except BadOption as error:
        raise Invalid("ruleset", str(error)) from None
    terms = {"ruleset": ruleset, "rated": rated, "clock": parse_clock(clock)}
    with transaction.atomic():
        _take_turns()
        offers = _offers(terms)
        own = offers.filter(seats__player=player).first()
        others = offers.exclude(seats__player=player)
        for code in list(others.values_list("code", flat=True)):
            with log.locked(code) as table:
                if _all_present(table):
                    if own is not None:
                        _cancel(own, player)
                    seating.sit(table, player, network=network)
                    return table
        if own is not None:
            return own
        return create_table(
            player,
            ruleset=ruleset,
            options={},
            seats=[{"kind": ME}, *[{"kind": OPEN}] * (rules.seats - 1)],
            rated=rated,
            clock=clock,
            in_lobby=True,
            network=network,
            draw_seats=True,
            sought=True,
        )


def _offers(terms: Mapping[str, Any]) -> QuerySet[Table]:
    """The open tables of people who look for the same, the oldest first."""
    wanted = dict(terms)
    clock = wanted.pop("clock")
    tables = Table.objects.listed().filter(sought=True, options={}, **wanted).order_by("pk")
    return tables.filter(clock__isnull=True) if clock is None else tables.filter(clock=clock)


def _cancel(table: Table, player: Player) -> None:
    """Leaves the table where the player has waited so far."""
    with log.locked(table.code) as own:
        leaving.leave(own, player)


def _all_present(table: Table) -> bool:
    """Whether the table is still open, and everyone who waits there is there."""
    since = database_now() - PRESENT
    persons = Seat.objects.filter(table=table).exclude(player=None)
    return table.state == Table.State.OPEN and not persons.exclude(seen__gt=since).exists()


def _take_turns() -> None:
    """Lets one transaction at a time look. SQLite has one writer at a time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT PG_ADVISORY_XACT_LOCK(%s)", [LOCK])
