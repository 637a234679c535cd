"""What the others may do about a person who has left or stays away: wait, let a bot play, or end.

Any person who is there may choose, and the first choice counts. The seat stays the person's: it can
be taken back at any time, also from the bot, whose pending answer is then dropped.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import NotNow
from arena.tables.game import ending, turns
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import leaving, seating
from arena.tables.seats.invited_bots import find_house_bot
from arena.web.database_time import database_now

# The others may choose so long after they were told that a person is away, and so long after they
# chose to wait. For a person who has left they need not wait.
CHOICE_AFTER = timedelta(seconds=30)
WAIT_AGAIN = timedelta(seconds=60)
# A bot that stands in must not harm the person's partner.
STAND_IN_LEVEL = "strong"


def waiting_for(table: Table, seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat of the person about whom the others may choose now; None if there is none.

    In a rated game of two the rules decide alone: whoever stays away loses (deadlines.py).
    """
    if table.state != Table.State.PLAYING or (table.rated and len(seats) == 2):
        return None
    for seat in seats:
        if seat.is_persons and seat.gone is not None and choice_from(seat) <= now:
            return seat
    return None


def choice_from(seat: Seat) -> datetime:
    """From when the others may choose about a person who is gone."""
    assert seat.gone is not None
    if seat.wait_since is not None:
        return seat.wait_since + WAIT_AGAIN
    return seat.left or seat.gone + CHOICE_AFTER


def wait(table: Table, player: Player) -> None:
    """The others wait for the person for another minute. Raises TableError."""
    own, gone = _choice(table, player)
    gone.wait_since = database_now()
    gone.save()
    log.append(table, Entry.Kind.SEAT, gone.number, what="wait", name=player.name, by=own.number)


def stand_in(table: Table, player: Player) -> None:
    """A house bot takes the person's seat, with that seat's view and no more. Raises TableError."""
    own, gone = _choice(table, player)
    version = find_house_bot(table.ruleset, STAND_IN_LEVEL)
    gone.stand_in, gone.wait_since, gone.resigned = version, None, None
    gone.save()
    log.append(
        table,
        Entry.Kind.SEAT,
        gone.number,
        what="stand_in",
        name=str(version.bot),
        version=version.pk,
        by=own.number,
    )
    _change_hands(table, gone)


def end(table: Table, player: Player) -> None:
    """Ends the game without the person. Raises TableError.

    A rated game, and one that the person chose to leave after his second move, is lost by his side;
    otherwise it has no result.
    """
    _own, gone = _choice(table, player)
    if table.rated or gone.left is not None:
        leaving.end_by_leaving(table, gone.number)
    else:
        ending.close(table, ending.CALLED_OFF, gone.number)


def reclaim(table: Table, player: Player) -> None:
    """The person takes the seat back after being away, or from the bot. Again does nothing.

    Raises TableError.
    """
    seat = seating.own_seat(table, player)
    if table.ended:
        raise NotNow(_("The game is over."))
    stood_in = seat.stand_in_id is not None
    if not stood_in and seat.gone is None:
        return
    seat.stand_in = None
    leaving.come_back(table, seat, logged=stood_in)
    table.touched = database_now()
    if table.host_id is None:
        table.host = player
    if stood_in:
        _change_hands(table, seat)


def _choice(table: Table, player: Player) -> tuple[Seat, Seat]:
    """The seat of the player, who may choose, and that of the person who is gone."""
    own = seating.own_seat(table, player)
    gone = waiting_for(table, seating.seats_of(table), database_now())
    if gone is None:
        raise NotNow(_("There is nobody to wait for: the person is back, or somebody has chosen."))
    if own.number == gone.number or not own.is_persons or own.left is not None:
        raise NotNow(_("Take your seat back first."))
    table.touched = database_now()
    return own, gone


def _change_hands(table: Table, seat: Seat) -> None:
    """Somebody else moves for the seat from now on: a step that asks the bot for it is void."""
    table.step_token = table.step_until = None
    if table.asked_seat == seat.number:
        table.asked = table.asked_seat = None
    turns.go_on(table, GameState(table, moves_of(table)))
    if table.window is not None:
        table.due = database_now()  # the step that looked after the window may be the void one
