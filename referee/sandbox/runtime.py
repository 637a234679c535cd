"""The Python that runs bots, and the files of the host that it needs inside the sandbox."""

import functools
import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.sandbox.advice import INSTALL_PYTHON, no_sandbox

OLDEST = (3, 11)
# No environment, no user's and no installed packages, no .pyc files; UTF-8 whatever the locale.
_FLAGS = ("-I", "-S", "-B", "-u", "-X", "utf8")
# Runs the script named after it as Python itself would (-I alone hides the modules beside it), in
# a namespace as clean. A printed line leaves at once and in one piece: a bot need not flush, and
# the referee wakes once an answer; with -u alone the end of the line is a write of its own.
_LAUNCHER = """
def launch():
    import os, sys
    del sys.argv[0]
    path = globals()["__file__"] = sys.argv[0]
    sys.path.insert(0, os.path.dirname(path))
    sys.stdout.reconfigure(line_buffering=True, write_through=False)
    with open(path, "rb") as source:
        return compile(source.read(), path, "exec", dont_inherit=True)
exec(globals().pop("launch")())
"""
PRLIMIT = "/usr/bin/prlimit"
# Extension modules of no use to a bot, that would bring a dozen libraries in.
_LEFT_OUT = ("nis.", "readline.", "_curses", "_dbm.", "_gdbm.", "_tkinter.")
# Folders inside a standard library where the host's own packages may be installed.
_PACKAGES = ("site-packages", "dist-packages")

_DESCRIBE = """
import json, os, sys, sysconfig
print(json.dumps({
    "version": sys.version_info[:2],
    "executable": os.path.realpath(sys.executable),
    "stdlib": sysconfig.get_path("stdlib"),
    "platstdlib": sysconfig.get_path("platstdlib"),
}))
"""


@dataclass(frozen=True)
class Runtime:
    """`command` runs the script named after it. `files` are bound read-only at their own paths;
    the folders `hidden` lie inside them and appear empty.
    """

    command: tuple[str, ...]
    files: tuple[str, ...]
    hidden: tuple[str, ...]


@functools.cache
def find_python() -> str:
    """The interpreter that runs bots: the system's if it is new enough, else this one's base."""
    system = "/usr/bin/python3"
    description = _describe(system)
    if description and tuple(description["version"]) >= OLDEST:
        return system
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@functools.cache
def python_runtime(for_others: bool) -> Runtime:
    """What the sandbox shows of the host so that Python runs.

    `for_others`: another user than this process's must be able to read it. Raises NoSandbox.
    """
    python = find_python()
    description = _describe(python)
    if description is None:
        raise no_sandbox(f"{python} does not run", INSTALL_PYTHON)
    if not Path(PRLIMIT).exists():
        raise no_sandbox(f"{PRLIMIT} is missing", "Install it: apt-get install util-linux.")
    executable = description["executable"]
    folders = sorted({description["stdlib"], description["platstdlib"]})
    modules = [
        str(path)
        for path in Path(description["platstdlib"], "lib-dynload").glob("*.so")
        if not path.name.startswith(_LEFT_OUT)
    ]
    libraries = _libraries([executable, PRLIMIT, *modules])
    files = (executable, PRLIMIT, *folders, *libraries)
    if for_others:
        for path in files:
            if not readable_by_others(Path(path)):
                raise no_sandbox(
                    f"no Python 3.11 or newer that the bots' own users may run: {path} is private",
                    INSTALL_PYTHON,
                )
    packages = [f"{folder}/{name}" for folder in folders for name in _PACKAGES]
    return Runtime(
        command=python_command(executable),
        files=files,
        hidden=tuple(path for path in packages if Path(path).is_dir()),
    )


def python_command(python: str) -> tuple[str, ...]:
    """Runs the Python script whose path is added to it."""
    return (python, *_FLAGS, "-c", _LAUNCHER)


def readable_by_others(path: Path) -> bool:
    """Whether a user who owns nothing here can reach and read (a program: run) this path."""
    path = path.resolve()
    mode = path.stat().st_mode
    wanted = stat.S_IROTH | (mode & stat.S_IXUSR and stat.S_IXOTH)
    if mode & wanted != wanted:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def _describe(python: str) -> dict[str, Any] | None:
    try:
        result = subprocess.run(
            [python, "-I", "-S", "-c", _DESCRIBE], capture_output=True, timeout=30, cwd="/"
        )
        description: dict[str, Any] = json.loads(result.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return description


def _libraries(programs: list[str]) -> list[str]:
    """The shared libraries and the loader that these files ask for, as the loader finds them."""
    try:
        result = subprocess.run(
            ["ldd", *programs], capture_output=True, text=True, timeout=60, cwd="/"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise no_sandbox(
            f"ldd does not run: {error}", "Install it: apt-get install libc-bin."
        ) from None
    words = [line.split() for line in result.stdout.splitlines() if line.startswith("\t")]
    found = {os.path.normpath(word) for line in words for word in line if word.startswith("/")}
    # Loaded by name only when a thread ends, so ldd does not list it.
    found |= {
        str(path)
        for path in {Path(library).parent / "libgcc_s.so.1" for library in found}
        if path.exists()
    }
    if Path("/etc/ld.so.cache").exists():
        found.add("/etc/ld.so.cache")
    return sorted(found)
