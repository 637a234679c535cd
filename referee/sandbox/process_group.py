"""A trusted bot on Linux, without a sandbox around it."""

import contextlib
import os
import signal
import subprocess

from referee.sandbox.exit_status import status_text
from referee.sandbox.pipes import Pipes
from referee.sandbox.process import PidfdProcess


class ProcessGroup(PidfdProcess):
    """A bot and everything that it started, in a process group of their own."""

    def __init__(
        self, launcher: "subprocess.Popen[bytes]", pipes: Pipes, cleanup: contextlib.ExitStack
    ) -> None:
        """Takes ownership of `pipes` and `cleanup`, which it closes after the bot's end."""
        super().__init__(
            launcher.pid,
            os.pidfd_open(launcher.pid),
            launcher,
            pipes,
            verdict=status_text,
            cleanup=cleanup,
        )

    def _signal(self, number: signal.Signals) -> None:
        if self._launcher.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)
