"""Tier A2: bubblewrap as root, where user namespaces are forbidden.

Root can create the other namespaces without them. Inside, a program of ours (confine.py) changes
from root to the user of the slot for good, and becomes the bot.
"""

import contextlib
import ctypes
import os
import subprocess
from pathlib import Path
from typing import Any

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.programs.program import Program
from referee.programs.runtimes import Runtime
from referee.sandbox.advice import CAPABILITIES
from referee.sandbox.bwrap_options import ENVIRONMENT, PROGRAM, isolation
from referee.sandbox.confinement import ConfinedStart, Confinement
from referee.sandbox.errors import SandboxFailed, no_sandbox
from referee.sandbox.limit_watch import too_many_files
from referee.sandbox.process import PidfdProcess
from referee.sandbox.tiers.bubblewrap import Bubblewrap
from referee.sandbox.tiers.bwrap_launch import Launch, open_child

PR_SET_CHILD_SUBREAPER = 36
libc = ctypes.CDLL(None)
# To change the user, and to drop the capability bounding set.
_KEPT = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")


def adopt_orphans() -> None:
    """Makes this process the parent of orphans below it, so that it can reap them.

    When bwrap ends with its bot, process 1 of the bot's namespace becomes an orphan. The host's
    process 1 might not reap it. Raises SandboxFailed.
    """
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise SandboxFailed("PR_SET_CHILD_SUBREAPER is refused")


class RootBubblewrap(Bubblewrap):
    """Starts bots under bwrap without a user namespace."""

    tier = "A2"

    def __init__(self, policy: Policy = DEFAULT_POLICY) -> None:
        super().__init__(policy)
        if not self.as_root:
            self.close()
            raise no_sandbox("without user namespaces bubblewrap needs root", CAPABILITIES)

    def start(self, program: Program, *, slot: int, seat: int, cpu: int | None) -> PidfdProcess:
        adopt_orphans()
        return super().start(program, slot=slot, seat=seat, cpu=cpu)

    def _as_bots_user(self, launch: Launch) -> tuple[list[str], dict[str, Any]]:
        return [], {}

    def _shown(self, runtime: Runtime) -> Runtime:
        if runtime.language.is_python:
            return super()._shown(runtime)
        return runtime.with_files_of(self.resources.runtime(PYTHON.name))

    def _inside(self, launch: Launch, calls: int) -> tuple[list[str], list[str], list[int]]:
        python = self.resources.runtime(PYTHON.name).command[0]
        launch.confined = confined = ConfinedStart()
        stdout = launch.pipes.bot[1]
        confinement = Confinement(
            limits=launch.runtime.language.policy.limits(),
            filter=calls,
            stdout=stdout,
            user=launch.user,
            folder=PROGRAM,
            environment=ENVIRONMENT | {"PWD": PROGRAM} | dict(launch.runtime.environment),
        )
        # Not as process 1 of its namespace, which bwrap could not end with its few privileges.
        options = isolation(users=False, first=False)
        for name in _KEPT:
            options += ["--cap-add", name]
        command = confined.command(python, confinement, launch.command())
        return options, command, [calls, stdout, confined.theirs]

    def _release(
        self, pid: int, launcher: "subprocess.Popen[bytes]", launch: Launch
    ) -> PidfdProcess:
        """The bot is the child of bwrap's child, which is process 1 of the namespace, and sets its
        limits itself. Raises OSError."""
        launch.open_barrier(pid)
        assert launch.confined is not None
        launch.confined.wait()
        bot, pidfd = pid, None
        with contextlib.suppress(OSError, ValueError):
            [child] = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            bot, pidfd = int(child), open_child(int(child), pid)
        namespace_init = None
        with contextlib.suppress(ProcessLookupError):
            namespace_init = os.pidfd_open(pid)
            launch.cleanup.callback(os.close, namespace_init)
        return PidfdProcess(
            bot,
            pidfd,
            launcher,
            launch.pipes,
            verdict=launch.status.verdict,
            violation=too_many_files(launch.runtime.language.policy),
            cgroup=launch.cgroup,
            namespace_init=namespace_init,
            cleanup=launch.cleanup.pop_all(),
        )
