"""A cgroup for each bot limits the memory and the number of processes of a whole process tree.

Version 2 is used where it is delegated to us (systemd's ``Delegate=yes``, or root on the host),
otherwise version 1 if its folders are writable. Cgroups of workers that were killed are removed.
"""

import contextlib
import errno
import itertools
import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from referee.programs.policy import Policy

_PREFIX = "goat-"
_LEAF = "goat-worker"
_NEEDED = ("memory", "pids", "freezer", "cpuacct")
_PATIENCE_SECONDS = 2.0
_MOVES = 10
_numbers = itertools.count()


class NoCgroups(Exception):
    """Bots cannot have cgroups here. The message is the cause, without a full stop."""


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
        found = {folder for base in self.bases.values() for folder in base.glob(f"{_PREFIX}*-*")}
        dead = [folder for folder in found if _owner_is_gone(folder)]
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


def find_cgroups(proc: Path = Path("/proc/self")) -> Cgroups:
    """Finds where cgroups can be made, tries it, and removes leftovers. Raises NoCgroups."""
    problems = []
    for find in (_version_2, _version_1):
        try:
            found = find(proc)
            found.make(Policy()).close()
        except NoCgroups as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(f"{error.filename or 'a cgroup'} {_reason(error)}")
        else:
            found.sweep()
            return found
    raise NoCgroups("; ".join(problems))


def _version_2(proc: Path) -> Cgroups:
    mounted = _mounts(proc, "cgroup2")
    path = _paths(proc).get("")
    if not mounted or path is None:
        raise NoCgroups("cgroup version 2 is not mounted")
    base = _folder_of(*mounted[0][:2], path)
    if base.name == _LEAF:
        base = base.parent
    offered = (base / "cgroup.controllers").read_text().split()
    if lacking := {"memory", "pids"}.difference(offered):
        raise NoCgroups(f"{base} has no controller {' and '.join(sorted(lacking))}")
    _enable(base)
    return Cgroups(2, dict.fromkeys(_NEEDED, base))


def _enable(base: Path) -> None:
    """Enables the controllers for the cgroups in `base`.

    Then no process may be in `base` itself: we move to a leaf in it, with all other processes if
    all of `base` was delegated to us.
    """
    control = base / "cgroup.subtree_control"
    if {"memory", "pids"} <= set(control.read_text().split()):
        return
    try:
        control.write_text("+memory +pids")
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        _delegate_controllers(base, base / _LEAF)


def _delegate_controllers(base: Path, leaf: Path) -> None:
    delegated = _is_delegated(base)
    leaf.mkdir(exist_ok=True)
    for _ in range(_MOVES):  # the processes may start others meanwhile
        for pid in _processes(base) if delegated else [os.getpid()]:
            with contextlib.suppress(ProcessLookupError):
                (leaf / "cgroup.procs").write_text(f"{pid}")
        with contextlib.suppress(OSError):
            (base / "cgroup.subtree_control").write_text("+memory +pids")
            return
    if not delegated:
        (base / "cgroup.procs").write_text(f"{os.getpid()}")
        with contextlib.suppress(OSError):
            leaf.rmdir()
    raise NoCgroups(f"{base} contains other processes")


def _processes(group: Path) -> list[int]:
    return [int(pid) for pid in (group / "cgroup.procs").read_text().split()]


def _is_delegated(base: Path) -> bool:
    """Whether we may move all processes in it. A plain user may if the folder is writable; root may
    inside a unit with Delegate=yes, which systemd marks."""
    return os.geteuid() != 0 or any(map(_has_mark, (base, *base.parents)))


def _has_mark(group: Path) -> bool:
    for name in ("user.delegate", "trusted.delegate"):  # since systemd 251, and before
        with contextlib.suppress(OSError):
            return os.getxattr(group, name) == b"1"
    return False


def _version_1(proc: Path) -> Cgroups:
    paths = _paths(proc)
    mounts = _mounts(proc, "cgroup")
    bases = {}
    for controller in _NEEDED:
        for root, point, options in mounts:
            if controller in options and controller in paths:
                bases[controller] = _folder_of(root, point, paths[controller])
    if lacking := set(_NEEDED).difference(bases):
        raise NoCgroups(f"cgroup version 1 lacks {', '.join(sorted(lacking))}")
    return Cgroups(1, bases)


def _paths(proc: Path) -> dict[str, str]:
    """The path of this process's cgroup by controller; in version 2 under the empty name."""
    paths: dict[str, str] = {}
    for line in (proc / "cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        paths |= dict.fromkeys(controllers.split(","), path)
    return paths


def _mounts(proc: Path, file_system: str) -> list[tuple[str, str, set[str]]]:
    """Root, mount point and options of the file systems of this type."""
    found = []
    for line in (proc / "mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        found_system, _, options = after.split(" ", 2)
        if found_system == file_system:
            root, point = before.split()[3:5]
            found.append((root, point, set(options.split(","))))
    return found


def _folder_of(root: str, point: str, path: str) -> Path:
    """The folder of the cgroup `path`, if the hierarchy's `root` is mounted on `point`."""
    inside = os.path.relpath(path, root)
    return Path(point) if inside.startswith("..") else Path(point, inside)


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


def _reason(error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "is not writable"
    return f"cannot be used: {error.strerror}"
