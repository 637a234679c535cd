"""Tier B: no namespaces. The bot is an ordinary process that has given up nearly everything.

Landlock lets it read the runtime and its own files, and write nothing. The system call filter
forbids sockets, and other processes and any information about them. Resource limits do the rest.
Under root, each bot also runs as the user of its slot and is locked into a root folder (roots.py).
It has no /tmp, since nothing would limit its size.
"""

import contextlib
import os
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.runtimes import Runtime
from referee.sandbox.bwrap_options import ENVIRONMENT
from referee.sandbox.confinement import ConfinedStart, Confinement
from referee.sandbox.errors import no_sandbox
from referee.sandbox.exit_status import status_text
from referee.sandbox.folders import locked_folder, sweep
from referee.sandbox.pinning import pinned
from referee.sandbox.pipes import Pipes
from referee.sandbox.process import PidfdProcess
from referee.sandbox.read_ahead import read_ahead
from referee.sandbox.resources import Resources
from referee.sandbox.roots import NoRoot, shared_root
from referee.sandbox.slot_users import slot_uid

# RLIMIT_NPROC counts all threads of a plain user. A bot gets this many beyond those that run at its
# start, so that it is not short of threads when other programs of the user start more.
EXTRA_THREADS = 512
_PREFIX = "goat-program-"
_DEVICES: tuple[str, ...] = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


class Landlocked:
    """Starts bots that confine themselves. Threads may share it."""

    tier = "B"
    channels: tuple[str, ...] = ()  # between partners, as found by the self-test

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        """Finds what it needs; only the self-test shows whether it holds. Raises NoSandbox."""
        self.closed = False
        self.as_root = os.geteuid() == 0
        self.resources = Resources(policy, shared_host=True)
        self._python = self.resources.runtime(PYTHON.name)
        self.resources.filter(self._python)
        sweep(_PREFIX)
        self._exit_stack = contextlib.ExitStack()
        # Why its bots have no root folder of their own; empty if they have one.
        self.no_root = "only root can lock bots into a folder" if not self.as_root else ""
        self.devices = _DEVICES
        if self.as_root:
            try:
                self.devices = self._exit_stack.enter_context(shared_root(self._python)).devices
            except NoRoot as error:
                self.no_root = str(error)
        self.resources.moves_packages = not self.no_root
        place = Path(tempfile.gettempdir()).resolve()
        if (
            self.as_root
            and self.no_root
            and not all(path.stat().st_mode & stat.S_IXOTH for path in (place, *place.parents))
        ):
            raise no_sandbox(
                f"{place} is private, and the bots' own users cannot reach their programs there",
                "Name another temporary folder in TMPDIR.",
            )

    def start(self, program: Program, *, slot: int, seat: int, cpu: int | None) -> PidfdProcess:
        """See Sandbox. Under root, a bot runs as the user of its slot and seat, otherwise as us."""
        user = slot_uid(slot, seat) if self.as_root else None
        runtime = self.resources.runtime(program.language.name)
        with contextlib.ExitStack() as on_failure:
            cleanup = on_failure.enter_context(contextlib.ExitStack())
            home = self._home(program, runtime, cleanup)
            if self.no_root:  # otherwise the bot sees copies that were made just now
                read_ahead(runtime)
            cgroup = self.resources.cgroup(runtime)
            if cgroup is not None:
                cleanup.callback(cgroup.close)
            pipes = Pipes()
            on_failure.callback(pipes.close)
            with contextlib.ExitStack() as opened:
                calls = self.resources.filter(runtime, host_links=bool(self.no_root))
                launch = _Launch(opened, calls)
                with pinned(cpu):
                    launcher = self._launch(home, pipes, launch, user)
                on_failure.callback(launcher.wait)
                on_failure.callback(launcher.kill)
                if cgroup is not None:
                    cgroup.join(launcher.pid)
                os.write(launch.go, b"+")
                launch.confined.wait()
            process = PidfdProcess(
                launcher.pid,
                os.pidfd_open(launcher.pid),
                launcher,
                pipes,
                verdict=status_text,
                cgroup=cgroup,
                cleanup=cleanup.pop_all(),
            )
            on_failure.pop_all()
        return process

    def require(self, language: str) -> None:
        """Raises NoSandbox unless programs in this language can run in it."""
        runtime = self.resources.runtime(language)
        if not self.no_root:
            # Fail now, and not when the first of them starts.
            with shared_root(self._python) as root:
                root.add(runtime)

    def close(self) -> None:
        """Releases the root folder, which is removed after the last bot in it. Idempotent."""
        self.closed = True
        self._exit_stack.close()

    def _home(self, program: Program, runtime: Runtime, cleanup: contextlib.ExitStack) -> "_Home":
        """Unpacks the program where the bot will see it; `cleanup` removes it."""
        if self.no_root:
            folder = cleanup.enter_context(locked_folder(_PREFIX))
            folder.chmod(0o755)
            program.unpack(folder)
            return _Home(runtime, None, str(folder), [str(folder), *_readable(runtime)])
        root = cleanup.enter_context(shared_root(self._python))
        root.add(runtime)
        inside = cleanup.enter_context(root.program(program))
        shown = [path for _, path in runtime.folders]
        return _Home(runtime, str(root.path), inside, [inside, *runtime.files, *shown])

    def _launch(
        self, home: "_Home", pipes: Pipes, launch: "_Launch", user: int | None
    ) -> "subprocess.Popen[bytes]":
        stdin, stdout, stderr = pipes.bot
        runtime = home.runtime
        confinement = Confinement(
            limits=self._limits(runtime.language.policy),
            filter=launch.filter,
            stdout=stdout,
            user=user,
            folder=home.folder,
            environment=ENVIRONMENT
            | {"HOME": home.folder, "PWD": home.folder}
            | dict(runtime.environment),
            wait=launch.wait,
            parent=os.getpid(),
            root=home.root,
            readable=home.readable,
            devices=self.devices,
        )
        bot = [*runtime.command, f"{home.folder}/{runtime.language.main}"]
        launcher = subprocess.Popen(
            launch.confined.command(self._python.command[0], confinement, bot),
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            pass_fds=(launch.filter, launch.wait, launch.confined.theirs, stdout),
            env={},
            cwd="/",
            start_new_session=True,
        )
        pipes.close_bot_ends()
        return launcher

    def _limits(self, policy: Policy) -> dict[str, int]:
        limits = policy.limits()
        if not self.as_root:
            limits["nproc"] = _threads_of(os.geteuid()) + EXTRA_THREADS
        return limits


