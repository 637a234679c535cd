"""No sandbox: a trusted bot is an ordinary process of our user, with resource limits only."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.runtimes import find_python, python_command
from referee.sandbox.bwrap_options import ENVIRONMENT
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.folders import locked_folder, sweep
from referee.sandbox.pinning import pinned
from referee.sandbox.pipes import Pipes
from referee.sandbox.process import Process, status_text

_PREFIX = "goat-bot-"
_PRLIMIT = "/usr/bin/prlimit"


class Unconfined:
    """Starts bots that may do everything that the caller may. Threads may share it."""

    tier = "off"

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        self.policy = policy
        self.closed = False
        sweep(_PREFIX)

    def start(self, program: Program, *, slot: int, seat: int, cpu: int | None) -> Process:
        """See Sandbox. `slot` and `seat` only name its folder."""
        language = program.language
        is_python = language.name == PYTHON.name
        command = python_command(find_python()) if is_python else language.command
        policy = self.policy if is_python else language.policy
        cleanup = contextlib.ExitStack()
        pipes = Pipes()
        try:
            folder = cleanup.enter_context(locked_folder(f"{_PREFIX}{slot}-{seat}-"))
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
                    env=ENVIRONMENT | {"PATH": "/usr/bin:/bin", "HOME": str(tmp), "PWD": str(bot)},
                    cwd=bot,
                    # A process group of its own, so that all that the bot starts is killed with it.
                    start_new_session=True,
                )
        except BaseException as error:
            pipes.close()
            cleanup.close()
            if isinstance(error, FileNotFoundError):
                raise SandboxFailed(f"the bot cannot be started: {error}") from error
            raise
        pipes.close_bot_ends()
        return _ProcessGroup(launcher, pipes, cleanup)

    def require(self, language: str) -> None:
        """Nothing is checked: a trusted program may need anything."""

    def close(self) -> None:
        """Nothing is held between bots."""
        self.closed = True

    def _limits(self, policy: Policy) -> list[str]:
        if not Path(_PRLIMIT).exists():
            return []
        # RLIMIT_NPROC would count all of the user's processes.
        kept = [word for word in policy.prlimit() if not word.startswith("--nproc")]
        return [_PRLIMIT, *kept, "--"]


class _ProcessGroup(Process):
    """A bot and everything that it started, in a process group of their own."""

    def __init__(
        self, launcher: "subprocess.Popen[bytes]", pipes: Pipes, cleanup: contextlib.ExitStack
    ) -> None:
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
