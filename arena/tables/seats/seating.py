"""Sitting down at an open table, and filling its seats with bots."""

from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, Invalid, NotNow, TableError
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import limits, places
from arena.tables.seats.invited_bots import find_house_bot, require_game
from arena.tables.seats.rated_games import check_rated
from arena.web.database_time import database_now

DEFAULT_LEVEL = "medium"


def seats_of(table: Table) -> list[Seat]:
    """The seats in order, with the names of players and bots."""
    return list(Seat.objects.named().filter(table=table).order_by("number"))


def find_seat(table: Table, player: Player | None) -> Seat | None:
    """The seat in which the player sits; None for a visitor or a spectator."""
    if player is None:
        return None
    seat = Seat.objects.filter(table=table, player=player).first()
    if seat is not None:
        seat.player = player
    return seat


def own_seat(table: Table, player: Player) -> Seat:
    """The seat in which the player sits. Raises Forbidden for anyone who does not sit here."""
    seat = find_seat(table, player)
    if seat is None:
        raise Forbidden(_("You do not sit at this table."))
    return seat


def sit(table: Table, player: Player, seat: int | None = None, network: str = "") -> Seat:
    """Seats the player at a locked table, in the first open seat if `seat` is None. The game starts
    when that was the last open seat. `network`: the player's address. Raises TableError."""
    if find_seat(table, player) is not None:
        raise TableError("seated", _("You sit at this table already."))
    _require_open(table)
    chosen = _open_seat(table, seat)
    if table.rated:
        _check_rated(table, player=player)
    limits.lock_player(player)
    limits.check_tables_of(player)
    limits.use_to_sit(player, network)
    now = database_now()
    chosen.player, chosen.seen = player, now
    chosen.save()
    table.touched = now
    log.append(table, Entry.Kind.SEAT, chosen.number, what="sat", name=player.name)
    _begin_if_full(table)
    return chosen


def fill(table: Table, player: Player, seat: int | None, version: Version) -> None:
    """The host gives an open seat of a locked table to a bot; None: every open seat.

    Raises TableError.
    """
    require_host(table, player)
    _require_open(table)
    require_game(table, version)
    if seat is None:
        chosen = [one for one in seats_of(table) if one.is_open]
    else:
        chosen = [_open_seat(table, seat)]
    if table.rated:
        _check_rated(table, version=version)
    for one in chosen:
        one.version = version
        one.save()
        log.append(table, Entry.Kind.SEAT, one.number, what="bot", name=str(version.bot))
    table.touched = database_now()
    _begin_if_full(table)


def start(table: Table, player: Player) -> None:
    """The host waits for nobody any more: house bots take the open seats, and the game starts."""
    fill(table, player, None, find_house_bot(table.ruleset, DEFAULT_LEVEL))


def stand(table: Table, seat: Seat) -> None:
    """A person gets up before the game has started. The next person is the host; a table without
    persons is closed by leaving.py."""
    name = seat.player.name if seat.player else ""
    seat.player = seat.seen = seat.away = None
    seat.save()
    table.state = Table.State.OPEN
    table.waiting_since = None
    log.append(table, Entry.Kind.SEAT, seat.number, what="stood", name=name)


def pass_on(table: Table, player: Player) -> None:
    """Makes the next person at the table its host, if `player` was."""
    if table.host_id != player.pk:
        return
    staying = [
        seat
        for seat in seats_of(table)
        if seat.player is not None and seat.left is None and seat.player_id != player.pk
    ]
    table.host = staying[0].player if staying else None
    if staying:
        log.append(
            table, Entry.Kind.SEAT, staying[0].number, what="host", name=str(staying[0].player)
        )


def require_host(table: Table, player: Player) -> None:
    """Raises Forbidden for anyone but the host."""
    if table.host_id != player.pk:
        raise Forbidden(_("Only the host of the table may do this."))


def _require_open(table: Table) -> None:
    if table.ended:
        raise NotNow(_("This table is closed."))
    if table.state != Table.State.OPEN:
        raise NotNow(_("All seats of this table are taken."))


def _open_seat(table: Table, number: int | None) -> Seat:
    seats = seats_of(table)
    if number is not None and number not in range(len(seats)):
        raise Invalid(
            "seat", _("The seats are numbered from 0 to %(last)d.") % {"last": len(seats) - 1}
        )
    free = [seat for seat in seats if seat.is_open and number in (None, seat.number)]
    if not free:
        raise TableError("taken", _("Somebody else was faster: this seat is taken."))
    return free[0]


def _check_rated(
    table: Table, *, player: Player | None = None, version: Version | None = None
) -> None:
    """Raises TableError if the table cannot be rated any more with this player or bot."""
    seats = seats_of(table)
    players = [seat.player for seat in seats if seat.player] + ([player] if player else [])
    bots = [seat.version for seat in seats if seat.version] + ([version] if version else [])
    check_rated(players, bots, hints=table.hints, clock=table.clock)


def _begin_if_full(table: Table) -> None:
    if not table.seats.filter(player=None, version=None).exists():
        places.begin_or_wait(table)
