"""No sandbox: a trusted bot is an ordinary process of our user, with resource limits only."""

import contextlib
import errno
import shutil
import subprocess
from pathlib import Path

from referee.host.process_groups import OWN_GROUP, needed_environment
from referee.host.system import LINUX, WINDOWS
from referee.programs.languages import PYTHON, Language
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.python_launcher import WINDOWS_LAUNCHER
from referee.programs.runtimes import (
    LAUNCHER,
    ONE_THREAD,
    NoRuntime,
    check_packages,
    find_python,
    python_command,
)
from referee.sandbox.bwrap_options import ENVIRONMENT
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.folders import locked_folder, sweep
from referee.sandbox.interface import Process
from referee.sandbox.pinning import pinned
from referee.sandbox.pipes import Pipes

if LINUX:
    from referee.sandbox.process_group import ProcessGroup as _Started
else:
    from referee.sandbox.plain_process import PlainProcess as _Started  # type: ignore[assignment]

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
        command = _command(language)
        policy = self.policy if language.name == PYTHON.name else language.policy
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
                    [*self._limits(policy), *command, _main_file(bot, language)],
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    env=_environment(language, bot, tmp),
                    cwd=bot,
                    # A process group of its own, so that all that the bot starts is killed with it.
                    **OWN_GROUP,
                )
        except BaseException as error:
            pipes.close()
            cleanup.close()
            if isinstance(error, FileNotFoundError) or (
                isinstance(error, OSError) and error.errno == errno.ENOEXEC
            ):
                raise SandboxFailed(f"the bot cannot be started: {error}") from error
            raise
        pipes.close_bot_ends()
        return _Started(launcher, pipes, cleanup)

    def require(self, language: str) -> None:
        """Nothing is checked: a trusted program may need anything."""

    def close(self) -> None:
        """Nothing is held between bots."""
        self.closed = True

    def _limits(self, policy: Policy) -> list[str]:
        if not LINUX or not Path(_PRLIMIT).exists():
            return []
        # RLIMIT_NPROC would count all of the user's processes.
        kept = [word for word in policy.prlimit() if not word.startswith("--nproc")]
        return [_PRLIMIT, *kept, "--"]


def _command(language: Language) -> tuple[str, ...]:
    """What runs a program, whose main file follows. Raises SandboxFailed."""
    if language.is_python:
        packages: Path | str = ""
        if language.packages is not None:
            try:
                check_packages(language.packages)
            except NoRuntime as error:
                raise SandboxFailed(str(error)) from None
            packages = language.packages.folder
        launcher = WINDOWS_LAUNCHER if WINDOWS else LAUNCHER
        return python_command(find_python(), launcher, packages)
    if LINUX or not language.command:
        return language.command
    # Its place and its options in the table are those of Linux.
    program = language.command[0].rpartition("/")[2]
    return (shutil.which(program) or program,)


def _main_file(folder: Path, language: Language) -> str:
    main = folder / language.main
    if WINDOWS and not main.suffix:
        main = main.rename(main.with_suffix(".exe"))
    # Python's launcher looks for the last slash.
    return main.as_posix() if language.command or language.is_python else str(main)


def _environment(language: Language, bot: Path, tmp: Path) -> dict[str, str]:
    own = {"PATH": "/usr/bin:/bin", "HOME": str(tmp), "PWD": str(bot)}
    own |= ONE_THREAD if language.packages is not None else ()
    return ENVIRONMENT | own | needed_environment()
