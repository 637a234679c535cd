"""Lists of tables: the open ones of the lobby, and the unfinished ones of a player."""

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from arena.people.models import Player
from arena.tables.models import Seat, Table, TableQuerySet


def lobby(ruleset: str | None = None) -> QuerySet[Table]:
    """The open tables where anyone may sit down, newest first, with their seats. Not those at which
    nobody is now."""
    there = Seat.objects.filter(table=OuterRef("pk"), away=None).exclude(player=None)
    tables = with_seats(Table.objects.listed().filter(Exists(there)))
    return tables.filter(ruleset=ruleset) if ruleset else tables


def unfinished_of(player: Player | None) -> QuerySet[Table]:
    """The unfinished tables at which the player sits, newest first, with their seats."""
    if player is None:
        return Table.objects.none()
    own = Seat.objects.filter(player=player, left=None).values("table")
    return with_seats(Table.objects.unfinished().filter(pk__in=own))


def waits_for(table: Table, player: Player) -> bool:
    """Whether everybody sees that it is this player's turn."""
    return any(
        seat.number == table.asked_seat and seat.player_id == player.pk
        for seat in table.seats.all()
    )


def turns_waiting(player: Player | None) -> int:
    """At how many tables it is the player's turn."""
    if player is None:
        return 0
    seats = Seat.objects.filter(player=player, left=None, stand_in=None)
    return seats.filter(table__state=Table.State.PLAYING, table__asked_seat=F("number")).count()


def with_seats(tables: TableQuerySet) -> TableQuerySet:
    """With everything that a list shows of each table, in two queries."""
    return tables.defer("seed", "window").prefetch_related(
        Prefetch("seats", Seat.objects.named().order_by("number"))
    )
