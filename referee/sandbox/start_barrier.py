"""Where a bot's process waits, the sandbox around it being built, before it becomes the bot."""

import contextlib
import os
import resource
from pathlib import Path

from referee.programs.policy import Policy

_CAP_SYS_RESOURCE = 1 << 24


class StartBarrier:
    """bwrap's child reads a byte from `theirs` (``--block-fd``), and then goes on.

    It is both ends of a pipe in one, so that the pipe does not end if we do, and nothing goes
    through without our word.
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
        os.write(self._ours, b"+")

    def close(self) -> None:
        """Idempotent."""
        if self._ours != -1:
            os.close(self._ours)
            os.close(self.theirs)
            self._ours = -1


def limit(pid: int, policy: Policy) -> None:
    """Sets the limits of the process at the barrier, unless it has ended. Raises OSError.

    They are hard limits too, and who has no privileges can only lower them.
    """
    with contextlib.suppress(ProcessLookupError):
        for name, value in policy.limits().items():
            resource.prlimit(pid, getattr(resource, f"RLIMIT_{name.upper()}"), (value, value))


def may_set_limits() -> bool:
    """Whether root may set the limits of other users' processes; in containers it often may not."""
    status = Path("/proc/self/status").read_text()
    return bool(int(status.partition("CapEff:")[2].split()[0], 16) & _CAP_SYS_RESOURCE)
