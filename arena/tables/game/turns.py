"""Turns: who acts at a table, by when, and what an answer does.

Everything here runs inside log.locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from arena.tables import log
from arena.tables.errors import NotNow, Stale, TableError
from arena.tables.game import ending, pulse, windows
from arena.tables.game.game_state import GameState, Move, moves_of
from arena.tables.game.moves import legal_text, play, same_move
from arena.tables.models import Entry, Seat, Table
from arena.web.database_time import database_now
from engine.faults import Reason

MS = timedelta(milliseconds=1)
# A window that is closed so soon after its end is closed in time.
PROMPT = timedelta(milliseconds=500)


@dataclass(frozen=True)
class Question:
    """What a person is asked: the question's number at the seat, and the texts of the legal moves.

    `secret`: no other seat may notice it.
    """

    number: int
    legal: list[str]
    secret: bool = False


def begin(table: Table) -> None:
    """The game begins. Every seat is a person's or a bot's."""
    table.state = Table.State.PLAYING
    table.started = database_now()
    if table.clock:
        people = table.seats.exclude(player=None)
        people.update(bank_ms=round(table.clock["bank_s"] * 1000))
    log.append(table, Entry.Kind.START)
    go_on(table, GameState(table, []))


def go_on(table: Table, game: GameState, seats: Sequence[Seat] | None = None) -> None:
    """Decides who acts now. Call it after every change to the game or to who plays a seat.

    A person who was asked before stays asked, and the clock is not set back. `seats`: those of the
    table in order, if they are at hand.
    """
    if table.ended:
        return
    if game.seat is None:
        ending.finish(table, game.state.scores(), Reason.NORMAL)
    elif windows.is_open(table, game):
        table.asked = table.asked_seat = None
    elif (seats or table.seats.order_by("number"))[game.seat].playing_bot is not None:
        table.asked = table.asked_seat = None
        table.due = database_now()
    else:
        table.due = None
        table.asked = table.asked or database_now()
        table.asked_seat = game.seat


def close_window(table: Table, game: GameState) -> None:
    """Ends the window if its time has passed, and goes on. While no web process is there to take
    answers, it lasts longer."""
    if not windows.is_over(table):
        return
    if pulse.nobody_can_answer(database_now()):
        windows.prolong(table)
        return
    end = windows.end(table)
    if fault := windows.close(table, game):
        seat, what = fault
        lose_by_fault(table, game, seat, what["reason"], what["detail"])
        return
    go_on(table, game)
    # To the millisecond the same, however many answers there were to play.
    if table.asked is not None and table.asked - end < PROMPT:
        table.asked = end


def lose_by_fault(table: Table, game: GameState, seat: int, reason: str, detail: str) -> None:
    """The side of this seat loses the game by a fault (engine.faults)."""
    side = seat % 2
    fault = {"side": side, "seat": seat, "move": len(game.moves), "detail": detail}
    ending.finish(table, (float(side), float(1 - side)), reason, fault)


def question(table: Table, game: GameState, seat: Seat) -> Question | None:
    """What the person in this seat is asked now. Only this person may know it."""
    if table.state != Table.State.PLAYING or seat.playing_bot is not None:
        return None
    number = game.noticed[seat.number]
    if table.window is not None:
        asked = windows.awaits(table, seat.number)
        return Question(number, game.legal(seat.number), secret=True) if asked else None
    return Question(number, game.legal()) if game.seat == seat.number else None


def answer(table: Table, seat_number: int, question: int, text: str) -> None:
    """A person's answer to a question. The same answer again does nothing.

    Raises Stale (another question is asked now), NotNow (not this seat's turn, or not its own),
    and TableError: ``illegal`` (with the engine's reason), ``answered`` (another answer came first)
    and ``too_late``. None of them depends on what other seats are asked in secret.
    """
    game = GameState(table, moves_of(table))
    given = game.answers.get((seat_number, question))
    if given is not None:
        if not same_move(given, text):
            raise _stale()
        return
    if table.state != Table.State.PLAYING:
        raise NotNow(_("No game is being played at this table."))
    close_window(table, game)
    if question != game.noticed[seat_number]:
        raise _stale()
    seats = list(table.seats.order_by("number"))
    seat = seats[seat_number]
    if seat.playing_bot is not None:
        raise NotNow(_("A bot plays for you. Take your seat back first."))
    if seat.left is not None:
        raise NotNow(_("You have left the table. Take your seat back first."))
    if table.window is not None:
        windows.answer(table, game, seat_number, text)
        return
    if game.seat != seat_number:
        raise NotNow(_("It is not your turn."))
    legal = legal_text(game, seat_number, text)
    play(table, game, Move(seat_number, legal, _charge(table, seat)))
    go_on(table, game, seats)


def _stale() -> Stale:
    return Stale(_("The game has moved on: this answers a question that is no longer asked."))


def _charge(table: Table, seat: Seat) -> float:
    """Takes the turn from the person's clock: the free time of the turn, then the bank.

    Returns the milliseconds that it took. Raises TableError (``too_late``).
    """
    assert table.asked is not None
    spent = max(database_now() - table.asked, timedelta(0))
    if table.clock:
        bank = seat.bank_ms or 0
        free = timedelta(seconds=table.clock["move_s"])
        left = bank - max(0, round((spent - free) / MS))
        if left < 0:
            if not pulse.stands(database_now()):
                raise TableError("too_late", _("Your time has run out."))
            left = 0
        if left < bank:
            Seat.objects.filter(pk=seat.pk).update(bank_ms=left)
    return round(spent / MS, 1)
