"""One running bot: reads and writes its three pipes, with a deadline for every wait.

A bot runs only during its own turn (turn_scheduler.py). It may flood, stall, write half a line,
close any pipe or never read: this costs its own clock and bounded memory here, and no other bot
anything.
"""

import os
import select
import time

from engine.faults import Reason
from referee.play.clock import NS, Spent, Stopwatch
from referee.play.protocol import MAX_OUTPUT, BotFault, quote
from referee.play.stderr_log import BEFORE_PLAY, StderrLog
from referee.play.turn_scheduler import PATIENCE_MS, TurnScheduler
from referee.sandbox import Process, Times

TICK_MS = 500  # how long the referee looks at one bot before it calls `tick` again
_CHUNK = 64 * 1024
_DRAINS = 32  # chunks of standard error read at the end, at most
_INSPECT_NS = 700 * NS
_EXIT_S = 0.5  # how long a process that closed its output is given to tell its exit code


class Bot:
    """A bot's process, just started. It computes only while `ask` waits for its answer.

    Meanwhile the scheduler's tick is called at least once a second; its exceptions pass through.
    `turn` is (game, move), both from 1: the turn under which the log files what the bot writes.
    """

    def __init__(self, process: Process, log: StderrLog, scheduler: TurnScheduler):
        self.process = process
        self.last_request = b""
        self.turn = BEFORE_PLAY
        self._log = log
        self._scheduler = scheduler
        self._last_end: Times | None = None
        self._unsent = bytearray()
        self._output = bytearray()
        self._inspection = 0
        self._log_open = True
        self._ended = False
        self._deaf = False
        self._blocked = False
        self._poll = select.poll()
        # In this order, so that what a bot wrote before its answer is read before it too.
        self._poll.register(process.stderr, select.POLLIN)
        if process.end is not None:
            self._poll.register(process.end, select.POLLIN)
        self._poll.register(process.stdout, select.POLLIN)

    def send(self, line: bytes) -> None:
        """Sends a message that has no answer. What the pipe does not take goes before the next."""
        self._scheduler.stop(self.process)
        self._unsent += line
        self._write()

    def ask(self, line: bytes, allowance: int) -> tuple[bytes, Spent]:
        """Sends a request. Returns the answer without its newline, and the time that it took.

        `allowance`: nanoseconds on the bot's clock. Raises BotFault (timeout, malformed, crash or
        flood) and HostStarved.
        """
        scheduler = self._scheduler
        self._inspect()
        self._check_silent()
        self.last_request = line
        watch = Stopwatch(allowance, self.process.times, self._last_end)
        self._unsent += line
        self._write()
        scheduler.begin_turn(self.process, watch.between)
        left = allowance
        waiting: int | None = None
        while True:
            # What came while the referee was away counts as come when it left.
            away = scheduler.tick()
            ready, waited = self._look(0 if away else left)
            for file, _ in ready:
                if file == self.process.stdout:
                    answer = self._read_answer()
                    if answer is not None:
                        spent = watch.spent(waited + away)
                        self._last_end = watch.end
                        scheduler.end_turn(self.process)
                        if not watch.in_time(spent):
                            raise self._overdue(spent, allowance)
                        return answer, spent
                elif file == self.process.stderr:
                    self._read_log()
                elif file == self.process.end:
                    self._clear_up()
                else:
                    self._write()
            scheduler.stop_all()
            self._inspect()
            left = watch.left()
            if left >= 0:
                waiting = None
                continue
            # It may be waiting for the machine all this while, which counts once that ends.
            since = self.process.pending_wait()
            if since is not None and waiting in (None, since):
                watch.check_host()
                waiting, left = since, NS
            elif (left := watch.left()) < 0:
                raise self._overdue(watch.spent(waited + away), allowance)

    def dismiss(self, line: bytes) -> None:
        """Sends the last message, closes the bot's input and lets it run, to end by itself."""
        self.send(line)
        if not self._unsent:
            # The number stays taken until the process is killed: another file must not get it.
            nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
            os.dup2(nothing, self.process.stdin, inheritable=False)
            os.close(nothing)
        self.process.thaw()

    def see_off(self, deadline: int) -> None:
        """Reads and drops what a dismissed bot writes until it ends, or until `deadline` (ns)."""
        self._unblock()
        while (left := deadline - time.monotonic_ns()) > 0:
            for file, _ in self._poll.poll(left // NS + 1):
                if file == self.process.stderr:
                    self._read_log()
                elif file == self.process.end:
                    self._clear_up()
                elif _read(file) == b"":
                    return

    def kill(self) -> None:
        """Ends the bot, whatever it does; its last words on standard error are kept."""
        try:
            self._scheduler.stop(self.process)
            self.process.freeze()
            for _ in range(_DRAINS):
                if not (self._log_open and self._read_log()):
                    break
        finally:
            self.process.kill()

    def _check_silent(self) -> None:
        """Raises BotFault if the bot has written something unasked, or has ended."""
        if not self._output and self._poll.poll(0):
            self._read()
        if self._output:
            raise BotFault(
                Reason.MALFORMED, f"output that nobody asked for: {quote(bytes(self._output))}"
            )
        if self._ended:
            raise BotFault(Reason.CRASH, self._how_it_ended())

    def _inspect(self) -> None:
        """Gives the sandbox its chance, every second, to end a bot that breaks a limit."""
        now = time.monotonic_ns()
        if now >= self._inspection:
            self._inspection = now + _INSPECT_NS
            self.process.exit()

    def _clear_up(self) -> None:
        """The bot has ended: lets go of what is around it, so that its output ends as well."""
        assert self.process.end is not None
        self._poll.unregister(self.process.end)
        self.process.times()  # the kernel's books go with it
        self.process.exit()

    def _look(self, left: int) -> tuple[list[tuple[int, int]], int]:
        """Waits for the bot at most `left` nanoseconds. What is ready, and how long this thread,
        once woken, waited for a processor."""
        wait = self._scheduler.wait
        before = wait.read()
        patience = PATIENCE_MS if self._scheduler.waiting else TICK_MS
        ready = self._poll.poll(min(left // NS + 1, patience))
        return ready, wait.read() - before

    def _read_answer(self) -> bytes | None:
        """The bot's line, when it is all there. Raises BotFault."""
        self._read()
        end = self._output.find(b"\n")
        if end < 0:
            if self._ended:
                raise BotFault(Reason.CRASH, self._how_it_ended())
            if len(self._output) > MAX_OUTPUT:
                raise BotFault(
                    Reason.FLOOD,
                    f"more than {MAX_OUTPUT} bytes without an answer,"
                    f" beginning with {quote(bytes(self._output[:400]))}",
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
        data = _read(self.process.stdout)
        if data:
            self._output += data
        elif data is not None:
            self._ended = True

    def _read_log(self) -> bool:
        data = _read(self.process.stderr)
        if data:
            self._log.add_for(self.turn, data)
        elif data is not None:
            self._log_open = False
            self._poll.unregister(self.process.stderr)
        return bool(data)

    def _write(self) -> None:
        """Writes what the pipe takes of what is unsent."""
        try:
            while self._unsent and not self._deaf:
                del self._unsent[: os.write(self.process.stdin, self._unsent)]
        except BlockingIOError:
            if not self._blocked:
                self._blocked = True
                self._poll.register(self.process.stdin, select.POLLOUT)
            return
        except BrokenPipeError:
            # It has closed its input, which is its own affair: its clock or its end will tell.
            self._deaf = True
        self._unsent.clear()
        self._unblock()

    def _unblock(self) -> None:
        if self._blocked:
            self._blocked = False
            self._poll.unregister(self.process.stdin)

    def _overdue(self, spent: Spent, allowance: int) -> BotFault:
        """A bot that has ended is gone, not late: on a busy machine its end may be seen only after
        its time, and what it waited for the machine until then may be in no books any more."""
        ended = self.process.exit()
        return BotFault(Reason.CRASH, ended) if ended is not None else _late(spent, allowance)

    def _how_it_ended(self) -> str:
        return self.process.exit(_EXIT_S) or "it closed its standard output"


def _read(file: int) -> bytes | None:
    """What can be read now; empty at the end of the file, None when there is nothing yet."""
    try:
        return os.read(file, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:  # an error on a pipe means that its other end is gone
        return b""


def _late(spent: Spent, allowance: int) -> BotFault:
    wall, processor, wait, referee = (round(ns / NS) for ns in spent)
    return BotFault(
        Reason.TIMEOUT,
        f"no answer within {allowance // NS} ms: wall {wall} ms, processor {processor} ms,"
        f" waiting for the machine {wait} ms, for the referee {referee} ms",
    )
