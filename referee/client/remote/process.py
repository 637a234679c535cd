"""One process of a remote bot on this machine: lines in, lines out, and how it ended.

There is no sandbox: the program is its author's own.
"""

import contextlib
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Protocol

from referee.errors import RefereeError
from referee.host import process_groups

MAX_OUTPUT = 64 * 1024  # bytes without a line break, as in docs/3-protocol.md
BYE = '{"type":"bye"}'
EXIT_SECONDS = 0.5  # how long a bot may take to exit after `bye`


class CannotStart(RefereeError):
    """The command of the bot cannot be run. The message says why."""


class Told(Protocol):
    """Whom a process tells what it did. Called in threads of the process."""

    def answered(self, session: str, number: int, line: bytes) -> None: ...

    def failed(self, session: str, reason: str, detail: str) -> None: ...

    def logged(self, session: str, line: bytes) -> None: ...


class BotProcess:
    """A running process. `write` gives it a line; `end` ends it."""

    def __init__(self, command: Sequence[str], session: str, told: Told) -> None:
        """Raises CannotStart."""
        self.session = session
        self._told = told
        self._last = 0  # the number of the last line that was written
        self._questions: deque[int] = deque()  # that have no answer yet
        self._ending = self._may_exit = False
        self._lock = threading.Lock()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=process_groups.own_environment(),
                **process_groups.OWN_GROUP,
            )
        except OSError as error:
            raise CannotStart(
                f"{command[0]}: {error.strerror or error}: write the command after --, as in"
                " goat connect NAME -- python bot.py"
            ) from None
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._write_lines, self._read_answers, self._read_log)
        ]
        for thread in self._threads:
            thread.start()

    def write(self, number: int, line: str, asks: bool) -> None:
        """Gives it a line, once, however often it comes."""
        with self._lock:
            if number <= self._last:
                return
            self._last = number
            if asks:
                self._questions.append(number)
            self._may_exit = self._may_exit or line == BYE
        self._lines.put(line.encode() + b"\n")

    def end(self) -> None:
        """Closes its input, gives it half a second, and ends it. Does not wait for that."""
        with self._lock:
            if self._ending:
                return
            self._ending = True
        self._lines.put(None)
        threading.Thread(target=self._end, daemon=True).start()

    def kill(self) -> None:
        """Ends it and everything that it started, now."""
        self._ending = True
        process_groups.kill(self._process)
        self._process.wait()

    def _end(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        self.kill()

    def _write_lines(self) -> None:
        """A bot that does not read its input holds up this thread and nothing else."""
        assert self._process.stdin is not None
        try:
            while (line := self._lines.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            self._process.stdin.close()
        except OSError:
            pass  # it closed its input: it will answer, exit or be late

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(MAX_OUTPUT + 1):
            if not line.endswith(b"\n") and len(line) > MAX_OUTPUT:
                self._fail("flood", f"more than {MAX_OUTPUT} bytes without a line break")
                return
            with self._lock:
                number = self._questions.popleft() if self._questions else None
            if number is None:
                start = line[:80].decode(errors="backslashreplace").rstrip()
                self._fail("malformed", f"unexpected output: {start!r}")
                return
            if line.endswith(b"\n"):
                self._told.answered(self.session, number, line[:-1])
        self._fail("crash", self._how_it_ended())

    def _read_log(self) -> None:
        assert self._process.stderr is not None
        while line := self._process.stderr.readline(MAX_OUTPUT):
            self._told.logged(self.session, line.rstrip(b"\r\n"))

    def _fail(self, reason: str, detail: str) -> None:
        if not (self._ending or self._may_exit):
            self._told.failed(self.session, reason, detail)

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        return f"exit code {status}" if status >= 0 else f"signal {-status}"
