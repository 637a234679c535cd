"""Tier A: bubblewrap with user namespaces, a seccomp filter and resource limits.

The bot gets a root folder of its own with the read-only runtime, its program under /bot, four
devices and a small /tmp, and namespaces of its own for processes, IPC, host name, users and
network. There is no /proc: Python needs none, and two bots on one machine could exchange messages
through its counters.
"""

import contextlib
import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.runtimes import Runtime
from referee.sandbox.advice import advice_for
from referee.sandbox.binary import find_bwrap, find_chroot, runnable_by_others
from referee.sandbox.bwrap_options import PROGRAM, isolation, shown_files
from referee.sandbox.bwrap_status import BwrapStatus
from referee.sandbox.errors import SandboxFailed, no_sandbox
from referee.sandbox.libraries import gathered
from referee.sandbox.limit_watch import closed_output, too_many_files
from referee.sandbox.orphans import sweep_orphans
from referee.sandbox.pinning import pinned
from referee.sandbox.pipes import Pipes
from referee.sandbox.process import PidfdProcess
from referee.sandbox.read_ahead import read_ahead
from referee.sandbox.resources import Resources
from referee.sandbox.slot_users import slot_uid
from referee.sandbox.start_barrier import may_set_limits, set_limits
from referee.sandbox.tiers.bwrap_launch import Launch, open_child

_PRLIMIT = "/usr/bin/prlimit"
_START_SECONDS = 10.0


