"""Kills bwrap processes that were left behind when a sandbox was only half built.

``--die-with-parent`` takes effect once bwrap's inner process is set up. If the outer process is
killed in the millisecond before, the inner one waits for it forever.
"""

import contextlib
import os
import signal
from pathlib import Path

from referee.sandbox.slot_users import is_slot_uid


def sweep_orphans() -> None:
    """Kills those of our own user; as root, those of the bots' users and of root."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            # It may end at any moment.
            with contextlib.suppress(OSError):
                _end_if_orphan(int(entry.name))


def _end_if_orphan(pid: int) -> None:
    uid = Path(f"/proc/{pid}").stat().st_uid
    us = os.geteuid()
    if uid != us and not (us == 0 and is_slot_uid(uid)):
        return
    pidfd = os.pidfd_open(pid)
    try:
        if _is_orphan(pid):
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            # It may have become our own child; then nobody else reaps it.
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PIDFD, pidfd, os.WEXITED)
    finally:
        os.close(pidfd)


def _is_orphan(pid: int) -> bool:
    """Whether it is bwrap's inner process for a bot of ours, and its parent is not bwrap's outer
    process, which has the same command line."""
    command = _command(pid)
    arguments = command.split(b"\0")
    with_a_bot = any(word.startswith(b"/bot/") for word in arguments)
    if not (arguments[0].endswith(b"bwrap") and b"--unshare-pid" in arguments and with_a_bot):
        return False
    status = dict(
        line.split(b":", 1)
        for line in Path(f"/proc/{pid}/status").read_bytes().splitlines()
        if b":" in line
    )
    is_inner = len(status[b"NSpid"].split()) > 1
    return is_inner and _command(int(status[b"PPid"])) != command


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes() if pid else b""