@dataclass(frozen=True)
class _Home:
    """The files of a bot: `folder` contains its program, and `readable` lists what it may open.

    Both are paths inside `root`, or of the host if that is None.
    """

    runtime: Runtime
    root: str | None
    folder: str
    readable: list[str]


class _Launch:
    """The descriptors that are open during one start: the system call filter, and a pipe from which
    the process reads a byte before it goes on."""

    def __init__(self, opened: contextlib.ExitStack, calls: bytes) -> None:
        self.filter = os.memfd_create("goat", os.MFD_CLOEXEC)
        opened.callback(os.close, self.filter)
        os.pwrite(self.filter, calls, 0)
        self.wait, self.go = os.pipe()
        opened.callback(os.close, self.wait)
        opened.callback(os.close, self.go)
        self.confined = ConfinedStart()
        opened.callback(self.confined.close)


def _readable(runtime: Runtime) -> list[str]:
    """The runtime's files. A folder with a hidden one in it is replaced by its other content."""
    paths = list(runtime.files)
    for hidden in map(Path, runtime.hidden):
        if str(hidden.parent) in paths:
            paths.remove(str(hidden.parent))
            paths += [str(path) for path in hidden.parent.iterdir()]
    return [path for path in paths if path not in runtime.hidden]


def _threads_of(user: int) -> int:
    number = 0
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and entry.stat().st_uid == user:
                number += (entry / "task").stat().st_nlink - 2
    return number
