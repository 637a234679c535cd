"""Windows: the time in which seats are asked what nobody else may notice (Kozel's molodka).

A window opens only where public card counts allow such a question, and lasts equally long whether
or not anybody is asked, and whatever is answered. Nothing that others can see changes before it
ends. People's clocks stand meanwhile. At its end the answers are played in the engine's order; a
seat without an answer says no.

`table.window` holds:

- ``until`` and ``length``: when it ends (milliseconds since 1970, by the database's clock), and how
  long it lasts. Everybody may know these two, and nobody the others.
- ``asked``: the seats that are asked. ``answers``: by seat (as a text) its ``text``, ``ms`` and
  ``note``, or the ``reason`` and ``detail`` of a bot's fault.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from arena.tables.errors import NotNow, TableError
from arena.tables.game.game_state import GameState, Move
from arena.tables.game.moves import legal_text, play, same_move
from arena.tables.models import Seat, Table
from arena.web.database_time import database_now

Fault = tuple[int, dict[str, Any]]


def is_open(table: Table, game: GameState) -> bool:
    """Opens a window if it is time for one. Returns whether one is open."""
    if table.window is None:
        may_be_asked = game.may_be_asked
        if not may_be_asked or table.window_at == game.public:
            return False
        _open(table, game, may_be_asked)
    elif bots_to_ask(table, table.seats.all()):
        table.due = database_now()  # a bot has taken the seat of a person who is asked
    return True


def _open(table: Table, game: GameState, may_be_asked: frozenset[int]) -> None:
    bots = {seat.number for seat in table.seats.all() if seat.playing_bot is not None}
    people = may_be_asked - bots
    length = settings.TABLE_WINDOW_MS if people else settings.TABLE_BOTS_WINDOW_MS
    now = database_now()
    until = now + timedelta(milliseconds=length)
    table.window = {
        "until": round(until.timestamp() * 1000),
        "length": length,
        "asked": game.asked_in_secret(),
        "answers": {},
    }
    table.window_at = game.public
    # A step starts the bots that may be asked, also if none is: their next moves take equally long.
    table.due = now if may_be_asked & bots else until


def end(table: Table) -> datetime:
    """When the open window ends."""
    assert table.window is not None
    return datetime.fromtimestamp(table.window["until"] / 1000, UTC)


def is_over(table: Table) -> bool:
    """Whether a window is open whose time has passed."""
    return table.window is not None and database_now() >= end(table)


def prolong(table: Table) -> None:
    """Lets the open window last for its whole length from now on."""
    assert table.window is not None
    until = database_now() + timedelta(milliseconds=table.window["length"])
    table.window = table.window | {"until": round(until.timestamp() * 1000)}
    table.due = end(table)


def awaits(table: Table, seat: int) -> bool:
    """Whether this seat is asked in the open window, and has not answered."""
    window = table.window
    return window is not None and seat in window["asked"] and str(seat) not in window["answers"]


def bots_to_ask(table: Table, seats: Iterable[Seat]) -> list[int]:
    """The seats of bots that are asked in the open window, and have not answered."""
    return [
        seat.number for seat in seats if seat.playing_bot is not None and awaits(table, seat.number)
    ]


def answer(table: Table, game: GameState, seat: int, text: str) -> None:
    """A person's answer in the open window, which counts when it ends. The same again does nothing.

    Raises NotNow, and TableError: ``illegal``, ``answered`` (another answer came first).
    """
    assert table.window is not None
    if seat not in table.window["asked"]:
        raise NotNow(_("It is not your turn."))
    legal = legal_text(game, seat, text)
    if first := table.window["answers"].get(str(seat)):
        if not same_move(first.get("text", ""), legal):
            raise TableError("answered", _("You have answered this question."))
        return
    note_answer(table, seat, text=legal, ms=0.0)


def note_answer(table: Table, seat: int, **answer: Any) -> None:
    """Keeps the answer of a seat, or a bot's fault, until the window ends."""
    assert table.window is not None
    answers = table.window["answers"] | {str(seat): answer}
    table.window = table.window | {"answers": answers}


def close(table: Table, game: GameState) -> Fault | None:
    """Ends the window: plays the answers. Returns the fault that ends the game, if there is one:
    its seat, and what `note_answer` got."""
    assert table.window is not None
    answers = table.window["answers"]
    table.window = table.due = None
    while game.asks_in_secret:
        seat = game.seat
        assert seat is not None
        given = answers.get(str(seat), {})
        if "reason" in given:
            return seat, given
        text = given.get("text", game.decline)
        play(table, game, Move(seat, text, given.get("ms", 0.0), given.get("note")))
    return None
