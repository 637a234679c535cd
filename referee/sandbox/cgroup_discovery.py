"""Finds where cgroups for bots can be made on this machine.

Version 2 is used where it is delegated to us (systemd's ``Delegate=yes``, or root on the host),
otherwise version 1 if its folders are writable.
"""

import contextlib
import errno
import os
from pathlib import Path

from referee.programs.policy import Policy
from referee.sandbox.cgroups import Cgroups

_LEAF = "goat-worker"
_NEEDED = ("memory", "pids", "freezer", "cpuacct")
_MOVES = 10


class NoCgroups(Exception):
    """Bots cannot have cgroups here. The message is the cause, without a full stop."""


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


def _reason(error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "is not writable"
    return f"cannot be used: {error.strerror}"
