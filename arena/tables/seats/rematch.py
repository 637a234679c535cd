"""Another game of the same people: a table of its own, with the seats exchanged.

Everybody who wants one says so. When all people who are there have, the new table is made; bots
always agree. Under the lock of the old table, so that presses at the same moment make one.
"""

from datetime import timedelta

from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import NotNow, TooMany
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import limits, seating
from arena.tables.seats.creating import make_table
from arena.web.database_time import database_now

# Who was there in this time is asked.
PRESENT = timedelta(seconds=30)


def rematch(table: Table, player: Player) -> Table | None:
    """The player wants another game. Returns its table as soon as it exists. Raises TableError."""
    seat = seating.own_seat(table, player)
    if not table.ended:
        raise NotNow(_("The game is not over yet."))
    if (made := next_table(table)) is not None:
        return made
    seat.left, seat.seen = None, database_now()
    if not seat.wants_rematch:
        seat.wants_rematch = True
        log.append(table, Entry.Kind.SEAT, seat.number, what="rematch", name=player.name)
    seat.save()
    return consider(table)


def next_table(table: Table) -> Table | None:
    """The rematch, if it has been made."""
    return Table.objects.filter(rematch_of=table).first()


def consider(table: Table) -> Table | None:
    """Makes the rematch of a locked table if all people who are there want one."""
    seats = seating.seats_of(table)
    wanting = [seat for seat in seats if seat.player is not None and seat.wants_rematch]
    if not wanting or any(_is_asked(seat) for seat in seats):
        return None
    hosts = [seat.player for seat in wanting if seat.player_id == table.host_id]
    host = hosts[0] if hosts else wanting[0].player
    assert host is not None
    limits.use_to_create(host, table.network)
    taken = [_next_taker(seat) for seat in seats]
    # The next seat: the sides are exchanged, and partners stay partners.
    return make_table(
        host,
        taken[-1:] + taken[:-1],
        ruleset=table.ruleset,
        options=table.options,
        rated=table.rated,
        hints=table.hints,
        clock=table.clock,
        watchable=table.watchable,
        network=table.network,
        rematch_of=table,
    )


def _is_asked(seat: Seat) -> bool:
    """Whether the person is there and has not said yet whether he wants another game."""
    return (
        seat.player_id is not None
        and not seat.wants_rematch
        and seat.left is None
        and seat.seen is not None
        and database_now() - seat.seen < PRESENT
    )


def _next_taker(seat: Seat) -> Player | Version | None:
    """Who takes part in the rematch; None: the seat is open, because its person has gone."""
    if seat.player is not None and seat.wants_rematch:
        try:
            limits.check_tables_of(seat.player)
        except TooMany:
            return None
        return seat.player
    version = seat.version or seat.stand_in
    return version and _current(version)


def _current(version: Version) -> Version | None:
    """The active version of the same bot."""
    active = Version.objects.light().select_related("bot__owner")
    return active.filter(pk=version.bot.active_id or 0, state=Version.State.QUALIFIED).first()