class Bubblewrap:
    """Starts bots under bwrap. Threads may share it."""

    tier = "A"
    channels: tuple[str, ...] = ()  # between partners, as found by the self-test

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        """Finds what it needs; only the self-test shows whether it holds. Raises NoSandbox."""
        self.closed = False
        self.as_root = os.geteuid() == 0
        self.resources = Resources(policy)
        python = self.resources.runtime(PYTHON.name)
        # Fail now and not at the first start: without libseccomp there is no sandbox.
        self.resources.filter(python)
        self._owner = os.getpid()
        self._exit_stack = contextlib.ExitStack()
        bwrap = find_bwrap()
        if self.as_root:
            bwrap = self._exit_stack.enter_context(runnable_by_others(bwrap))
        self._bwrap = str(bwrap)
        self._python = self._exit_stack.enter_context(gathered(python, self.as_root))
        self._chroot = find_chroot(self._bwrap) if self.as_root else None
        self._may_set_limits = not self.as_root or may_set_limits()
        if not self._may_set_limits and not Path(_PRLIMIT).exists():
            self.close()
            raise no_sandbox(f"{_PRLIMIT} is missing", "Install it: apt-get install util-linux.")

    def start(self, program: Program, *, slot: int, seat: int, cpu: int | None) -> PidfdProcess:
        """See Sandbox. Under root, a bot runs as the user of its slot and seat, otherwise as us."""
        user = slot_uid(slot, seat) if self.as_root else None
        runtime = self.resources.runtime(program.language.name)
        read_ahead(self._shown(runtime))
        files = program.files()
        with contextlib.ExitStack() as on_failure:
            pipes = Pipes()
            on_failure.callback(pipes.close)
            status = BwrapStatus()
            on_failure.callback(status.close)
            cleanup = on_failure.enter_context(contextlib.ExitStack())
            cgroup = self.resources.cgroup(runtime)
            if cgroup is not None:
                cleanup.callback(cgroup.close)
            launch = Launch(runtime, files, pipes, status, user, cgroup, cleanup)
            on_failure.callback(launch.close)
            with pinned(cpu):
                launcher = self._launch(launch)
            on_failure.callback(sweep_orphans)
            on_failure.callback(launcher.wait)
            on_failure.callback(launcher.kill)
            pid = status.child_pid(_START_SECONDS)
            if pid is None:
                launcher.wait()
                complaint = _complaint(pipes)
                problem = f"bwrap does not start the bot: {complaint}"
                raise SandboxFailed(f"{problem} {advice_for(complaint)}".strip())
            process = self._release(pid, launcher, launch)
            launch.close()
            on_failure.pop_all()
        return process

    def require(self, language: str) -> None:
        """Raises NoSandbox unless programs in this language can run in it."""
        self.resources.runtime(language)

    def close(self) -> None:
        """Releases what the sandbox holds. Running bots are not affected. Idempotent."""
        self.closed = True
        # A forked worker must not remove the files of its parent process.
        if self._owner == os.getpid():
            self._exit_stack.close()

    def _launch(self, launch: Launch) -> "subprocess.Popen[bytes]":
        with contextlib.ExitStack() as opened:

            def in_memory(content: bytes) -> int:
                descriptor = os.memfd_create("goat", os.MFD_CLOEXEC)
                opened.callback(os.close, descriptor)
                os.pwrite(descriptor, content, 0)
                return descriptor

            program = {f"{PROGRAM}/{name}": in_memory(data) for name, data in launch.files.items()}
            calls = in_memory(self.resources.filter(launch.runtime))
            stdin, stdout, stderr = launch.pipes.bot
            options, command, passed = self._inside(launch, calls)
            barrier, report = str(launch.barrier.theirs), str(launch.status.bwrap_end)
            before, popen_options = self._as_bots_user(launch)
            # No preexec_fn: a worker has threads.
            launcher = subprocess.Popen(
                [
                    *before,
                    self._bwrap,
                    *options,
                    *shown_files(self._shown(launch.runtime), program),
                    *("--json-status-fd", report, "--block-fd", barrier, "--", *command),
                ],
                stdin=stdin,
                # bwrap keeps its own standard output open as long as the bot lives, but not a
                # descriptor that it passes on. So only the bot holds its output, and may close it.
                # Until it takes that, another pipe stands in: Python asks once, at its start,
                # whether standard output is a file with a position, and believes that ever after.
                stdout=stderr if stdout in passed else stdout,
                stderr=stderr,
                pass_fds=(
                    *(launch.status.bwrap_end, launch.barrier.theirs, *passed, *program.values()),
                ),
                env={},
                cwd="/",
                # Ctrl-C in a terminal is for the referee, which then ends its bots.
                start_new_session=True,
                **popen_options,
            )
        launch.pipes.close_bot_ends()
        launch.status.close_bwrap_end()
        return launcher

    def _as_bots_user(self, launch: Launch) -> tuple[list[str], dict[str, Any]]:
        """How root starts bwrap as the bot's user: the start of the command, and options of Popen.

        Under bwrap as root, a bot could write to the kernel's settings.
        """
        user, policy = launch.user, launch.runtime.language.policy
        if user is None:
            return [], {}
        command: list[str] = []
        if not self._may_set_limits:
            # bwrap's own process counts as one of the user's threads.
            limits = replace(policy, threads=policy.threads + 1)
            command = [_PRLIMIT, *limits.prlimit(), "--"]
        if self._chroot is None:
            return command, {"user": user, "group": user, "extra_groups": []}
        # To change the user itself, Python would copy all its page tables for the child. That takes
        # three times as long as starting this program in between.
        user_options = (f"--userspec=+{user}:+{user}", "--groups=")
        return [*command, self._chroot, *user_options, "/"], {}

    def _shown(self, runtime: Runtime) -> Runtime:
        if not runtime.language.is_python:
            return runtime
        if runtime.language.packages is None:
            return self._python
        # Python's libraries are in their one folder, and those of the packages are not.
        in_folder = {path for path, _ in self._python.links}
        return replace(
            runtime,
            files=tuple(path for path in runtime.files if path not in in_folder),
            folders=(*self._python.folders, *runtime.folders),
            links=self._python.links,
        )

    def _inside(self, launch: Launch, calls: int) -> tuple[list[str], list[str], list[int]]:
        """bwrap's options, the command inside, and the descriptors that both use. `calls` is the
        descriptor of the system call filter."""
        options = [*isolation(), "--seccomp", str(calls)]
        command = launch.command()
        if not launch.runtime.language.is_python:
            return options, command, [calls]
        stdout = launch.pipes.bot[1]
        return options, [*command, str(stdout)], [calls, stdout]

    def _release(
        self, pid: int, launcher: "subprocess.Popen[bytes]", launch: Launch
    ) -> PidfdProcess:
        """Lets bwrap's child, which waits at the barrier, become the bot. Raises OSError."""
        pidfd = open_child(pid, launcher.pid)
        if pidfd is not None:  # otherwise it failed to build the sandbox, and `exit` will say so
            if self._may_set_limits:
                set_limits(pid, launch.runtime.language.policy)
            launch.open_barrier(pid)
        return PidfdProcess(
            pid,
            pidfd,
            launcher,
            launch.pipes,
            verdict=launch.status.verdict,
            violation=self._violation(launch),
            cgroup=launch.cgroup,
            cleanup=launch.cleanup.pop_all(),
        )

    def _violation(self, launch: Launch) -> Callable[[int], str | None]:
        language = launch.runtime.language
        files = too_many_files(language.policy)
        # Python has its output in a descriptor of its own, and other processes may hold theirs.
        if language.is_python or language.policy.processes:
            return files
        output = closed_output(launch.pipes.ours[1])
        return lambda pid: files(pid) or output(pid)


def _complaint(pipes: Pipes) -> str:
    """What bwrap wrote to standard error."""
    try:
        return os.read(pipes.ours[2], 4096).decode(errors="replace").strip()
    except OSError:
        return ""
