"""The report of a fault, for the author of the bot that committed it."""

from dataclasses import dataclass

from engine.faults import Reason
from referee.play.bot import Bot
from referee.play.diagnosis import explain
from referee.play.protocol import BotFault
from referee.play.remote import PlayingBot, RemoteProgram, explain_remote
from referee.programs.program import Program


@dataclass(frozen=True)
class FaultReport:
    """A fault, for the author of the bot.

    `game`: index in the record's games. `entrant`: 0 or 1; at a table it is the side. `move`:
    number of moves made before. `request`: the last message that the bot had to answer. `cause`: a
    line with cause, place and remedy, and lines of trace; secret, since it quotes the bot's
    standard error.
    """

    game: int
    entrant: int
    seat: int
    move: int
    reason: str
    detail: str
    request: str
    cause: str


def report_of(
    fault: BotFault,
    bot: PlayingBot,
    program: Program | RemoteProgram,
    *,
    game: int,
    entrant: int,
    seat: int,
    move: int,
) -> FaultReport:
    """The report of a fault by a bot that has not been killed yet."""
    request = bot.last_request.decode().rstrip()
    if isinstance(program, RemoteProgram):
        cause = explain_remote(fault)
    else:
        assert isinstance(bot, Bot)
        asked = "hello" if fault.reason == Reason.START else "move"
        ask_where = fault.how == Reason.TIMEOUT and program.language.is_python
        cause = explain(fault, program, bot.condition(ask_where), asked)
    return FaultReport(game, entrant, seat, move, fault.reason, fault.detail, request, cause)
