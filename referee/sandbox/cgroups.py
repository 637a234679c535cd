"""A control group for each bot: it bounds the memory and the number of a whole tree of processes.

Version 2 where it is delegated to us (systemd's ``Delegate=yes``, or root of the machine), version
1 where its folders may be written to. What is left by workers that were killed is swept.
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
    """Why bots cannot have control groups here, as the end of a sentence."""


@dataclass(frozen=True)
class Cgroups:
    """Where groups can be made: `bases` by controller (version 1), or the one of version 2."""

    version: int
    bases: dict[str, Path]

    def make(self, policy: Policy) -> "Cgroup":
        """A new group with these limits. Raises OSError."""
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
        """Removes the groups of processes that are no more, and ends what still lives in them."""
        found = {folder for base in self.bases.values() for folder in base.glob(f"{_PREFIX}*-*")}
        dead = [folder for folder in found if _owner_is_gone(folder)]
        for folder in dead:
            with contextlib.suppress(OSError):
                for pid in (folder / "cgroup.procs").read_text().split():
                    os.kill(int(pid), signal.SIGKILL)
                # What is frozen does not die.
                if (folder / "freezer.state").exists():
                    (folder / "freezer.state").write_text("THAWED")
        for folder in dead:
            with contextlib.suppress(OSError):
                _remove(folder)


class Cgroup:
    """The group of one bot. `many`: it may hold more than one process."""

    def __init__(self, version: int, folders: dict[str, Path], many: bool = False) -> None:
        self.version = version
        self.many = many
        self._by_controller = folders
        self.folders = sorted(set(folders.values()))
        self._state = folders["freezer"] / ("cgroup.freeze" if version == 2 else "freezer.state")

    def write(self, controller: str, name: str, value: object, optional: bool = False) -> None:
        """`optional`: there are kernels without this file."""
        path = self._by_controller[controller] / name
        if not optional or path.exists():
            path.write_text(f"{value}")

    def join(self, pid: int) -> None:
        """Puts a process in it, and so what it will start. Raises OSError."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(f"{pid}")

    def freeze(self) -> None:
        """None of its processes gets a processor until `thaw`."""
        self._state.write_text("1" if self.version == 2 else "FROZEN")

    def thaw(self) -> None:
        self._state.write_text("0" if self.version == 2 else "THAWED")

    def threads(self) -> list[str]:
        """The numbers of all threads of its processes."""
        name = "cgroup.threads" if self.version == 2 else "tasks"
        return (self._by_controller["pids"] / name).read_text().split()

    def processor_ns(self) -> int:
        """What its processes have spent on a processor, those that have ended included."""
        folder = self._by_controller["cpuacct"]
        if self.version == 1:
            return int((folder / "cpuacct.usage").read_text())
        return 1000 * _number(folder / "cpu.stat", "usage_usec")

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed one of its processes for want of memory."""
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        with contextlib.suppress(OSError):
            return _number(self._by_controller["memory"] / name, "oom_kill") > 0
        return False

    def close(self) -> None:
        """Removes it; its processes must have ended. Idempotent."""
        for folder in self.folders:
            _remove(folder)


def find_cgroups(proc: Path = Path("/proc/self")) -> Cgroups:
    """Where groups can be made here, tried out and swept. Raises NoCgroups."""
    problems = []
    for find in (_version_2, _version_1):
        try:
            found = find(proc)
            found.make(Policy()).close()
        except NoCgroups as error:
            problems.append(str(error))
        except OSError as error:
            problems.append(f"{error.filename or 'a group'} {_reason(error)}")
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
    """Hands the controllers on to the groups in `base`, in which no process may then be: we move
    to a leaf of it, with what else is there if all of `base` was delegated to us."""
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
    for _ in range(_MOVES):  # those that are moved may start others meanwhile
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
    raise NoCgroups(f"other processes than this one are in {base}")


def _processes(group: Path) -> list[int]:
    return [int(pid) for pid in (group / "cgroup.procs").read_text().split()]


def _is_delegated(base: Path) -> bool:
    """Whether all that is in it is ours to move. What a plain user may write to is; of what root
    may write to, what lies in a unit with Delegate=yes, which systemd marks."""
    return os.geteuid() != 0 or any(map(_has_mark, (base, *base.parents)))


def _has_mark(group: Path) -> bool:
    for name in ("user.delegate", "trusted.delegate"):  # since version 251, and older ones
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
    """Our path in the hierarchy of each controller; that of version 2 under the empty name."""
    paths: dict[str, str] = {}
    for line in (proc / "cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        paths |= dict.fromkeys(controllers.split(","), path)
    return paths


def _mounts(proc: Path, kind: str) -> list[tuple[str, str, set[str]]]:
    """Root, mount point and options of the cgroup file systems of this kind."""
    found = []
    for line in (proc / "mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        file_system, _, options = after.split(" ", 2)
        if file_system == kind:
            root, point = before.split()[3:5]
            found.append((root, point, set(options.split(","))))
    return found


def _folder_of(root: str, point: str, path: str) -> Path:
    """Where the group `path` lies, if the hierarchy's `root` is mounted on `point`."""
    inside = os.path.relpath(path, root)
    return Path(point) if inside.startswith("..") else Path(point, inside)


def _number(path: Path, name: str) -> int:
    for line in path.read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == name:
            return int(value)
    return 0


def _owner_is_gone(folder: Path) -> bool:
    owner = re.fullmatch(rf"{_PREFIX}(\d+)-\d+", folder.name)
    return owner is not None and not Path(f"/proc/{owner[1]}").exists()


def _remove(folder: Path) -> None:
    """A group is busy for a moment after its last process has ended."""
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
        return "may not be written to"
    return f"cannot be used: {error.strerror}"
