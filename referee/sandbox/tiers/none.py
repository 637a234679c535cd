"""No sandbox: a trusted bot as an ordinary process of one's own, with resource limits only."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.runtimes import find_python, python_command
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.folders import locked_folder, sweep
from referee.sandbox.pinning import pinned
from referee.sandbox.process import Pipes, Process, status_text

_PREFIX = "goat-bot-"
_PRLIMIT = "/usr/bin/prlimit"


class Unconfined:
    """Starts bots that are trusted with all that the caller may do. Threads may share it."""

    tier = "off"

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        self.policy = policy
        self.closed = False
        sweep(_PREFIX)

    def start(
        self, program: Program, *, slot: int, seat: int, cpu: int | None, partners: bool = False
    ) -> Process:
        """Starts the program on this processor (None: on any). `slot` and `seat` name its folder;
        it is trusted with its `partners` too.

        Raises SandboxFailed, and OSError for a processor that is not there.
        """
        language = program.language
        is_python = language.name == PYTHON.name
        command = python_command(find_python()) if is_python else language.command
        policy = self.policy if is_python else language.policy
        held = contextlib.ExitStack()
        pipes = Pipes()
        try:
            folder = held.enter_context(locked_folder(f"{_PREFIX}{slot}-{seat}-"))
            bot, tmp = folder / "bot", folder / "tmp"
            bot.mkdir()
            tmp.mkdir()
            program.unpack(bot)
            stdin, stdout, stderr = pipes.bot
            with pinned(cpu):
                launcher = subprocess.Popen(
                    [*self._limits(policy), *command, str(bot / language.main)],
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    env={"PATH": "/usr/bin:/bin", "HOME": str(tmp), "LANG": "C.UTF-8"},
                    cwd=tmp,
                    # A group of its own, so that what the bot starts is killed with it.
                    start_new_session=True,
                )
        except BaseException as error:
            pipes.close()
            held.close()
            if isinstance(error, FileNotFoundError):
                raise SandboxFailed(f"the bot cannot be started: {error}") from error
            raise
        pipes.close_bot_ends()
        return _Group(launcher, pipes, held)

    def require(self, kind: str) -> None:
        """Whoever trusts a program sees to it that it runs."""

    def close(self) -> None:
        """Nothing is held between bots."""
        self.closed = True

    def _limits(self, policy: Policy) -> list[str]:
        if not Path(_PRLIMIT).exists():
            return []
        # RLIMIT_NPROC would count all of the user's processes.
        kept = [word for word in policy.prlimit() if not word.startswith("--nproc")]
        return [_PRLIMIT, *kept, "--"]


class _Group(Process):
    """A bot and whatever it started, in a process group of their own."""

    def __init__(
        self, launcher: "subprocess.Popen[bytes]", pipes: Pipes, held: contextlib.ExitStack
    ) -> None:
        super().__init__(
            launcher.pid,
            os.pidfd_open(launcher.pid),
            launcher,
            pipes,
            verdict=status_text,
            held=held,
        )

    def _signal(self, number: signal.Signals) -> None:
        if self._launcher.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)
