"""Imports the packages of a set in the sandbox, as a bot would, and measures it."""

import contextlib
import json
import os
import re
import select
import time
from dataclasses import dataclass
from pathlib import Path

from referee.programs.package_sets import PackageSet
from referee.programs.program import Program
from referee.sandbox.errors import SandboxFailed
from referee.sandbox.interface import Process, Sandbox
from referee.sandbox.slot_users import claimed_slot

_SECONDS = 60.0
_MOST = 1 << 16  # bytes of its report
_PROGRAM = b"""
import json, sys, time
modules = json.loads(sys.stdin.readline())
for name in modules:
    begin = time.perf_counter()
    problem = ""
    try:
        __import__(name)
    except BaseException as error:
        problem = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps([name, time.perf_counter() - begin, problem]))
print("null")
sys.stdin.readline()
"""


@dataclass(frozen=True)
class Import:
    """One module that was imported. `problem` is empty if it could be."""

    module: str
    seconds: float
    problem: str


@dataclass(frozen=True)
class Trial:
    """What importing all of them took; both sizes in bytes, 0 if they are not known here.

    `address_space` is what the memory limit counts.
    """

    imports: tuple[Import, ...]
    address_space: int
    resident: int


def try_packages(sandbox: Sandbox, packages: PackageSet) -> Trial:
    """Imports the modules of the chosen packages. Raises SandboxFailed and NoSandbox."""
    program = Program(_PROGRAM, is_zip=False, kind=packages.name)
    with (
        claimed_slot() as slot,
        sandbox.start(program, slot=slot, seat=0, cpu=None) as process,
    ):
        os.write(process.stdin, json.dumps(packages.modules()).encode() + b"\n")
        report = _report(process)
        status = _status(process.pid)
    imports = tuple(Import(*json.loads(line)) for line in report)
    return Trial(imports, status.get("VmPeak", 0), status.get("VmHWM", 0))


def _report(process: Process) -> list[str]:
    text = b""
    deadline = time.monotonic() + _SECONDS
    while not text.endswith(b"null\n"):
        left = max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([process.stdout], [], [], left)
        piece = os.read(process.stdout, _MOST) if ready else b""
        if not piece or len(text) > _MOST:
            last = text.decode(errors="replace").strip().rpartition("\n")[2]
            ended = process.exit(within=1.0) or f"it still runs after {_SECONDS:.0f} s"
            raise SandboxFailed(f"the packages cannot be imported: {ended} {last[:200]}".strip())
        text += piece
    return text.decode(errors="replace").splitlines()[:-1]


def _status(pid: int) -> dict[str, int]:
    """Sizes in /proc/PID/status, in bytes."""
    with contextlib.suppress(OSError):
        found = re.findall(r"^(Vm\w+):\s*(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.M)
        return {name: int(kilobytes) << 10 for name, kilobytes in found}
    return {}
