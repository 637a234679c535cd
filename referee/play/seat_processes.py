"""The processes of the bots at one table: which run, as which users, and how they start."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field

from engine.ruleset import Event, Ruleset
from referee.play.bot import Bot
from referee.play.clock import NS, Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.protocol import VERSION, GameStart, Hello, line
from referee.play.stderr_log import StderrLog
from referee.play.table_game import GAME
from referee.play.team import make_ready
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.sandbox import Process, Sandbox
from referee.sandbox.slot_users import claimed_slot


@dataclass
class SeatProcess:
    """A process that plays a seat. `told`: the events that it knows. `asked`: how many moves the
    seat had made when it was asked last."""

    bot: Bot
    program: Program
    told: list[Event] = field(default_factory=list)
    asked: int = -1


class SeatProcesses:
    """At most one process for each seat; `running` are those that run, by seat. Close it."""

    def __init__(
        self, sandbox: Sandbox, ruleset: Ruleset, clock: Clock, programs: Mapping[int, Program]
    ) -> None:
        self.sandbox = sandbox
        self.running: dict[int, SeatProcess] = {}
        self._ruleset = ruleset
        self._clock = clock
        self._programs = dict(programs)
        self._logs = {seat: StderrLog() for seat in range(ruleset.seats)}
        self._held = ExitStack()
        self._slot: CpuSlot | None = None
        # Bots die with the thread that started them, and the caller's may end before the game.
        self._starter = ThreadPoolExecutor(1, "goat-table-bots")

    @property
    def slot(self) -> CpuSlot:
        """The users of this table's bots, claimed at the first call, until it is closed.

        No processor: the bots of a table run wherever there is room for the moment they need.
        """
        if self._slot is None:
            self._slot = CpuSlot(self._held.enter_context(claimed_slot()), None)
        return self._slot

    def stderr(self, seat: int) -> str:
        """What this seat's processes have written to standard error."""
        return self._logs[seat].text()

    def put(self, seat: int, program: Program | None) -> None:
        """Another program plays the seat from now on; None: no bot does."""
        self.kill(seat)
        self._logs[seat] = StderrLog()
        if program is None:
            self._programs.pop(seat, None)
        else:
            self._programs[seat] = program

    def start(
        self, seat: int, made: int, until: int | None, scheduler: TurnScheduler
    ) -> SeatProcess:
        """Starts the process of this seat, in a game of which `made` moves have been made.

        Raises BotFault (start), and TooLate at `until`.
        """
        program = self._programs[seat]
        process = self._starter.submit(self._start_process, program, seat).result()
        bot = Bot(process, self._logs[seat], scheduler)
        running = self.running[seat] = SeatProcess(bot, program)
        bot.stderr.turn = (GAME, made)
        rules = self._ruleset
        hello = Hello(
            VERSION, rules.name, rules.options, seat % 2, rules.seats, 1, self._clock.as_dict()
        )
        make_ready(bot, line(hello), self._clock.start_ms * NS, until)
        bot.send(line(GameStart(GAME, seat, seat % 2)))
        return running

    def kill(self, seat: int) -> None:
        """Ends the process of this seat, if one runs."""
        running = self.running.pop(seat, None)
        if running is not None:
            running.bot.kill()

    def close(self) -> None:
        """Ends every process, and gives back the users. Idempotent."""
        with ExitStack() as closed:
            closed.callback(self._starter.shutdown)
            closed.callback(self._held.close)
            for seat in list(self.running):
                closed.callback(self.kill, seat)

    def _start_process(self, program: Program, seat: int) -> Process:
        """Runs in the thread that lives as long as the bots."""
        return self.sandbox.start(program, slot=self.slot.number, seat=seat, cpu=None)
