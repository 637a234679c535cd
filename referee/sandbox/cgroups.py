"""A cgroup for each bot limits the memory and the number of processes of a whole process tree.

The same interface serves version 1 and version 2. Cgroups of workers that were killed are removed.
"""

import contextlib
import itertools
import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from referee.programs.policy import Policy

_PREFIX = "goat-"
_PATIENCE_SECONDS = 2.0
_numbers = itertools.count()


@dataclass(frozen=True)
class Cgroups:
    """The folders where cgroups can be made, by controller; in version 2 they are all the same."""

    version: int
    bases: dict[str, Path]

    def make(self, policy: Policy) -> "Cgroup":
        """A new cgroup with these limits. Raises OSError."""
        name = f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
        folders = {controller: base / name for controller, base in self.bases.items()}
        group = Cgroup(self.version, folders, policy.processes)
        try:
            for folder in group.folders:
                folder.mkdir()
            memory = policy.memory_bytes + policy.tmp_bytes
            if self.version == 2:
                group.write("memory", "memory.max", memory)
                group.write("memory", "memory.swap.max", 0, optional=True)
                group.write("memory", "memory.oom.group", 1, optional=True)
            else:
                group.write("memory", "memory.limit_in_bytes", memory)
                group.write("memory", "memory.memsw.limit_in_bytes", memory, optional=True)
            group.write("pids", "pids.max", policy.threads)
        except BaseException:
            group.close()
            raise
        return group

    def sweep(self) -> None:
        """Removes the cgroups of processes that have ended, and kills what still runs in them."""
        groups = {folder for base in self.bases.values() for folder in base.glob(f"{_PREFIX}*-*")}
        dead = [folder for folder in groups if _owner_is_gone(folder)]
        for folder in dead:
            with contextlib.suppress(OSError):
                for pid in (folder / "cgroup.procs").read_text().split():
                    os.kill(int(pid), signal.SIGKILL)
                # A frozen process does not die.
                if (folder / "freezer.state").exists():
                    (folder / "freezer.state").write_text("THAWED")
        for folder in dead:
            with contextlib.suppress(OSError):
                _remove(folder)


class Cgroup:
    """The cgroup of one bot. `several`: it may contain more than one process."""

    def __init__(self, version: int, folders: dict[str, Path], several: bool = False) -> None:
        self.version = version
        self.several = several
        self._by_controller = folders
        self.folders = sorted(set(folders.values()))
        self._state = folders["freezer"] / ("cgroup.freeze" if version == 2 else "freezer.state")

    def write(self, controller: str, name: str, value: object, optional: bool = False) -> None:
        """`optional`: some kernels do not have this file. Raises OSError."""
        path = self._by_controller[controller] / name
        if not optional or path.exists():
            path.write_text(f"{value}")

    def join(self, pid: int) -> None:
        """Moves a process, and so all that it starts later, into the cgroup. Raises OSError."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(f"{pid}")

    def freeze(self) -> None:
        """None of its processes runs until `thaw`."""
        self._state.write_text("1" if self.version == 2 else "FROZEN")

    def thaw(self) -> None:
        self._state.write_text("0" if self.version == 2 else "THAWED")

    def threads(self) -> list[str]:
        """The ids of all threads of its processes."""
        name = "cgroup.threads" if self.version == 2 else "tasks"
        return (self._by_controller["pids"] / name).read_text().split()

    def processor_ns(self) -> int:
        """The processor time of its processes, including those that have ended."""
        folder = self._by_controller["cpuacct"]
        if self.version == 1:
            return int((folder / "cpuacct.usage").read_text())
        return 1000 * _value(folder / "cpu.stat", "usage_usec")

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed one of its processes because memory ran out."""
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        with contextlib.suppress(OSError):
            return _value(self._by_controller["memory"] / name, "oom_kill") > 0
        return False

    def close(self) -> None:
        """Removes the cgroup, whose processes must have ended. Idempotent."""
        for folder in self.folders:
            _remove(folder)


def _value(path: Path, name: str) -> int:
    for line in path.read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == name:
            return int(value)
    return 0


def _owner_is_gone(folder: Path) -> bool:
    owner = re.fullmatch(rf"{_PREFIX}(\d+)-\d+", folder.name)
    return owner is not None and not Path(f"/proc/{owner[1]}").exists()


def _remove(folder: Path) -> None:
    """Removes a cgroup, which is busy for a moment after its last process has ended."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)
        else:
            return
