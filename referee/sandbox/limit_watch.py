"""Limits that the kernel does not enforce: the referee checks them and kills the bot."""

import os
from collections.abc import Callable

from referee.programs.policy import Policy


def too_many_files(policy: Policy) -> Callable[[int], str | None]:
    """Returns a check of the number of files in the /tmp of the bot with a pid. The kernel has no
    such limit for a tmpfs that bwrap mounts."""

    def violation(pid: int) -> str | None:
        try:
            tmp = os.statvfs(f"/proc/{pid}/root/tmp")
        except OSError:
            return None
        # Until bwrap has built the sandbox, this path leads to the host's own /tmp.
        if tmp.f_blocks * tmp.f_frsize != policy.tmp_bytes:
            return None
        if tmp.f_files - tmp.f_ffree <= policy.tmp_files:
            return None
        return f"killed for more than {policy.tmp_files:,} files in /tmp"

    return violation


def closed_output(pipe: int) -> Callable[[int], str | None]:
    """Returns a check whether the bot with a pid, of one process, has closed its standard output.
    `pipe` is our end, which does not show it, since bwrap keeps the other end open as well."""
    number = os.fstat(pipe).st_ino

    def violation(pid: int) -> str | None:
        folder = f"/proc/{pid}/fd"
        try:
            names = os.listdir(folder)  # noqa: PTH208 - called every second
        except OSError:
            return None
        for name in names:
            try:
                if os.stat(f"{folder}/{name}").st_ino == number:  # noqa: PTH116
                    return None
            except OSError:
                continue
        return "it closed its standard output" if names else None

    return violation
