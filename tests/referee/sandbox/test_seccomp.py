"""The system call filter as the kernel reads it, a program of classic BPF, run on every call."""

import errno
import os
import random
import socket
import struct

import pytest

from referee.sandbox import seccomp
from referee.sandbox.system_calls import CLONE_THREAD, FCNTL, IOCTL, OWN_PID, PRCTL

pyseccomp = pytest.importorskip("pyseccomp")

ALLOW, REFUSE, UNKNOWN, KILL = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS, 0x80000000
VARIANTS = [
    {},
    {"processes": True, "shared_futexes": True},
    {"shared_host": True},
    {"shared_host": True, "apart": True},
    {"shared_host": True, "apart": True, "host_links": True},
    {"apart": True},
]


class Filter:
    def __init__(self, program: bytes) -> None:
        self._steps = list(struct.iter_unpack("HBBI", program))

    def decide(self, architecture: int, number: int, arguments: list[int]) -> int:
        """What the kernel is told to do about a call; `struct seccomp_data` is what it looks at."""
        data = struct.pack("IIQ6Q", number, architecture, 0, *arguments)
        accumulator = step = 0
        while True:
            code, if_true, if_false, value = self._steps[step]
            step += 1
            if code == 0x20:  # load a word
                [accumulator] = struct.unpack_from("I", data, value)
            elif code == 0x54:  # and
                accumulator &= value
            elif code == 0x05:  # jump
                step += value
            elif code in (0x15, 0x25, 0x35, 0x45):  # equal, greater, greater or equal, any bit set
                holds = {
                    0x15: accumulator == value,
                    0x25: accumulator > value,
                    0x35: accumulator >= value,
                    0x45: accumulator & value,
                }[code]
                step += if_true if holds else if_false
            elif code == 0x06:  # return
                return value
            else:
                raise AssertionError(f"unexpected instruction {code:#x}")


@pytest.fixture(scope="module")
def native() -> int:
    """The kernel's word for this machine's architecture: what the filter compares with first."""
    steps = struct.iter_unpack("HBBI", seccomp.build())
    return next(value for code, _, _, value in steps if code == 0x15)


