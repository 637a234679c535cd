"""What becomes of a guest's seats and tables when the guest becomes an account (people/merging)."""

from typing import Any

from arena.people.merging import players_merged
from arena.people.models import Player
from arena.tables import log
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving


def move(guest: Player, player: Player, **_signal: Any) -> None:
    """Gives the guest's seats and tables to the player; again does nothing.

    Where both sit at one table the guest leaves: nobody may hold two hands there.
    """
    seats = Seat.objects.filter(player=guest, left=None, table__state__in=Table.UNFINISHED)
    for code in list(seats.order_by("table").values_list("table__code", flat=True)):
        with log.locked(code) as table:
            if table.host_id == guest.pk:
                table.host = player
            if not Seat.objects.filter(table=table, player=guest).exists():
                continue  # another log-in of the same guest was faster
            if Seat.objects.filter(table=table, player=player).exists():
                leaving.leave(table, guest)
            else:
                Seat.objects.filter(table=table, player=guest).update(player=player)
    Table.objects.filter(host=guest).update(host=player)
    shared = Seat.objects.filter(player=player).values("table")
    Seat.objects.filter(player=guest).exclude(table__in=shared).update(player=player)


players_merged.connect(move, dispatch_uid="move seats")
