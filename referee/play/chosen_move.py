"""Which legal move a bot's answer names."""

from typing import Any

from engine.errors import MoveError
from engine.faults import Reason
from engine.ruleset import Moves, State
from referee.play.protocol import BotFault, read_answer


def read_move(
    answer_line: bytes, state: State[Any], moves: Moves[Any], legal: list[str]
) -> tuple[Any, str, str | None]:
    """Reads a bot's answer, without its newline. `legal`: the texts of `moves`.

    Returns a legal move, its text as the record writes it, and the bot's note.
    Raises BotFault (malformed or illegal).
    """
    answer = read_answer(answer_line, legal)
    try:
        return moves[legal.index(answer.move)], answer.move, answer.note
    except ValueError:
        pass
    try:
        move = state.parse(answer.move)
    except MoveError as error:
        raise BotFault(Reason.ILLEGAL, str(error)) from None
    return move, state.text(move), answer.note
