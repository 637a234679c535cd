"""One bot throughout a match: its processes, its faults, its log and its times."""

import time
from collections.abc import Sequence
from contextlib import ExitStack

from engine.faults import MAX_FAULTS, Reason
from referee.play.bot import Bot
from referee.play.clock import NS
from referee.play.protocol import BotFault, Bye, line, read_ready
from referee.play.remote import PlayingBot, RemoteProgram
from referee.play.stderr_log import BEFORE_PLAY, StderrLog
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program

_BYE_NS = 500 * NS

# For each turn of one game: [move index, wall, processor, wait, referee], the times in ms; of a
# remote bot also the share of the network.
TurnTimes = list[list[float]]


class Team:
    """The processes of entrant `index` (0 or 1), one for each of the `seats` of a side.

    `bots` are the processes that run: from `start` to `kill`.
    """

    def __init__(
        self, scheduler: TurnScheduler, index: int, program: Program | RemoteProgram, seats: int
    ) -> None:
        self.index = index
        self.faults = 0
        self.bots: list[PlayingBot] = []
        self.times: list[TurnTimes] = []
        self._scheduler = scheduler
        self.program = program
        self._logs = [StderrLog() for _ in range(seats)]

    @property
    def has_forfeited(self) -> bool:
        return self.faults >= MAX_FAULTS

    def start(self, hello: bytes, start_ns: int, game: int, leg: int) -> None:
        """Starts every process that is not running, and waits until it is ready for `game`, which
        counts from 1, of this leg.

        Raises BotFault (start), whatever the bot did wrong.
        """
        # Each leg has users of its own, where bots have any: what the kernel may keep for a user,
        # the next leg does not see.
        first_seat = self.index + 2 * len(self._logs) * leg
        for number in range(len(self.bots), len(self._logs)):
            self._scheduler.stop_all()
            bot: PlayingBot
            if isinstance(self.program, RemoteProgram):
                bot = self.program.connect(number, leg, self._scheduler)
            else:
                process = self._scheduler.sandbox.start(
                    self.program,
                    slot=self._scheduler.slot.number,
                    seat=first_seat + 2 * number,
                    cpu=self._scheduler.slot.cpu,
                )
                bot = Bot(process, self._logs[number], self._scheduler)
            bot.stderr.turn = BEFORE_PLAY if game == 1 else (game, 0)
            self.bots.append(bot)
            make_ready(bot, hello, start_ns)

    def kill(self) -> None:
        """Ends every process. None is left."""
        with ExitStack() as killed:
            while self.bots:
                killed.callback(self.bots.pop().kill)

    def stderr(self) -> str:
        """What all processes wrote to standard error during the match."""
        texts = [log.text() for log in self._logs]
        if len(texts) == 1 or not any(texts):
            return texts[0]
        return "".join(
            f"=== process {number} of {len(texts)} ===\n{text.rstrip()}\n"
            for number, text in enumerate(texts, 1)
        )


def make_ready(bot: PlayingBot, hello: bytes, start_ns: int, until: int | None = None) -> None:
    """Sends `hello` and waits until the bot is ready.

    Raises BotFault (start), whatever the bot did wrong, and TooLate as `Bot.ask` does.
    """
    try:
        answer, _ = bot.ask(hello, start_ns, until)
        read_ready(answer)
    except BotFault as fault:
        raise BotFault(Reason.START, fault.detail, how=fault.reason, spent=fault.spent) from None


def end_processes(teams: list[Team]) -> None:
    """Says goodbye to all processes, gives them half a second to exit, and ends the rest.

    No process of a bot is left, nor anything that one started.
    """
    say_goodbye([bot for team in teams for bot in team.bots])
    with ExitStack() as ended:
        for team in teams:
            ended.callback(team.kill)


def say_goodbye(bots: Sequence[PlayingBot]) -> None:
    """Tells the bots that it is over, and gives all of them half a second to exit.

    Kill them then.
    """
    bye = line(Bye())
    for bot in bots:
        bot.finish(bye)
    deadline = time.monotonic_ns() + _BYE_NS
    for bot in bots:
        bot.wait_for_exit(deadline)
