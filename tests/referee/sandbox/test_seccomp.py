"""The system call filter as the kernel reads it, a program of classic BPF, run on every call."""

import errno
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


def test_what_bots_need_is_allowed_and_what_they_must_not_do_is_refused(native):
    program = Filter(seccomp.build())

    def decide(name: str) -> int:
        return program.decide(
            native, pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name), [0] * 6
        )

    for name in ("read", "write", "mmap", "futex", "exit_group"):
        assert decide(name) == ALLOW, name
    for name in ("socket", "ptrace", "mount", "unshare", "bpf", "keyctl", "memfd_create"):
        assert decide(name) == REFUSE, name
