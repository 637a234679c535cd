"""Builds the filter of the system calls that a bot may make; all others are refused.

libseccomp turns the allow-list of system_calls.py into a filter for the machine's architecture.
Calls of another architecture (x32, 32-bit) kill the bot. A known call that is not allowed returns
EPERM. A call that libseccomp does not know returns ENOSYS, so that the C library falls back to an
older one.
"""

import contextlib
import errno
import functools
import os
import socket
from dataclasses import dataclass
from typing import Any

from referee.sandbox.advice import INSTALL_LIBSECCOMP
from referee.sandbox.errors import no_sandbox
from referee.sandbox.system_calls import (
    ALLOWED,
    AT_SYMLINK_NOFOLLOW,
    BY_HIDDEN_PROCESS_ID,
    BY_PROCESS_ID,
    CLONE_FORBIDDEN,
    CLONE_THREAD,
    COUNTED,
    FCNTL,
    FUTEX,
    FUTEX_CLOCK_REALTIME,
    IOCTL,
    MADVISE,
    MAP_HUGETLB,
    OF_HOST_FILES,
    OF_LINKS,
    OPENING,
    PRCTL,
    PROCESSES,
)

# More than the number of the newest call of any architecture.
_CALLS = range(600)
_LOW_32 = 0xFFFFFFFF
_TREE = 2  # libseccomp writes the filter as a binary tree; 1 is a list


@functools.cache
def build(
    processes: bool = False,
    shared_host: bool = False,
    shared_futexes: bool = False,
    apart: bool = False,
    host_links: bool = False,
) -> bytes:
    """The filter as a BPF program, in the format of bwrap's ``--seccomp``. Raises NoSandbox.

    `processes`: the bot may start others. `shared_host`: it shares the process ids of the host, so
    calls with a process id accept only its own, which is OWN_PID. `shared_futexes`: it may wake
    other processes through them. `apart`: it may not make objects that the kernel counts for it
    and its partner together, so that neither sees how many the other makes. `host_links`: it shares
    the files of the host too, and may not look at symbolic links themselves.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError, AttributeError) as error:
        raise no_sandbox(f"libseccomp cannot be used: {error}", INSTALL_LIBSECCOMP) from None
    try:
        rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
        rules.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
        # The kernel loads a tree a quarter of a millisecond faster than a list. Before libseccomp
        # 2.5 there are only lists.
        with contextlib.suppress(OSError, ValueError):
            rules.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, _TREE)
        kind = _Kind(processes, shared_host, shared_futexes, apart, host_links)
        _add_rules(_Rules(pyseccomp, rules), kind)
        descriptor = os.memfd_create("seccomp", os.MFD_CLOEXEC)
        with os.fdopen(descriptor, "r+b") as file:
            rules.export_bpf(file)
            file.seek(0)
            return file.read()
    except OSError as error:
        raise no_sandbox(f"libseccomp makes no filter: {error}", INSTALL_LIBSECCOMP) from None


@dataclass(frozen=True)
class _Kind:
    """The arguments of `build`."""

    processes: bool
    shared_host: bool
    shared_futexes: bool
    apart: bool
    host_links: bool


class _Rules:
    """Adds rules to a filter of libseccomp. A condition compares 32 bits of one argument of the
    call, as the kernel does; comparing 64 would let a disguised value pass."""

    def __init__(self, seccomp: Any, rules: Any) -> None:
        self._seccomp = seccomp
        self._rules = rules
        self.known = _known_calls(seccomp)

    def allow(self, call: str, *condition: int) -> None:
        self._rules.add_rule(self._seccomp.ALLOW, call, *self._masked(condition))

    def refuse(self, call: str, *condition: int) -> None:
        self._rules.add_rule(self._seccomp.ERRNO(errno.EPERM), call, *self._masked(condition))

    def _masked(self, condition: tuple[int, ...]) -> list[Any]:
        """`condition`: nothing, or an argument's number, a mask and the value under it."""
        if not condition:
            return []
        argument, mask, value = condition
        return [self._seccomp.Arg(argument, self._seccomp.MASKED_EQ, mask, value)]


