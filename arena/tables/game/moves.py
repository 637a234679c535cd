"""Moves: how one is read, compared and added to a game."""

from arena.tables import log
from arena.tables.errors import TableError
from arena.tables.game.game_state import GameState, Move
from arena.tables.models import Entry, Table
from engine.errors import MoveError


def legal_text(game: GameState, seat: int, text: str) -> str:
    """A move of a seat that is asked, as the engine writes it. Raises TableError (``illegal``)."""
    try:
        return game.text(seat, text)
    except MoveError as error:
        raise TableError("illegal", str(error), 400) from None


def same_move(one: str, other: str) -> bool:
    """Whether two texts are the same move: a set's cards may be in any order."""
    return sorted(one.split()) == sorted(other.split())


def play(table: Table, game: GameState, move: Move) -> None:
    """Adds a legal move to the game and to the log. `turns.go_on` must follow."""
    game.play(move)
    note = {} if move.note is None else {"note": move.note}
    log.append(table, Entry.Kind.MOVE, move.seat, text=move.text, ms=move.ms, **note)
    table.asked = table.asked_seat = None
