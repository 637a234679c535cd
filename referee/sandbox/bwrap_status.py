"""bwrap's report on the process that it started: its id, and how it ended."""

import contextlib
import os
import re
import select
import time

from referee.sandbox.errors import SandboxFailed
from referee.sandbox.exit_status import status_text


class BwrapStatus:
    """The pipe of ``--json-status-fd``.

    bwrap writes one line when the bot's process exists, and one when it has ended. They may arrive
    in pieces, or together.
    """

    def __init__(self) -> None:
        self._ours, self.bwrap_end = os.pipe()
        self._open = True
        self._text = b""
        os.set_blocking(self._ours, False)

    def close_bwrap_end(self) -> None:
        """Must be called once bwrap has it; otherwise the end of the pipe is never seen."""
        if self.bwrap_end != -1:
            os.close(self.bwrap_end)
            self.bwrap_end = -1

    def close(self) -> None:
        self.close_bwrap_end()
        if self._open:
            os.close(self._ours)
            self._open = False

    def child_pid(self, seconds: float) -> int | None:
        """The id of the bot's process; None if bwrap ended without one. Raises SandboxFailed if
        neither happens in time."""
        poll = select.poll()
        poll.register(self._ours, select.POLLIN)
        deadline = time.monotonic() + seconds
        while b"\n" not in self._text:
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise SandboxFailed(f"bwrap has not started the bot after {seconds:.0f} s")
            if not self._read():
                return None
        return self._number("child-pid")

    def verdict(self, launcher_status: int) -> str:
        """How the bot ended, after bwrap has ended with this status. Closes the pipe.

        Raises SandboxFailed if bwrap reports no exit code of the bot, which then never ran.
        """
        with contextlib.suppress(BlockingIOError):
            while self._read():
                pass
        self.close()
        code = self._number("exit-code")
        if code is None:
            raise SandboxFailed(f"bwrap ended before the bot ran: {status_text(launcher_status)}")
        return status_text(code)

    def _read(self) -> bool:
        piece = os.read(self._ours, 4096)
        self._text += piece
        return bool(piece)

    def _number(self, name: str) -> int | None:
        found = re.search(rb'"%s": (\d+)' % name.encode(), self._text)
        return int(found[1]) if found else None
