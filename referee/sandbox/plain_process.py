"""A trusted bot on a system that tells nothing of a process but whether it has ended."""

import contextlib
import subprocess
from typing import Self

from referee.host import process_groups
from referee.sandbox.accounting import Times
from referee.sandbox.exit_status import status_text
from referee.sandbox.pipes import Pipes

_KILL_SECONDS = 10.0
_UNKNOWN = Times()


class PlainProcess:
    """A Process without times: its clock is the time that passes."""

    end = None

    def __init__(
        self, launcher: "subprocess.Popen[bytes]", pipes: Pipes, cleanup: contextlib.ExitStack
    ) -> None:
        """Takes ownership of `pipes` and `cleanup`, which it closes after the bot's end."""
        self.pid = launcher.pid
        self.stdin, self.stdout, self.stderr = pipes.ours
        self._launcher = launcher
        self._pipes = pipes
        self._cleanup = cleanup
        self._ended: str | None = None
        self._killed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def freeze(self) -> None:
        if self._ended is None:
            process_groups.pause(self._launcher)

    def thaw(self) -> None:
        if self._ended is None:
            process_groups.go_on(self._launcher)

    def ask_where(self) -> None:
        if self._ended is None:
            process_groups.ask_where(self._launcher)

    def times(self) -> Times:
        return _UNKNOWN

    def pending_wait(self) -> None:
        return None

    def exit(self, within: float = 0.0) -> str | None:
        if self._ended is None:
            try:
                status = self._launcher.wait(within)
            except subprocess.TimeoutExpired:
                return None
            self._finish(status)
        return self._ended

    def kill(self) -> None:
        if self._killed:
            return
        self._killed = True
        if self._ended is None:
            process_groups.kill(self._launcher)
            self._finish(self._launcher.wait(_KILL_SECONDS))
        self._pipes.close()
        self._cleanup.close()

    def _finish(self, status: int) -> None:
        # What it started may go on and keep its pipes open. Its group has no other members.
        process_groups.kill(self._launcher)
        self._ended = status_text(status)
