"""Who is at the table: a person is away when none of his tabs and devices asks for the table.

Away is not left: whoever is away loses nothing in an unrated game.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models.functions import Now

from arena.people.models import Player
from arena.tables import log
from arena.tables.game import pulse
from arena.tables.models import Seat, Table
from arena.web.database_time import database_now

# A person is told to be away so long after the last request or open stream.
AWAY_AFTER = timedelta(seconds=30)
# At most one write in this time, however many tabs a person has open.
WRITE_EVERY = timedelta(seconds=10)

SWEPT_AT_ONCE = 200


def seen(table: Table, player: Player | None) -> None:
    """The player is at the table. Call it for each request, and while a stream is open.

    Writes little. Nothing happens for somebody who does not sit there.
    """
    if player is None:
        return
    seats = Seat.objects.filter(table=table, player=player)
    seat = seats.annotate(now=Now()).values("seen", "away", "now").first()
    if seat is None:
        return
    now = seat["now"]
    if seat["seen"] is None or seat["seen"] <= now - WRITE_EVERY:
        seats.update(seen=now)
    if seat["away"] is not None and not table.ended:
        with log.locked(table.code) as locked:
            Seat.objects.filter(table=locked, player=player).update(away=None, wait_since=None)


def seen_all(there: Iterable[tuple[str, int]]) -> None:
    """`seen` for many: pairs of a table's code and the id of a player, who need not sit there."""
    pairs = set(there)
    codes, players = {code for code, _ in pairs}, {player for _, player in pairs}
    found = Seat.objects.filter(table__code__in=codes, player__in=players)
    seats = [
        seat
        for seat in found.select_related("table", "player").defer("table__seed")
        if (seat.table.code, seat.player_id) in pairs
    ]
    now = database_now()
    due = [seat.pk for seat in seats if seat.seen is None or seat.seen <= now - WRITE_EVERY]
    if due:
        Seat.objects.filter(pk__in=due).update(seen=now)
    for seat in seats:
        if seat.away is not None:
            seen(seat.table, seat.player)


def sweep() -> None:
    """Notes who has gone away, so that the others are told."""
    now = database_now()
    if pulse.stands(now):
        return
    gone = Seat.objects.filter(
        away=None, left=None, seen__lte=now - AWAY_AFTER, table__state__in=Table.UNFINISHED
    ).exclude(player=None)
    codes = gone.order_by("table").values_list("table__code", flat=True).distinct()
    for code in list(codes[:SWEPT_AT_ONCE]):
        with log.locked(code) as table:
            Seat.objects.filter(
                table=table, away=None, left=None, seen__lte=now - AWAY_AFTER
            ).exclude(player=None).update(away=now)
