"""People report moves of bots; the authors get them, with the position, when the game has ended."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from arena.bots import notifications
from arena.bots.models import HEAVY, Bot, Notification
from arena.people.models import Player
from arena.tables.errors import Invalid, NotNow, TableError
from arena.tables.game import ending
from arena.tables.game.game_state import GameState, Move, moves_of
from arena.tables.models import Entry, MoveReport, Table
from arena.tables.seats import limits, seating

MAX_TEXT = 300
_HEAVY = [f"version__{field}" for field in HEAVY]


def report_move(table: Table, player: Player, move: int, text: str = "") -> None:
    """Reports a bot's move at a locked table, during the game or after it.

    `move` is the number of the move as this player counts them: those that the player noticed, from
    1. Raises TableError: Forbidden, Invalid, NotNow, TooMany, ``reported`` (again).
    """
    seat = seating.own_seat(table, player).number
    if not Entry.objects.filter(table=table, kind=Entry.Kind.MOVE).exists():
        raise NotNow(_("No move has been made at this table."))
    text = text.strip()
    if len(text) > MAX_TEXT:
        raise Invalid("text", _("Write %(most)d characters at most.") % {"most": MAX_TEXT})
    moves = moves_of(table)
    index = _index(table, moves, seat, move)
    if index is None:
        raise Invalid("move", _("There is no move with this number."))
    version = _bot_at(table, moves[index].seat, index)
    if version is None:
        raise Invalid("move", _("A person made this move. You can report moves of bots."))
    if MoveReport.objects.filter(table=table, move=index + 1, player=player).exists():
        raise TableError("reported", _("You have reported this move."))
    limits.use(limits.REPORTS, player)
    MoveReport.objects.create(
        table=table,
        seat=moves[index].seat,
        version_id=version,
        move=index + 1,
        played=moves[index].text,
        position=GameState(table, moves[:index]).state.position(),
        player=player,
        text=text,
    )
    if table.ended:
        announce(table)


def announce(table: Table, **_signal: Any) -> None:
    """Tells the authors of moves that were reported during a game, when it has ended.

    Does nothing the second time. An author gets one notification until it is dismissed.
    """
    new = MoveReport.objects.filter(table=table, announced=False)
    for report in new.select_related("version__bot").defer(*_HEAVY):
        bot, kind = report.version.bot, Notification.Kind.MOVE_REPORT
        if not Notification.objects.filter(bot=bot, kind=kind, seen=False).exists():
            notifications.create(bot, kind, version=f"v{report.version.number}")
    new.update(announced=True)


ending.table_ended.connect(announce, dispatch_uid="announce reported moves")


def of_bot(bot: Bot) -> QuerySet[MoveReport]:
    """The reports of a bot's moves that its owner may see, newest first."""
    reports = MoveReport.objects.shown().filter(version__bot=bot)
    return reports.select_related("table", "version", "player__user").defer(*_HEAVY)


def _index(table: Table, moves: Sequence[Move], seat: int, number: int) -> int | None:
    """The index of the move that is the seat's `number`th; None if there is none."""
    game = GameState(table, [])
    for index, move in enumerate(moves):
        before = game.noticed[seat]
        game.play(move)
        if game.noticed[seat] == number > before:
            return index
    return None


def _bot_at(table: Table, number: int, index: int) -> int | None:
    """The id of the version that made the move with this index from this seat; None: a person."""
    seat = table.seats.get(number=number)
    if seat.version_id is not None:
        return seat.version_id
    version = None
    made = 0
    for entry in table.log.filter(kind__in=[Entry.Kind.MOVE, Entry.Kind.SEAT]):
        if entry.kind == Entry.Kind.MOVE:
            made += 1
            if made > index:
                break
        elif entry.seat == number and entry.data["what"] in ("stand_in", "back"):
            version = entry.data.get("version")
    return version