def _add_rules(rules: _Rules, kind: _Kind) -> None:
    allowed = set(ALLOWED)
    conditional = {"clone", "clone3", "fcntl", "ioctl", "madvise", "mmap", "prctl", "socketpair"}
    if kind.processes:
        allowed |= set(PROCESSES)
    if not kind.shared_futexes:
        allowed -= {"futex"}
        conditional |= {"futex"}
        for operation in FUTEX:
            rules.allow("futex", 1, _LOW_32 & ~FUTEX_CLOCK_REALTIME, operation)
    if kind.apart:
        allowed -= set(COUNTED)
        conditional -= set(COUNTED)
    if kind.shared_host:
        allowed -= {*BY_PROCESS_ID, *BY_HIDDEN_PROCESS_ID, *OF_HOST_FILES, *OPENING, "tkill"}
        conditional |= {*BY_PROCESS_ID, *OPENING} & rules.known
    if kind.host_links:
        allowed -= {"lstat", *OF_LINKS}
        conditional |= {*OF_LINKS} & rules.known
    for call in sorted(allowed & rules.known):
        rules.allow(call)
    for call in sorted(rules.known - allowed - conditional):
        rules.refuse(call)

    rules.allow("mmap", 3, MAP_HUGETLB, 0)
    rules.refuse("mmap", 3, MAP_HUGETLB, MAP_HUGETLB)
    _add_clone(rules, kind)
    if kind.shared_host:
        _add_shared_host(rules, kind)
    for call, argument, values in (
        ("fcntl", 1, FCNTL),
        ("ioctl", 1, IOCTL),
        ("madvise", 2, MADVISE),
        ("prctl", 0, PRCTL),
        ("socketpair", 0, () if kind.apart else (socket.AF_UNIX,)),
    ):
        for value in values:
            rules.allow(call, argument, _LOW_32, value)


def _add_clone(rules: _Rules, kind: _Kind) -> None:
    """clone3 has no rule and returns ENOSYS: its flags are in memory, which a filter cannot see."""
    if kind.processes:
        rules.allow("clone", 0, CLONE_FORBIDDEN, 0)
    elif kind.apart and kind.shared_host:
        # Thread ids are those of the host there.
        rules.refuse("clone")
    else:
        rules.allow("clone", 0, CLONE_THREAD | CLONE_FORBIDDEN, CLONE_THREAD)
        rules.refuse("clone", 0, CLONE_THREAD, 0)


def _add_shared_host(rules: _Rules, kind: _Kind) -> None:
    """Own process ids only, and no truncating of files that are not opened for writing: Landlock
    checks those that are."""
    for call, (argument, values) in BY_PROCESS_ID.items():
        for value in values if call in rules.known else ():
            rules.allow(call, argument, _LOW_32, value)
    never = os.O_PATH if kind.host_links else 0
    for call in rules.known.intersection(OPENING):
        argument = OPENING[call]
        rules.allow(call, argument, never | os.O_TRUNC, 0)
        mask = os.O_TRUNC | os.O_ACCMODE
        for access in (os.O_WRONLY, os.O_RDWR):
            rules.allow(call, argument, never | mask, os.O_TRUNC | access)
        for access in (os.O_RDONLY, os.O_ACCMODE):
            rules.refuse(call, argument, mask, os.O_TRUNC | access)
        if never:
            rules.refuse(call, argument, never, never)
    for call in rules.known.intersection(OF_LINKS) if kind.host_links else ():
        argument = OF_LINKS[call]
        rules.allow(call, argument, AT_SYMLINK_NOFOLLOW, 0)
        rules.refuse(call, argument, AT_SYMLINK_NOFOLLOW, AT_SYMLINK_NOFOLLOW)


def _known_calls(seccomp: Any) -> set[str]:
    names = set()
    for number in _CALLS:
        try:
            name = seccomp.resolve_syscall(seccomp.Arch.NATIVE, number)
        except (OSError, ValueError):
            continue
        names.add(name.decode() if isinstance(name, bytes) else name)
    return names
