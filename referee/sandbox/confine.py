"""Gives up everything that a bot may not have, and becomes the bot: a separate program.

It runs from its source (``python3 -c``) where no other file of ours is readable, so it imports
nothing of ours. Its only argument is JSON, see `main`. It writes ``+``, or what failed, to a pipe
that closes when the bot starts.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from typing import Any

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
FILTER_MODE = 2
LAST_CAPABILITY = 63
CAPABILITY_VERSION = 0x2008_0522

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
PATH_BENEATH = 1
EXECUTE, WRITE, READ, LIST = 1, 2, 4, 8
# The rights that rulesets can forbid, by the first Landlock ABI that can.
FILE_RIGHTS = {1: 0x1FFF, 2: 0x2000, 3: 0x4000, 5: 0x8000}
NETWORK_ABI, NETWORK_RIGHTS = 4, 3  # to bind and connect TCP sockets
SCOPES_ABI, SCOPES = 6, 3  # abstract sockets and signals of other processes

libc = ctypes.CDLL(None, use_errno=True)


class Failed(Exception):
    """A restriction that could not be applied."""


def call(what: str, function: Any, *arguments: object) -> int:
    result = int(function(*arguments))
    if result < 0:
        raise Failed(f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def prctl(what: str, *arguments: int | None) -> None:
    values = [None if value is None else ctypes.c_ulong(value) for value in arguments]
    call(what, libc.prctl, *values, *([ctypes.c_ulong(0)] * (5 - len(values))))


def die_with(parent: int) -> None:
    """The kernel kills this process when its parent ends, which it may already have done."""
    prctl("PR_SET_PDEATHSIG", PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise Failed("the referee has ended")


def become_user(user: int) -> None:
    """Changes the user for good: root's privileges are lost and cannot be regained."""
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *([ctypes.c_ulong(0)] * 3))
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    call("capset", libc.capset, header, (ctypes.c_uint32 * 6)())


def landlock_abi() -> int:
    """The version of Landlock's interface; 0 without Landlock."""
    return max(0, int(libc.syscall(ctypes.c_long(CREATE_RULESET), None, ctypes.c_size_t(0), 1)))


def landlock(what: str, number: int, *arguments: object) -> int:
    return call(what, libc.syscall, ctypes.c_long(number), *arguments)


def restrict_files(readable: list[str], devices: list[str]) -> None:
    """Only these files can be opened; no TCP, no signals to other processes."""
    abi = landlock_abi()
    if not abi:
        raise Failed("this kernel has no Landlock")
    rights = sum(bits for since, bits in FILE_RIGHTS.items() if since <= abi)
    values = [rights]
    if abi >= NETWORK_ABI:
        values.append(NETWORK_RIGHTS)
    if abi >= SCOPES_ABI:
        values.append(SCOPES)
    attributes = (ctypes.c_uint64 * len(values))(*values)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    ruleset = landlock("landlock_create_ruleset", CREATE_RULESET, attributes, size, 0)
    for path, allowed in rules(readable, devices):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = allowed.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
        landlock(f"landlock_add_rule {path}", ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
        os.close(place)
    landlock("landlock_restrict_self", RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def rules(readable: list[str], devices: list[str]) -> Iterator[tuple[str, int]]:
    for path in readable:
        yield path, EXECUTE | READ | (LIST if os.path.isdir(path) else 0)  # noqa: PTH112
    for path in devices:
        yield path, READ | WRITE


def filter_calls(descriptor: int, own_pid: int) -> None:
    """Loads the system call filter. `own_pid` is the placeholder in it for this process's id."""
    with os.fdopen(descriptor, "rb") as file:
        program = file.read()
    order = sys.byteorder
    program = program.replace(own_pid.to_bytes(4, order), os.getpid().to_bytes(4, order))
    buffer = ctypes.create_string_buffer(program, len(program))

    class FilterProgram(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))

    pointer = FilterProgram(len(program) // 8, ctypes.addressof(buffer))
    prctl("PR_SET_SECCOMP", PR_SET_SECCOMP, FILTER_MODE, ctypes.addressof(pointer))


def main(settings: dict[str, Any]) -> None:
    """`settings`: `status`, `filter` and `stdout` are descriptors. `wait` is a descriptor from
    which to read a byte before going on, or null. `user` is the uid to change to, or null.
    `parent` is the process with which the bot dies, or null. `limits` are resource limits by name.
    `root` is the folder that becomes the root, or null. `readable` and `devices` are the only
    paths that can be opened; null: all can. `command` runs in `folder` with `environment`. All
    paths but `root` are seen from inside it."""
    status = settings["status"]
    os.set_inheritable(status, False)
    try:
        if settings["wait"] is not None:
            if not os.read(settings["wait"], 1):
                raise Failed("the referee has ended")
            os.close(settings["wait"])
        os.dup2(settings["stdout"], 1)
        os.close(settings["stdout"])
        if settings["root"] is not None:
            os.chroot(settings["root"])
        os.chdir(settings["folder"])
        if settings["user"] is not None:
            become_user(settings["user"])
        if settings["parent"] is not None:
            die_with(settings["parent"])
        for name, value in settings["limits"].items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (value, value))
        prctl("PR_SET_NO_NEW_PRIVS", PR_SET_NO_NEW_PRIVS, 1)
        if settings["readable"] is not None:
            restrict_files(settings["readable"], settings["devices"])
        filter_calls(settings["filter"], settings["own_pid"])
        os.write(status, b"+")
        os.execve(settings["command"][0], settings["command"], settings["environment"])
    except (Failed, OSError, ValueError) as error:
        os.write(status, f"{error}".encode())
        os._exit(1)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
