"""Starts bots in the sandbox as another user, at a test's request: one JSON line each.

Run as a program; the client is hosts.py. It imports nothing but referee.programs and
referee.sandbox, so that a user who can read little else can run it.
"""

import io
import json
import os
import select
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

from referee.programs.policy import Policy
from referee.programs.program import read_program
from referee.sandbox import Process, Sandbox, choose
from referee.sandbox.selection import open_tier, require
from referee.sandbox.selftest import leftovers

processes: dict[int, Process] = {}
sandboxes: dict[str, Sandbox] = {}


def sandbox(mode: str) -> Sandbox:
    """The sandbox of a tier, tested at the first request, or none (``off``). ``A+`` is tier A for a
    Python that may start processes, in a cgroup of 64 MiB and 24 threads."""
    if mode not in sandboxes:
        if mode == "off":
            sandboxes[mode] = choose(mode)
        elif mode.endswith("+"):
            policy = Policy(memory_bytes=48 << 20, threads=24, cgroup=True, processes=True)
            sandboxes[mode] = open_tier(mode.rstrip("+"), policy)
        else:
            sandboxes[mode] = open_tier(mode)
    return sandboxes[mode]


def start(
    files: dict[str, str], mode: str, slot: int, seat: int, cpu: int | None, kind: str = ""
) -> int:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    program = read_program(packed.getvalue(), kind=kind)
    if mode != "off":
        require(sandbox(mode), [program.language.name])
    where = {"slot": slot, "seat": seat, "cpu": cpu}
    process = sandbox(mode).start(program, **where)
    processes[process.pid] = process
    return process.pid


def tell(pid: int, text: str) -> None:
    os.write(processes[pid].stdin, text.encode())


def hear(pid: int, seconds: float, error: bool = False) -> str:
    """What the bot writes until the end of a line, of its output, or of the time."""
    process = processes[pid]
    descriptor = process.stderr if error else process.stdout
    deadline = time.monotonic() + seconds
    text = b""
    while not text.endswith(b"\n") and (left := deadline - time.monotonic()) > 0:
        if select.select([descriptor], [], [], left)[0]:
            piece = os.read(descriptor, 1 << 16)
            if not piece:
                break
            text += piece
    return text.decode(errors="replace")


def ended(pid: int, seconds: float) -> str | None:
    return processes[pid].exit(seconds)


def times(pid: int) -> list[int]:
    used = processes[pid].times()
    return [time.monotonic_ns(), used.processor_ns, used.wait_ns]


def freeze(pid: int) -> None:
    processes[pid].freeze()


def thaw(pid: int) -> None:
    processes[pid].thaw()


def kill(pid: int) -> str | None:
    process = processes.pop(pid)
    process.kill()
    return process.exit()


def apart(mode: str) -> bool:
    """Whether two bots of a side cannot communicate in it, as its self-test found."""
    return not sandbox(mode).channels  # type: ignore[attr-defined]


def left(mode: str) -> list[str]:
    """What a bot finds of one that ended before it."""
    return leftovers(sandbox(mode))


def held() -> dict[str, list[str]]:
    """The system resources that this process holds now."""
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    children = Path("/proc/self/task").glob("*/children")
    return {
        "descriptors": sorted(path.name for path in Path("/proc/self/fd").iterdir()),
        "children": [pid for path in children for pid in path.read_text().split()],
        "mounts": sorted(line.split()[4] for line in mounts),
        "files": sorted(path.name for path in Path(tempfile.gettempdir()).iterdir()),
    }


REQUESTS = (start, tell, hear, ended, times, freeze, thaw, kill, apart, left, held)


def main() -> None:
    requests = {request.__name__: request for request in REQUESTS}
    for line in sys.stdin:
        name, arguments = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            answer["result"] = requests[name](**arguments)  # type: ignore[operator]
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)
    for process in processes.values():
        process.kill()
    for used in sandboxes.values():
        used.close()


if __name__ == "__main__":
    main()
