"""Does the sandbox hold on this machine? A hostile bot is run in it, and looked at from outside."""

import dataclasses
import json
import os
import select
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.programs.policy import Policy
from referee.programs.program import Program
from referee.sandbox import escape_probes
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.process import Process, Sandbox
from referee.sandbox.slot_users import SEATS_PER_SLOT, slot_uid
from referee.sandbox.tiers.landlock import EXTRA_THREADS

_SLOT, _SEAT = 0, SEATS_PER_SLOT - 1  # no game has so many seats
_SECONDS = 30.0
_NAMESPACES = {
    "A": ("user", "pid", "net", "ipc", "uts", "mnt"),
    "A2": ("pid", "net", "ipc", "uts", "mnt"),
}


def escapes(sandbox: Sandbox, policy: Policy) -> list[str]:
    """What a bot could do in it that no bot may; empty if it holds. Raises SandboxFailed.

    `policy`: that of Python in this sandbox.
    """
    with tempfile.NamedTemporaryFile(prefix="goat-probe-") as file:
        os.fchmod(file.fileno(), 0o644)
        facts = dataclasses.asdict(policy) | {
            "files": [file.name, __file__],
            "pid": os.getpid(),
            "own_files": sandbox.tier != "B",
        }
        if sandbox.tier == "B" and os.geteuid():
            facts["threads"] = EXTRA_THREADS
        process = sandbox.start(_probe(), slot=_SLOT, seat=_SEAT, cpu=None)
        with process:
            os.write(process.stdin, json.dumps(facts).encode() + b"\n")
            found: list[str] = json.loads(_answer(process))
            found += _seen_from_outside(process, sandbox.tier, policy)
            if policy.cgroup and not _ends_of_hunger(process):
                found.append("took more memory than it may")
    if Path(f"/proc/{process.pid}").exists():
        found.append("was still there after it was killed")
    return found


def channels(sandbox: Sandbox) -> list[str]:
    """What a bot in it could see of the one that plays another seat of its side; empty if nothing.

    Raises SandboxFailed.
    """
    cpu = min(os.sched_getaffinity(0))  # one for both, as in a match
    with (
        tempfile.NamedTemporaryFile(prefix="goat-probe-") as file,
        sandbox.start(_probe(), slot=_SLOT, seat=_SEAT - 2, cpu=cpu, partners=True) as partner,
        sandbox.start(_probe(), slot=_SLOT, seat=_SEAT, cpu=cpu, partners=True) as process,
    ):
        facts = {"partner": partner.pid, "files": [file.name, __file__]}
        os.write(process.stdin, json.dumps(facts).encode() + b"\n")
        _answer(process)  # it has seen how things are
        os.write(partner.stdin, b'{"busy": true}\n')
        _answer(partner)
        os.write(process.stdin, b"\n")
        found: list[str] = json.loads(_answer(process))
    return found


def _probe() -> Program:
    return Program(Path(escape_probes.__file__).read_bytes(), is_zip=False)


def _ends_of_hunger(process: Process) -> bool:
    """Whether the canary, told to take twice the memory that it may, does not survive that."""
    os.write(process.stdin, b"\n")
    return process.exit(_SECONDS) is not None and not os.read(process.stdout, 100)


def _answer(process: Process) -> bytes:
    """The line that the canary prints."""
    deadline = time.monotonic() + _SECONDS
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    text = b""
    while not text.endswith(b"\n"):
        piece = b""
        if poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            piece = os.read(process.stdout, 1 << 16)
        if not piece:
            raise SandboxFailed(f"the self-test did not end: {_last_words(process)}")
        text += piece
    return text


def _last_words(process: Process) -> str:
    try:
        ended = process.exit(within=1.0) or f"it still runs after {_SECONDS:.0f} s"
    except SandboxFailed as failure:
        ended = str(failure)
    try:
        return f"{ended}: {os.read(process.stderr, 4096).decode(errors='replace')}".strip(": \n")
    except BlockingIOError:
        return ended


def _seen_from_outside(process: Process, tier: str, policy: Policy) -> Iterator[str]:
    status: dict[str, Any] = {}
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        name, _, value = line.partition(":")
        status[name] = value.split()
    uid = slot_uid(_SLOT, _SEAT) if os.geteuid() == 0 else os.geteuid()
    gid = uid if os.geteuid() == 0 else os.getegid()
    if status["Uid"] != [str(uid)] * 4 or status["Gid"] != [str(gid)] * 4:
        yield f"ran as uid {status['Uid']}, gid {status['Gid']} and not as {uid}, {gid}"
    if os.geteuid() == 0 and status["Groups"]:
        yield f"was in the groups {status['Groups']}"
    # A plain user cannot lower the bound of what nobody here can gain.
    bound = [] if tier == "B" and os.geteuid() else ["CapBnd"]
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb", *bound):
        if int(status[name][0], 16):
            yield f"had capabilities ({name} {status[name][0]})"
    if status["NoNewPrivs"] != ["1"]:
        yield "could gain privileges by running a program"
    if status["Seccomp"] != ["2"]:
        yield "ran without a system call filter"
    if not process.times().processor_ns:
        yield "showed no processor time"
    if tier == "B":
        return
    try:
        for name in _NAMESPACES[tier]:
            if Path(f"/proc/{process.pid}/ns/{name}").samefile(f"/proc/self/ns/{name}"):
                yield f"shared our {name} namespace"
        tmp = os.statvfs(f"/proc/{process.pid}/root/tmp")
        if tmp.f_blocks * tmp.f_frsize != policy.tmp_bytes:
            yield "had another /tmp than its own"
    except OSError as error:
        yield f"could not be looked at from outside, which takes CAP_SYS_PTRACE ({error})"
