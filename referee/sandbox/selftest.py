"""Tests whether the sandbox holds on this machine: runs a hostile bot in it and inspects that."""

import contextlib
import dataclasses
import json
import os
import select
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from referee.programs.policy import Policy
from referee.programs.program import Program
from referee.programs.runtimes import ONE_THREAD
from referee.sandbox import escape_probes, leftover_probes
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.folders import locked_folder, sweep
from referee.sandbox.interface import Process, Sandbox
from referee.sandbox.pinning import pinned
from referee.sandbox.slot_users import SEATS_PER_SLOT, claimed_slot, slot_uid
from referee.sandbox.tiers.landlock import EXTRA_THREADS

_SEAT = SEATS_PER_SLOT - 1  # more seats than any game has
_SECONDS = 30.0
_PREFIX = "goat-probe-"
_NAMESPACES = {
    "A": ("user", "pid", "net", "ipc", "uts", "mnt"),
    "A2": ("pid", "net", "ipc", "uts", "mnt"),
}


def escapes(sandbox: Sandbox, policy: Policy, kind: str = "") -> list[str]:
    """What a bot could do in it although no bot may; empty if it holds. Raises SandboxFailed.

    `policy` is that of Python in this sandbox, or of the language `kind`, Python with packages.
    """
    with claimed_slot() as slot, _file_of_host() as file:
        facts = dataclasses.asdict(policy) | {
            "files": [file, __file__],
            "pid": os.getpid(),
            "own_files": sandbox.tier != "B",
            "variables": [name for name, _ in ONE_THREAD] if kind else [],
        }
        if sandbox.tier == "B" and os.geteuid():
            facts["threads"] = EXTRA_THREADS
        process = sandbox.start(_probe(kind=kind), slot=slot, seat=_SEAT, cpu=None)
        with process:
            os.write(process.stdin, json.dumps(facts).encode() + b"\n")
            found: list[str] = json.loads(_answer(process))
            uid = slot_uid(slot, _SEAT) if os.geteuid() == 0 else os.geteuid()
            found += _seen_from_outside(process, uid, sandbox.tier, policy)
            if policy.cgroup and not _dies_of_memory_limit(process):
                found.append("took more memory than it may")
    if Path(f"/proc/{process.pid}").exists():
        found.append("was still there after it was killed")
    return found


def channels(sandbox: Sandbox) -> list[str]:
    """What a bot in it could see of its partner, another bot of its side; empty if nothing.

    Raises SandboxFailed.
    """
    cpu = min(os.sched_getaffinity(0))  # one for both, as in a match
    with (
        claimed_slot() as slot,
        _file_of_host() as file,
        sandbox.start(_probe(), slot=slot, seat=_SEAT - 2, cpu=cpu) as partner,
        sandbox.start(_probe(), slot=slot, seat=_SEAT, cpu=cpu) as process,
    ):
        facts = {"partner": partner.pid, "files": [file, __file__]}
        os.write(process.stdin, json.dumps(facts).encode() + b"\n")
        _answer(process)  # it has seen the state before
        os.write(partner.stdin, b'{"busy": true}\n')
        _answer(partner)
        os.write(process.stdin, b"\n")
        found: list[str] = json.loads(_answer(process))
    return found


def leftovers(sandbox: Sandbox) -> list[str]:
    """What a bot in it could find of one that ended before it started; empty if nothing.

    Such two are the processes of a bot in the two legs of a match. Raises SandboxFailed.
    """
    cpu = min(os.sched_getaffinity(0))
    # Pinned as in a match: the kernel numbers pipes by the processor of who makes them.
    with claimed_slot() as slot, pinned(cpu):
        facts = b"{}"
        for _ in range(2):
            with sandbox.start(_probe(leftover_probes), slot=slot, seat=_SEAT, cpu=cpu) as process:
                os.write(process.stdin, facts.strip() + b"\n")
                facts = _answer(process)
    found: list[str] = json.loads(facts)
    return found


@contextlib.contextmanager
def _file_of_host() -> Iterator[str]:
    """A temporary file that every user of the host can read."""
    sweep(_PREFIX)
    with locked_folder(_PREFIX) as folder:
        folder.chmod(0o755)
        file = folder / "file"
        file.touch()
        file.chmod(0o644)
        yield str(file)


def _probe(module: ModuleType = escape_probes, kind: str = "") -> Program:
    assert module.__file__
    return Program(Path(module.__file__).read_bytes(), is_zip=False, kind=kind)


def _dies_of_memory_limit(process: Process) -> bool:
    """Whether the probe, told to take twice the memory that it may, is killed."""
    os.write(process.stdin, b"\n")
    return process.exit(_SECONDS) is not None and not os.read(process.stdout, 100)


def _answer(process: Process) -> bytes:
    """The line that the probe prints. Raises SandboxFailed."""
    deadline = time.monotonic() + _SECONDS
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    text = b""
    while not text.endswith(b"\n"):
        piece = b""
        if poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            piece = os.read(process.stdout, 1 << 16)
        if not piece:
            raise SandboxFailed(f"the self-test did not end: {_cause_of_end(process)}")
        text += piece
    return text


def _cause_of_end(process: Process) -> str:
    try:
        ended = process.exit(within=1.0) or f"it still runs after {_SECONDS:.0f} s"
    except SandboxFailed as failure:
        ended = str(failure)
    try:
        return f"{ended}: {os.read(process.stderr, 4096).decode(errors='replace')}".strip(": \n")
    except BlockingIOError:
        return ended


def _status(pid: int) -> dict[str, list[str]]:
    """The fields of /proc/PID/status, each split into words."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.split() for name, _, value in (line.partition(":") for line in lines)}


def _seen_from_outside(process: Process, uid: int, tier: str, policy: Policy) -> Iterator[str]:
    """What the kernel says of the bot, which must run as `uid`, but not of a confined one."""
    status = _status(process.pid)
    gid = uid if os.geteuid() == 0 else os.getegid()
    if status["Uid"] != [str(uid)] * 4 or status["Gid"] != [str(gid)] * 4:
        yield f"ran as uid {status['Uid']}, gid {status['Gid']} and not as {uid}, {gid}"
    if os.geteuid() == 0 and status["Groups"]:
        yield f"was in the groups {status['Groups']}"
    # A plain user cannot lower the bounding set, which nobody can use here anyway.
    bound = [] if tier == "B" and os.geteuid() else ["CapBnd"]
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb", *bound):
        if int(status[name][0], 16):
            yield f"had capabilities ({name} {status[name][0]})"
    if status["NoNewPrivs"] != ["1"]:
        yield "could gain privileges by running a program"
    if status["Seccomp"] != ["2"]:
        yield "ran without a system call filter"
    if not process.times().processor_ns:
        yield "had no processor time to be seen"
    if tier == "B":
        return
    try:
        for name in _NAMESPACES[tier]:
            if Path(f"/proc/{process.pid}/ns/{name}").samefile(f"/proc/self/ns/{name}"):
                yield f"shared our {name} namespace"
        tmp = os.statvfs(f"/proc/{process.pid}/root/tmp")
        if tmp.f_blocks * tmp.f_frsize != policy.tmp_bytes:
            yield "did not have a /tmp of its own"
    except OSError as error:
        yield f"could not be inspected from outside, which takes CAP_SYS_PTRACE ({error})"
