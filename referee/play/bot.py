"""One running bot: reads and writes its three pipes, with a deadline for every wait.

A bot runs only during its own turn (turn_scheduler.py). It may flood, stall, write half a line,
close any pipe or never read: this costs its own clock and bounded memory here, and no other bot
anything.
"""

import time
from dataclasses import replace

from engine.faults import Reason
from referee.host.bot_state import unread, waits_for
from referee.host.clocks import TELLS_WAITS
from referee.host.pipes import POLLIN, POLLOUT, Poll, end_input, read_now, write_now
from referee.play.answer_line import why_unexpected
from referee.play.bot_log import BotLog
from referee.play.clock import NS, Spent, Stopwatch
from referee.play.condition import Condition
from referee.play.protocol import MAX_OUTPUT, BotFault, quote
from referee.play.stderr_log import StderrLog
from referee.play.turn_scheduler import STOP_AFTER_MS, TurnScheduler
from referee.sandbox import Process, Times

TICK_MS = 500  # the longest wait for a bot before `tick` is called again
_INSPECTION_NS = 700 * NS
_EXIT_S = 0.5  # how long to wait for the exit code of a process that closed its output


class TooLate(Exception):
    """The bot did not answer while its answer was waited for. This is no fault of the bot."""

    def __init__(self, spent: Spent) -> None:
        super().__init__(f"no answer within {spent.wall // NS} ms")
        self.spent = spent


