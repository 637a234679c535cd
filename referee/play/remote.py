"""A bot that runs on its author's own machine: a link to it takes the place of a process here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.faults import Reason
from referee.play.clock import Spent
from referee.play.protocol import BotFault
from referee.play.turn_scheduler import TurnScheduler


class TurnLog(Protocol):
    """Where the log files what the bot writes now: (game, move), both from 1."""

    turn: tuple[int, int]


class PlayingBot(Protocol):
    """What a match needs of a bot that plays: `referee.play.bot.Bot`, or a link to a remote one.

    The methods are those of Bot, with the same contracts.
    """

    last_request: bytes

    @property
    def stderr(self) -> TurnLog: ...

    def send(self, line: bytes) -> None: ...

    def ask(self, line: bytes, allowance: int, until: int | None = None) -> tuple[bytes, Spent]: ...

    def finish(self, line: bytes) -> None: ...

    def wait_for_exit(self, deadline: int) -> None: ...

    def kill(self) -> None: ...


@dataclass(frozen=True)
class RemoteProgram:
    """What a remote bot has in place of a program.

    `connect(number, leg, scheduler)` opens a link to a new process, which plays for seat `number`
    of its side, from 0, in this leg. A link stops the other bots of the scheduler while its bot
    thinks, and calls its tick at least once a second.
    """

    connect: Callable[[int, int, TurnScheduler], PlayingBot]


def explain_remote(fault: BotFault) -> str:
    """The cause of a remote bot's fault, for its author, who has the log."""
    if fault.how == Reason.ILLEGAL:
        return f"{fault.detail}; answer with one of the moves in “legal”"
    if fault.how in (Reason.CRASH, Reason.FLOOD):
        return f"{fault.detail}; what the bot wrote is on the machine that ran goat connect"
    return fault.detail
