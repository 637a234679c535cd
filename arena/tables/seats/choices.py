"""What somebody may do at a table now, besides playing: the buttons of the page."""

from collections.abc import Sequence
from datetime import datetime

from arena.people.models import Player
from arena.tables.errors import TableError
from arena.tables.models import Seat, Table
from arena.tables.seats import absence, leaving, limits, rematch, seating
from arena.tables.seats.rated_games import check_rated
from arena.web.database_time import database_now


def choices(
    table: Table,
    seat: int | None,
    player: Player | None = None,
    seats: Sequence[Seat] | None = None,
    network: str = "",
    now: datetime | None = None,
    made: int | None = None,
) -> list[str]:
    """The names of the actions that are possible for the person in `seat`, or without one.

    They depend on nothing secret. `network`: the person's address. If they are at hand: the `seats`
    of the table, what time it is `now`, and how many moves the person has `made`.
    """
    seats = seating.seats_of(table) if seats is None else seats
    own = None if seat is None else seats[seat]
    if own is None:
        return ["sit"] if _may_sit(table, seats, player) else []
    if table.ended:
        return [] if rematch.next_table(table) else ["rematch"]
    if table.state != Table.State.PLAYING:
        hosts = table.state == Table.State.OPEN and own.player_id == table.host_id
        return [*(["fill", "start"] if hosts else []), "leave"]
    if own.left is not None or own.stand_in_id is not None:
        return ["reclaim"] if own.left is not None else ["reclaim", "leave"]
    found = ["resign", "leave"]
    if leaving.may_abort(table, own, made) and own.player and limits.may_abort(own.player, network):
        found.insert(0, "abort")
    gone = absence.waiting_for(table, seats, now or database_now())
    if gone is not None and gone.number != own.number:
        found += ["wait", "stand_in", "end"]
    return [*found, "hint"] if table.hints else found


def _may_sit(table: Table, seats: Sequence[Seat], player: Player | None) -> bool:
    """Whether a seat is open; in a rated game, whether this player may take it. Of a visitor who
    has not played yet that is unknown."""
    if table.state != Table.State.OPEN or not any(seat.is_open for seat in seats):
        return False
    if not table.rated:
        return True
    if player is None:
        return False
    versions = [seat.version for seat in seats if seat.version]
    try:
        check_rated([player], versions, hints=table.hints, clock=table.clock)
    except TableError:
        return False
    return True