class Bot:
    """A bot's process, just started. It computes only while `ask` waits for its answer.

    Meanwhile the scheduler's tick is called at least once a second; its exceptions pass through.
    `stderr` reads its standard error. `scheduler` is the one of the thread that uses the bot.
    """

    def __init__(self, process: Process, log: StderrLog, scheduler: TurnScheduler):
        self.process = process
        self.last_request = b""
        self.stderr = BotLog(process.stderr, log)
        self.scheduler = scheduler
        self._end_of_turn: Times | None = None
        self._unsent = bytearray()
        self._output = bytearray()
        self._next_inspection = 0
        self._output_closed = False
        self._input_closed = False
        self._input_full = False
        self._poll = Poll()
        # In this order, so that what a bot wrote before its answer is also read before it.
        self._poll.register(process.stderr, POLLIN)
        if process.end is not None:
            self._poll.register(process.end, POLLIN)
        self._poll.register(process.stdout, POLLIN)

    def send(self, line: bytes) -> None:
        """Sends a message that has no answer. What does not fit in the pipe is sent later."""
        self.scheduler.stop(self.process)
        self._unsent += line
        self._write()

    def ask(self, line: bytes, allowance: int, until: int | None = None) -> tuple[bytes, Spent]:
        """Sends a request. Returns the answer without its newline, and the time that it took.

        `allowance`: nanoseconds on the bot's clock. `until`: when waiting ends even if the clock
        has not run out, on the monotonic clock (ns).
        Raises BotFault (timeout, malformed, crash or flood), HostStarved, and TooLate at `until`:
        then kill the bot.
        """
        scheduler = self.scheduler
        self._inspect()
        self._check_silent()
        self.last_request = line
        watch = Stopwatch(allowance, self.process.times, self._end_of_turn)
        self._unsent += line
        self._write()
        scheduler.begin_turn(self.process, watch.between)
        left = allowance
        waiting: int | None = None
        while True:
            # An answer that came during a tick counts as if it had come when the tick began.
            away = scheduler.tick()
            if until is not None:
                left = max(0, min(left, until - time.monotonic_ns()))
            ready, waited = self._poll_for(0 if away else left)
            for file, _ in ready:
                if file == self.process.stdout:
                    answer = self._read_answer()
                    if answer is not None:
                        spent = watch.spent(waited + away)
                        self._end_of_turn = watch.end
                        scheduler.end_turn(self.process)
                        if not watch.in_time(spent):
                            raise self._crash_or_timeout(spent, allowance)
                        return answer, spent
                elif file == self.process.stderr:
                    self._read_log()
                elif file == self.process.end:
                    self._on_exit()
                else:
                    self._write()
            scheduler.stop_all()
            self._inspect()
            left = watch.left()
            if left >= 0:
                waiting = None
            # The bot may be waiting for a processor right now. The kernel books a wait only when
            # it ends, so the bot is late only if its time is up when no such wait is going on.
            elif (since := self.process.pending_wait()) is not None and waiting in (None, since):
                watch.check_host()
                waiting, left = since, NS
            elif (left := watch.left()) < 0:
                raise self._crash_or_timeout(watch.spent(waited + away), allowance)
            if until is not None and time.monotonic_ns() >= until:
                raise TooLate(watch.spent(waited + away))

    def finish(self, line: bytes) -> None:
        """Sends the last message, closes the bot's input, and lets the bot run until it exits."""
        self.send(line)
        if not self._unsent:
            end_input(self.process.stdin)
        self.process.thaw()

    def wait_for_exit(self, deadline: int) -> None:
        """Drops the output of a finished bot until it exits, or until `deadline` (ns)."""
        self._stop_polling_input()
        while (left := deadline - time.monotonic_ns()) > 0:
            for file, _ in self._poll.poll(left // NS + 1):
                if file == self.process.stderr:
                    self._read_log()
                elif file == self.process.end:
                    self._on_exit()
                elif read_now(file) == b"":
                    return

    def condition(self, ask_where: bool = False) -> Condition:
        """What it is doing now, for the explanation of a fault. It has not been killed yet.

        `ask_where`: a Python bot also writes to its log which line it executes.
        """
        pid = self.process.pid
        running = self.process.exit() is None
        condition = Condition(
            output=bytes(self._output),
            has_read=not self._unsent and not unread(self.process.stdin),
            waits_for=waits_for(pid) if running else "",
        )
        if ask_where and running:
            self.process.ask_where()
            self.stderr.await_dump()
        self.stderr.read_rest()
        return replace(condition, log=self.stderr.last_words())

    def kill(self) -> None:
        """Ends the bot. Keeps what is left on its standard error."""
        try:
            self.scheduler.stop(self.process)
            self.process.freeze()
            self.stderr.read_rest()
        finally:
            self.process.kill()

    def _check_silent(self) -> None:
        """Raises BotFault if the bot has written something unasked, or has ended."""
        if not self._output and self._poll.poll(0):
            self._read()
        if self._output:
            output = bytes(self._output)
            raise BotFault(
                Reason.MALFORMED, f"unexpected output: {quote(output)}: {why_unexpected(output)}"
            )
        if self._output_closed:
            raise BotFault(Reason.CRASH, self._how_it_ended())

    def _inspect(self) -> None:
        """Lets the sandbox check, about once a second, whether the bot breaks a limit."""
        now = time.monotonic_ns()
        if now >= self._next_inspection:
            self._next_inspection = now + _INSPECTION_NS
            self.process.exit()

    def _on_exit(self) -> None:
        """The bot has exited: ends the sandbox around it, so that its output ends too."""
        assert self.process.end is not None
        self._poll.unregister(self.process.end)
        self.process.times()  # must be read before the process is reaped
        self.process.exit()

    def _poll_for(self, left: int) -> tuple[list[tuple[int, int]], int]:
        """Waits for the bot at most `left` nanoseconds.

        Returns the files that are ready, and how long this thread waited for a processor after it
        was woken (ns).
        """
        wait = self.scheduler.wait
        before = wait.read()
        longest = STOP_AFTER_MS if self.scheduler.idle else TICK_MS
        ready = self._poll.poll(min(left // NS + 1, longest))
        return ready, wait.read() - before

    def _read_answer(self) -> bytes | None:
        """The bot's line, or None if it is not complete yet. Raises BotFault."""
        self._read()
        end = self._output.find(b"\n")
        if end < 0:
            if self._output_closed:
                raise BotFault(Reason.CRASH, self._how_it_ended())
            if len(self._output) > MAX_OUTPUT:
                raise BotFault(
                    Reason.FLOOD,
                    f"more than {MAX_OUTPUT} bytes without an answer,"
                    f" beginning with {quote(bytes(self._output[:400]))}: an answer ends with a"
                    " line break, and debug prints go to standard error",
                )
            return None
        answer = bytes(self._output[:end])
        if self._unsent:
            raise BotFault(
                Reason.MALFORMED, f"an answer before the request was read: {quote(answer)}"
            )
        del self._output[: end + 1]
        return answer

    def _read(self) -> None:
        data = read_now(self.process.stdout)
        if data:
            self._output += data
        elif data is not None:
            self._output_closed = True

    def _read_log(self) -> None:
        self.stderr.read()
        if not self.stderr.open:
            self._poll.unregister(self.process.stderr)

    def _write(self) -> None:
        """Writes as much of the unsent messages as fits in the pipe."""
        try:
            while self._unsent and not self._input_closed:
                del self._unsent[: write_now(self.process.stdin, self._unsent)]
        except BlockingIOError:
            if not self._input_full:
                self._input_full = True
                self._poll.register(self.process.stdin, POLLOUT)
            return
        except BrokenPipeError:
            # The bot closed its input. That is no fault: it will time out, exit or answer.
            self._input_closed = True
        self._unsent.clear()
        self._stop_polling_input()

    def _stop_polling_input(self) -> None:
        if self._input_full:
            self._input_full = False
            self._poll.unregister(self.process.stdin)

    def _crash_or_timeout(self, spent: Spent, allowance: int) -> BotFault:
        """The fault of a bot whose time is up.

        A bot that has exited crashed, even if its time is up by now: on a busy machine the referee
        may see the exit late, and the time that the bot waited until then may no longer be known.
        """
        ended = self.process.exit()
        return BotFault(Reason.CRASH, ended) if ended is not None else _timeout(spent, allowance)

    def _how_it_ended(self) -> str:
        return self.process.exit(_EXIT_S) or "it closed its standard output"


def _timeout(spent: Spent, allowance: int) -> BotFault:
    wall, processor, wait, referee = (round(ns / NS) for ns in spent[:4])
    times = f"wall {wall} ms"
    if TELLS_WAITS:
        times += f", processor {processor} ms, waiting for the machine {wait} ms"
        times += f", for the referee {referee} ms"
    return BotFault(Reason.TIMEOUT, f"no answer within {allowance // NS} ms: {times}", spent=spent)
