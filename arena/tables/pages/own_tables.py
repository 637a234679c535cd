"""The games that one player has played."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arena.people.models import Player
from arena.tables.game.record import table_record
from arena.tables.models import Seat, Table
from arena.tables.watching.lists import with_seats

# By the score of the player's side; None: the game has no result.
OUTCOMES = {
    1.0: ("won", _("won")),
    0.5: ("drawn", _("drawn")),
    0.0: ("lost", _("lost")),
    None: ("nothing", _("no result")),
}


def played(player: Player | None) -> "QuerySet[Table]":
    """The games of the player that have ended, the last first; not those that never began."""
    if player is None:
        return Table.objects.none()
    tables = Table.objects.filter(seats__player=player, state__in=Table.ENDED)
    return with_seats(tables.exclude(started=None)).order_by("-id")


def records(player: Player | None) -> Iterator[str]:
    """The records of all games of the player that have a result, a line of JSON each."""
    over = Table.objects.filter(seats__player=player, state=Table.State.OVER) if player else None
    for table in over.order_by("id").iterator(chunk_size=50) if over is not None else ():
        yield json.dumps(table_record(table), separators=(",", ":")) + "\n"


@dataclass(frozen=True)
class Result:
    """A game as one of its players sees it. `outcome` is won, lost, drawn or nothing."""

    table: Table
    outcome: str
    label: str
    opponents: str
    partner: str


def result_for(table: Table, player: Player) -> Result:
    """How the game ended for the player; `table` is one of `played`."""
    seats = list(table.seats.all())
    own = next((seat.number for seat in seats if seat.player_id == player.pk), 0)
    side = own % 2
    partners = [name_of(s) for s in seats if s.number % 2 == side and s.number != own]
    opponents = [name_of(s) for s in seats if s.number % 2 != side]
    score = (table.score0, table.score1)[side] if table.state == Table.State.OVER else None
    outcome, label = OUTCOMES[score]
    return Result(table, outcome, str(label), " & ".join(opponents), " & ".join(partners))


def name_of(seat: Seat) -> str:
    """Who sits there; an empty text for an open seat."""
    if seat.player is not None:
        return seat.player.name
    return str(seat.version.bot) if seat.version is not None else ""