def listed(variant: dict[str, bool]) -> bytes:
    """The filter as a list of calls, which libseccomp makes unless it is asked for a tree."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seccomp, "_TREE", 1)
        return seccomp.build.__wrapped__(**variant)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_tree_of_calls_decides_as_the_list_does(variant, native):
    tree, line = seccomp.build(**variant), listed(variant)
    assert tree != line, "no tree was made"
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    choose = random.Random(seed)
    ours, theirs = Filter(tree), Filter(line)
    values = [0, 1, 2, 3, 9, 0x80, OWN_PID, CLONE_THREAD, socket.AF_UNIX]
    values += [*FCNTL, *IOCTL, *PRCTL, 1 << 32, (1 << 64) - 1]
    for number in (*range(600), 0x40000000, 0x40000000 | 57, 0xFFFFFFFF):
        for _ in range(6):
            arguments = [choose.choice(values) for _ in range(6)]
            decision = ours.decide(native, number, arguments)
            assert decision == theirs.decide(native, number, arguments), (number, arguments)
            assert decision in (ALLOW, REFUSE, UNKNOWN, KILL)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_calls_of_another_architecture_kill(variant, native):
    program = Filter(seccomp.build(**variant))
    for architecture in (native ^ 1, 0x40000003, 0xC00000B7 ^ (native == 0xC00000B7)):
        assert program.decide(architecture, 1, [0] * 6) == KILL


class Calls:
    """The decisions of one filter on calls by name."""

    def __init__(self, native: int, **variant: bool) -> None:
        self._native = native
        self._filter = Filter(seccomp.build(**variant))

    def decide(self, name: str, arguments: dict[int, int] | None = None) -> int:
        """`arguments` by their number; the others are 0."""
        number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
        values = [(arguments or {}).get(position, 0) for position in range(6)]
        return self._filter.decide(self._native, number, values)


def test_what_bots_need_is_allowed_and_what_they_must_not_do_is_refused(native):
    calls = Calls(native)
    for name in ("read", "write", "mmap", "futex", "exit_group"):
        assert calls.decide(name) == ALLOW, name
    for name in ("socket", "ptrace", "mount", "unshare", "bpf", "keyctl", "memfd_create"):
        assert calls.decide(name) == REFUSE, name


NEW_THREAD = 0x3D0F00  # as the C library asks for one
# CLONE_NEWTIME, CLONE_NEWNS, and the other namespaces.
FORBIDDEN_FLAGS = {
    **{f"CLONE_NEW {bit:#x}": bit for bit in (0x80, 0x20000, *(1 << n for n in range(25, 31)))},
    "CLONE_PIDFD": 0x1000,
    "CLONE_PTRACE": 0x2000,
    "CLONE_PARENT": 0x8000,
}


@pytest.mark.parametrize("name", FORBIDDEN_FLAGS)
@pytest.mark.parametrize("variant", [{}, {"processes": True, "shared_futexes": True}], ids=str)
def test_no_clone_makes_namespaces_or_odd_children(native, variant, name):
    calls = Calls(native, **variant)
    assert calls.decide("clone", {0: NEW_THREAD}) == ALLOW
    assert calls.decide("clone", {0: NEW_THREAD | FORBIDDEN_FLAGS[name]}) != ALLOW


def test_a_new_process_needs_leave(native):
    fork = {0: 17}  # SIGCHLD
    assert Calls(native).decide("clone", fork) == REFUSE
    assert Calls(native, processes=True).decide("clone", fork) == ALLOW


@pytest.mark.parametrize(
    ("call", "position", "values"),
    [
        ("ioctl", 1, {"TIOCSTI": 0x5412, "TIOCSCTTY": 0x540E, "TIOCLINUX": 0x541C}),
        ("fcntl", 1, {"F_SETLK": 6, "F_SETOWN": 8, "F_SETLEASE": 1024, "F_SETPIPE_SZ": 1031}),
        ("madvise", 2, {"MERGEABLE": 12, "COLD": 20, "PAGEOUT": 21, "COLLAPSE": 25}),
        ("prctl", 0, {"PR_SET_DUMPABLE": 4, "PR_SET_SECCOMP": 22, "PR_SET_MM": 35}),
        ("socketpair", 0, {"AF_INET": 2, "AF_NETLINK": 16}),
        ("mmap", 3, {"MAP_HUGETLB": 0x40022}),
        ("futex", 1, {"WAKE": 1, "LOCK_PI": 6, "private LOCK_PI": 0x86, "WAIT_REQUEUE_PI": 11}),
    ],
)
def test_some_calls_take_only_harmless_arguments(native, call, position, values):
    calls = Calls(native)
    for name, value in values.items():
        assert calls.decide(call, {position: value}) != ALLOW, name


@pytest.mark.parametrize(("call", "position", "value"), [("ioctl", 1, 0x5412), ("fcntl", 1, 6)])
def test_a_value_cannot_hide_behind_the_upper_half_of_an_argument(native, call, position, value):
    calls = Calls(native)
    for upper in (0, 1 << 32, 0xFFFF_FFFF << 32):
        assert calls.decide(call, {position: upper | value}) != ALLOW


@pytest.mark.parametrize("call", ["kill", "getpgid", "prlimit64", "sched_getaffinity"])
def test_on_a_shared_host_a_call_takes_no_process_but_ones_own(native, call):
    calls = Calls(native, shared_host=True)
    assert calls.decide(call, {0: OWN_PID}) == ALLOW
    for other in (1, 2, OWN_PID + 1, 0xFFFF_FFFF):
        assert calls.decide(call, {0: other}) != ALLOW


@pytest.mark.parametrize(("access", "decision"), [(0, REFUSE), (1, ALLOW), (2, ALLOW), (3, REFUSE)])
def test_on_a_shared_host_only_a_file_opened_for_writing_is_truncated(native, access, decision):
    """Landlock then decides about the writing."""
    calls = Calls(native, shared_host=True)
    assert calls.decide("openat", {2: access}) == ALLOW
    assert calls.decide("openat", {2: access | os.O_TRUNC}) == decision


@pytest.mark.parametrize(
    ("call", "position", "flag"),
    [("newfstatat", 3, 0x100), ("statx", 2, 0x100), ("openat", 2, os.O_PATH)],
)
def test_a_bot_that_can_follow_links_of_the_host_does_not_look_at_them(
    native, call, position, flag
):
    calls = Calls(native, shared_host=True, apart=True, host_links=True)
    others = Calls(native, shared_host=True, apart=True)
    for more in (0, os.O_TRUNC, os.O_CLOEXEC):
        assert calls.decide(call, {position: flag | more}) == REFUSE
    assert calls.decide(call, {position: 0}) == others.decide(call, {position: flag}) == ALLOW


def test_bots_that_are_apart_make_nothing_that_the_kernel_counts_for_both(native):
    calls, others = Calls(native, apart=True), Calls(native)
    for name in ("pipe2", "epoll_create1", "socketpair"):
        assert calls.decide(name, {0: socket.AF_UNIX}) != ALLOW
        assert others.decide(name, {0: socket.AF_UNIX}) == ALLOW
    thread = {0: NEW_THREAD}
    assert calls.decide("clone", thread) == ALLOW
    assert Calls(native, apart=True, shared_host=True).decide("clone", thread) == REFUSE
