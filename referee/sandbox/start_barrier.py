"""Where a bot's process waits, in a finished sandbox, until it may become the bot."""

import contextlib
import os
import resource
from pathlib import Path

from referee.programs.policy import Policy

_CAP_SYS_RESOURCE = 1 << 24


class StartBarrier:
    """bwrap's child reads a byte from `theirs` (``--block-fd``) before it goes on.

    `theirs` is open for reading and writing, so that the pipe does not end with our process, and
    the child does not go on unless we open the barrier.
    """

    def __init__(self) -> None:
        reading, self._ours = os.pipe()
        try:
            self.theirs = os.open(f"/proc/self/fd/{reading}", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            os.close(self._ours)
            raise
        finally:
            os.close(reading)

    def open(self) -> None:
        """Lets the child go on."""
        os.write(self._ours, b"+")

    def close(self) -> None:
        """Idempotent."""
        if self._ours != -1:
            os.close(self._ours)
            os.close(self.theirs)
            self._ours = -1


def set_limits(pid: int, policy: Policy) -> None:
    """Sets the resource limits of the process at the barrier, unless it has ended. Raises OSError.

    They are hard limits as well, which a process without privileges can only lower.
    """
    with contextlib.suppress(ProcessLookupError):
        for name, value in policy.limits().items():
            resource.prlimit(pid, getattr(resource, f"RLIMIT_{name.upper()}"), (value, value))


def may_set_limits() -> bool:
    """Whether root may set the limits of other users' processes. In containers it often may not."""
    status = Path("/proc/self/status").read_text()
    return bool(int(status.partition("CapEff:")[2].split()[0], 16) & _CAP_SYS_RESOURCE)
