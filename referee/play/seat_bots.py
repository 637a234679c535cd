"""The bots of one game with people: a process for each bot's seat, and they share nothing.

A person may take long, so no process has to live through the game. A bot is started when its seat
is to move, and its first request then tells all that happened since the game began
(docs/3-protocol.md, "Tables"). Between two requests it is stopped and gets no processor time; it
may be ended at any time, and started again.

Everything else is as in a match: the messages, the clocks and the faults.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from engine.ruleset import Ruleset
from referee.play.bot import TooLate
from referee.play.chosen_move import read_move
from referee.play.clock import NS, Clock, Spent
from referee.play.fault_report import FaultReport, report_of
from referee.play.observations import Observations
from referee.play.protocol import BotFault, GameOver, line
from referee.play.seat_processes import SeatProcess, SeatProcesses
from referee.play.table_game import GAME, PlayedMove, TableGame, bank_left
from referee.play.team import say_goodbye
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.sandbox import Sandbox


@dataclass(frozen=True)
class Answered:
    """What a bot answered, or that it did not answer in time.

    `text`: a legal move as the record writes it; None: it has not answered a secret question within
    the window, and passes. `ms`: the charge for its clock, which belongs in the log with the move.
    `started`: its process was started for this question.
    """

    text: str | None
    note: str | None
    ms: float
    spent: Spent
    started: bool


class SeatFault(Exception):
    """A bot committed a fault: it loses the game for its side. Its process has been ended.

    `report` is for the author, and its `detail` for everyone. `stderr`: what the bot's processes of
    this seat have written since SeatBots was created; for the author alone.
    """

    def __init__(self, report: FaultReport, stderr: str) -> None:
        super().__init__(f"seat {report.seat}: {report.reason}: {report.detail}")
        self.report = report
        self.stderr = stderr


class SeatBots:
    """The bots at one table. Threads may take turns, but only one may use it at a time.

    Close it: then no process is left, nor anything that one started.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        ruleset: Ruleset,
        seed: bytes,
        clock: Clock,
        programs: Mapping[int, Program],
    ) -> None:
        """`seed` deals the cards of the game. `clock` is the bots'. `programs` by seat.

        Starts nothing yet. The caller has made sure that the sandbox can run these programs and
        keep them apart (referee.sandbox.require).
        """
        self._clock = clock
        self._game = TableGame(ruleset, seed)
        self._processes = SeatProcesses(sandbox, ruleset, clock, programs)

    def __enter__(self) -> "SeatBots":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def running(self) -> set[int]:
        """The seats whose processes are warm."""
        return set(self._processes.running)

    def stderr(self, seat: int) -> str:
        """What this seat's processes have written to standard error since they were started."""
        return self._processes.stderr(seat)

    def put(self, seat: int, program: Program | None) -> None:
        """Another program plays the seat from now on; None: no bot does."""
        self._processes.put(seat, program)

    def start(self, seat: int, moves: Sequence[PlayedMove], within_ms: float | None = None) -> bool:
        """Starts the process of this seat, if it is not warm, without asking it anything.

        Returns whether it is ready, and stopped. If it is not ready `within_ms`, or does not start,
        its process is ended: that is no fault before the bot is asked. Raises as `ask` does when
        the machine fails.
        """
        until = _deadline(within_ms)
        self._game.follow(moves)
        ready = False
        try:
            with self._turns() as scheduler:
                if self._warm(seat, moves) is None:
                    self._processes.start(seat, len(moves), until, scheduler)
            ready = True
        except (BotFault, TooLate):
            pass
        finally:
            if not ready:
                self._processes.kill(seat)
        return ready

    def ask(
        self,
        seat: int,
        moves: Sequence[PlayedMove],
        *,
        since: int = 0,
        within_ms: float | None = None,
        tick: Callable[[], None] | None = None,
    ) -> Answered:
        """Asks the bot of this seat, which is to move after `moves`, all of the game.

        `since`: the first move from which on this bot plays the seat; what the seat was charged
        before was another's. `within_ms`: for a secret question, how long to wait, a cold start
        included. A bot that answers later passes: its process is ended, and it is no fault unless
        its clock has run out. `moves` may then end with passes of others that are not certain yet:
        if the game goes on otherwise, say so by giving the right moves the next time.

        `tick` is called at least once a second while the bot thinks; its exceptions pass through.
        Afterwards every process is stopped, whatever happened.

        Raises SeatFault. Raises SandboxFailed, NoSandbox, HostStarved and OSError when the machine
        fails: nobody is to blame, and the question can be asked again.
        """
        until = _deadline(within_ms)
        self._game.follow(moves)
        answered = None
        try:
            with self._turns(tick) as scheduler:
                answered = self._ask(seat, moves, since, until, scheduler)
        finally:
            if answered is None or answered.text is None:
                self._processes.kill(seat)
        return answered

    def finish(self, scores: tuple[float, float], reason: str) -> None:
        """Tells the processes that still run the result, lets them exit, and closes."""
        bots = [running.bot for running in self._processes.running.values()]
        over = line(GameOver(GAME, scores, reason))
        try:
            if bots:
                with self._turns() as scheduler:
                    for bot in bots:
                        bot.scheduler = scheduler
                        bot.send(over)
                    say_goodbye(bots)
        finally:
            self.close()

    def close(self) -> None:
        """Ends every process. Idempotent; afterwards nothing can be asked."""
        self._processes.close()

    @contextmanager
    def _turns(self, tick: Callable[[], None] | None = None) -> Iterator[TurnScheduler]:
        """The turns that this thread referees now. Afterwards every process is stopped."""
        scheduler = TurnScheduler(self._processes.sandbox, self._processes.slot, tick)
        try:
            yield scheduler
        finally:
            scheduler.stop_all()
            scheduler.close()

    def _ask(
        self,
        seat: int,
        moves: Sequence[PlayedMove],
        since: int,
        until: int | None,
        scheduler: TurnScheduler,
    ) -> Answered:
        state = self._game.state
        if state.seat != seat:
            raise ValueError(f"it is the turn of seat {state.seat}, not {seat}")
        made = _made_by(seat, moves)
        charges = [move.ms for move in moves[since:] if move.seat == seat]
        free = self._clock.move_ms * NS
        bank = bank_left(self._clock, charges)
        running = self._warm(seat, moves)
        started = running is None
        try:
            if running is None:
                running = self._processes.start(seat, len(moves), until, scheduler)
            bot = running.bot
            bot.scheduler = scheduler
            bot.stderr.turn = (GAME, len(moves) + 1)
            events = self._game.events(seat)
            observations = Observations(seat, GAME, requests=made)
            observations.events = events[len(running.told) :]
            running.told, running.asked = list(events), made
            legal_moves = state.legal()
            legal = state.texts(legal_moves)
            request = observations.request(
                state, legal, bank // NS, charges[-1] if charges else 0.0
            )
            answer, spent = bot.ask(request, free + bank, until)
            _, text, note = read_move(answer, state, legal_moves, legal)
        except TooLate as late:
            return Answered(None, None, _milliseconds(late.spent), late.spent, started)
        except BotFault as fault:
            failed = self._processes.running[seat]
            report = report_of(
                fault,
                failed.bot,
                failed.program,
                game=GAME - 1,
                entrant=seat % 2,
                seat=seat,
                move=len(moves),
            )
            self._processes.kill(seat)
            raise SeatFault(report, self.stderr(seat)) from None
        return Answered(text, note, _milliseconds(spent), spent, started)

    def _warm(self, seat: int, moves: Sequence[PlayedMove]) -> SeatProcess | None:
        """The process that plays the seat, if there is one whose game is still this one.

        It is not if the process knows of a question, or of events, that are none of the game: it
        was asked before the moves of others were certain, or its answer was not stored.
        """
        running = self._processes.running.get(seat)
        if running is None:
            return None
        made = _made_by(seat, moves)
        told = self._game.events(seat)[: len(running.told)]
        if running.asked < made and told == running.told:
            return running
        self._processes.kill(seat)
        return None


def _deadline(within_ms: float | None) -> int | None:
    """The end of this time from now on, on the monotonic clock (ns)."""
    return None if within_ms is None else time.monotonic_ns() + round(within_ms * NS)


def _made_by(seat: int, moves: Sequence[PlayedMove]) -> int:
    return sum(move.seat == seat for move in moves)


def _milliseconds(spent: Spent) -> float:
    """The charge, as records write it."""
    return round(spent.charge / NS, 1)
