"""One start of a bot under bwrap, for tiers A and A2."""

import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from referee.programs.runtimes import Runtime
from referee.sandbox.bwrap_options import PROGRAM
from referee.sandbox.bwrap_status import BwrapStatus
from referee.sandbox.cgroups import Cgroup
from referee.sandbox.confinement import ConfinedStart
from referee.sandbox.pipes import Pipes
from referee.sandbox.start_barrier import StartBarrier


@dataclass
class Launch:
    """The state of one start. `cleanup` is closed after the bot's end."""

    runtime: Runtime
    files: dict[str, bytes]
    pipes: Pipes
    status: BwrapStatus
    user: int | None
    cgroup: Cgroup | None
    cleanup: contextlib.ExitStack
    barrier: StartBarrier = field(default_factory=StartBarrier)
    confined: ConfinedStart | None = None

    def command(self) -> list[str]:
        return [*self.runtime.command, f"{PROGRAM}/{self.runtime.language.main}"]

    def open_barrier(self, pid: int) -> None:
        """Moves bwrap's child to its cgroup and lets it go on. Raises OSError."""
        if self.cgroup is not None:
            self.cgroup.join(pid)
        self.barrier.open()

    def close(self) -> None:
        self.barrier.close()
        if self.confined is not None:
            self.confined.close()


def open_child(pid: int, parent: int) -> int | None:
    """A pidfd of this child of `parent`; None if it has ended, even if its id was reused."""
    try:
        pidfd = os.pidfd_open(pid)
    except ProcessLookupError:
        return None
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
        # After the command in parentheses, which may contain anything: state, parent.
        if int(stat.rpartition(b")")[2].split()[1]) == parent:
            return pidfd
    except OSError:
        pass
    os.close(pidfd)
    return None
