"""Leaving a table for good, aborting a game, and resigning it.

"Left" is chosen; somebody who only does not answer is "away" (presence.py).
"""

from contextlib import suppress
from datetime import timedelta

from django.utils.translation import gettext as _

from arena.games.labels import GAMES
from arena.people.models import Player
from arena.people.pools import base
from arena.tables import log
from arena.tables.errors import Invalid, NotNow, TableError, TooMany
from arena.tables.game import ending
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import limits, rematch, seating
from arena.web.database_time import database_now

# A game can be aborted before one's own move of this number; whoever leaves before it aborts.
SECOND_MOVE = 2
# How long a partner's proposal to resign stands.
PROPOSAL = timedelta(seconds=60)


def moves_made(table: Table, seat: int) -> int:
    """How many moves the seat has made in the game. To decline a secret question is none: the
    arena does that for whoever does not answer."""
    moves = Entry.objects.filter(table=table, kind=Entry.Kind.MOVE, seat=seat)
    decline = GAMES[base(table.ruleset)].decline
    return (moves.exclude(data__text=decline) if decline else moves).count()


def leave(table: Table, player: Player, network: str = "") -> None:
    """The player leaves a locked table for good. Raises TableError.

    Before the game the seat is open again. In a game others may still be playing: then they are
    told, and the seat's time runs (deadlines.py, absence.py); otherwise the game is over.
    """
    seat = seating.own_seat(table, player)
    if table.ended:
        # Whoever wants a rematch waits for this person no longer.
        Seat.objects.filter(pk=seat.pk).update(left=database_now(), wants_rematch=False)
        with suppress(TooMany):
            rematch.consider(table)
        return
    if seat.left is not None:
        return
    table.touched = now = database_now()
    if table.state != Table.State.PLAYING:
        seating.stand(table, seat)
        seating.pass_on(table, player)
        if table.host_id is None:
            ending.close(table, ending.LEFT, seat.number)
        return
    aborts = moves_made(table, seat.number) < SECOND_MOVE
    fishes = aborts and not limits.count_abort(player, network)
    seat.left, seat.resigned = now, None
    seat.save()
    log.append(table, Entry.Kind.SEAT, seat.number, what="left", name=player.name)
    seating.pass_on(table, player)
    persons = [one for one in seating.seats_of(table) if one.player_id is not None]
    if all(one.left is not None for one in persons):
        # Whoever left first has ended the game for the others, unless a bot had taken the seat.
        first = min(
            (one for one in persons if one.stand_in_id is None),
            key=lambda one: (one.left or now, one.number),
            default=seat,
        )
        end_by_leaving(table, first.number, fishes=fishes and first.number == seat.number)


def come_back(table: Table, seat: Seat, logged: bool = False) -> None:
    """A person who had left, or was away, is there again. `logged`: also if he was only away."""
    if logged or seat.left is not None:
        log.append(table, Entry.Kind.SEAT, seat.number, what="back", name=str(seat.player))
    seat.left = seat.away = seat.wait_since = None
    seat.seen = database_now()
    seat.save()


def end_by_leaving(table: Table, seat: int, fishes: bool = False) -> None:
    """Ends a locked game because of a person who has left, or stays away in a rated game.

    The person loses, except before his second move in an unrated game: that has no result, unless
    he `fishes` for good hands by leaving again and again.
    """
    if not table.rated and not fishes and moves_made(table, seat) < SECOND_MOVE:
        ending.close(table, ending.LEFT, seat)
    else:
        end_unless_absent(table, seat, ending.LEFT)


def end_unless_absent(table: Table, seat: int, reason: str) -> None:
    """A person's side loses a locked game, for `reason`. But whoever has not been seen since a
    rated game began, and has not moved twice, has not played it: that has no result, and counts as
    an abort."""
    row = Seat.objects.select_related("player").get(table=table, number=seat)
    absent = table.started is not None and (row.seen is None or row.seen < table.started)
    # `seen` is not written at each request: a fast game may be over before.
    absent = absent and moves_made(table, seat) < SECOND_MOVE
    unplayed = table.rated and absent and row.left is None
    if unplayed and row.player is not None and limits.count_abort(row.player):
        ending.close(table, ending.ABSENT, seat)
    else:
        ending.lose(table, seat, reason)


def may_abort(table: Table, seat: Seat, made: int | None = None) -> bool:
    """Whether the person in this seat, who has `made` so many moves, may abort the game, as far as
    the table is concerned."""
    return (
        table.state == Table.State.PLAYING
        and seat.is_persons
        and (moves_made(table, seat.number) if made is None else made) < SECOND_MOVE
    )


def abort(table: Table, player: Player, network: str = "") -> None:
    """Ends a locked game without a result, before the player's second move. Raises TableError."""
    seat = seating.own_seat(table, player)
    _require_playing(table)
    if not may_abort(table, seat):
        raise NotNow(_("You have made two moves, so you cannot abort the game. You can resign it."))
    limits.use_abort(player, network)
    ending.close(table, ending.ABORTED, seat.number)


def resign(table: Table, player: Player, confirm: bool = False) -> None:
    """The player's side loses a locked game. With a person as partner both have to resign within a
    minute: the first to do so proposes it. Raises TableError."""
    seat = seating.own_seat(table, player)
    _require_playing(table)
    if confirm is not True:
        raise Invalid("confirm", _("Resigning ends the game. Send “confirm”: true if you mean it."))
    if not seat.is_persons:
        raise TableError("stand_in", _("A bot plays for you. Take your seat back first."))
    now = database_now()
    table.touched = now
    partners = [one for one in _partners(table, seat) if one.is_persons and not one.gone]
    if all(proposes(one) for one in partners):
        ending.lose(table, seat.number, ending.RESIGN)
    elif not proposes(seat):
        seat.resigned = now
        seat.save()
        log.append(table, Entry.Kind.SEAT, seat.number, what="resigns", name=player.name)


def proposes(seat: Seat) -> bool:
    """Whether the person's proposal to resign stands."""
    return seat.resigned is not None and database_now() - seat.resigned < PROPOSAL


def _partners(table: Table, seat: Seat) -> list[Seat]:
    others = [one for one in seating.seats_of(table) if one.number != seat.number]
    return [one for one in others if one.number % 2 == seat.number % 2]


def _require_playing(table: Table) -> None:
    if table.ended:
        raise NotNow(_("The game is over."))
    if table.state != Table.State.PLAYING:
        raise NotNow(_("The game has not begun."))
