"""Tries what only packages with native code make possible, or easier: numpy is imported."""

import ctypes
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
from attempts import call, count, facts, linger, report, successes

MIB = 1 << 20
given = facts()
PACKAGES = Path(np.__file__).parents[1]
MODULE = Path(np.__file__)
ENGINE = next(PACKAGES.glob("numpy/_core/*.so"))


def f2py():
    from numpy import f2py

    return f2py.compile("subroutine x\nend", modulename="made")


def build_extension():
    subprocess.run([sys.executable, "-c", "print(1)"], check=True)


def fork_in_thread():
    done = []

    def fork():
        done.append(os.fork())

    thread = threading.Thread(target=fork)
    thread.start()
    thread.join()
    if not done:
        raise OSError


def site_file():
    """A .pth file in the packages' folder would run at the next start of Python."""
    (PACKAGES / "own.pth").write_text("import os; os.environ['RAN'] = '1'\n")


def write_into_memory_of_file():
    mapped = np.memmap(ENGINE, dtype="u1", mode="r+")
    mapped[0] ^= 1


def load_host_library(path):
    return ctypes.CDLL(path)


attempts = {
    "maps /dev/mem": lambda: np.memmap("/dev/mem", mode="r", shape=1),
    "maps /dev/kmem": lambda: np.memmap("/dev/kmem", mode="r", shape=1),
    "maps a host file": lambda: np.memmap(given["files"][0], mode="r"),
    "reads a host file": lambda: np.fromfile(given["files"][0], "u1"),
    "reads memory of itself as a file": lambda: np.fromfile("/proc/self/mem", "u1", 1),
    "compiles Fortran": f2py,
    "runs a program": build_extension,
    "forks in a thread": fork_in_thread,
    "writes to a package": lambda: MODULE.write_bytes(b""),
    "opens a package for writing": lambda: os.open(MODULE, os.O_RDWR),
    "truncates a package": lambda: os.open(MODULE, os.O_RDONLY | os.O_TRUNC),
    "changes a library in place": write_into_memory_of_file,
    "makes a file in the packages' folder": lambda: (PACKAGES / "own.py").write_text(""),
    "makes a .pth file": site_file,
    "removes a package": MODULE.unlink,
    "renames the folder": lambda: PACKAGES.rename(PACKAGES.with_name("other")),
    "links a host file into the folder": lambda: (PACKAGES / "x").symlink_to("/etc/passwd"),
    "changes a mode": lambda: MODULE.chmod(0o666),
    "changes a time": lambda: os.utime(MODULE),
    "locks the build": lambda: __import__("fcntl").flock(os.open(PACKAGES, os.O_RDONLY), 1),
    "compiles into the cache": lambda: (MODULE.parent / "__pycache__/own.pyc").write_bytes(b""),
    "lists other sets": lambda: [*PACKAGES.parent.parent.glob("*.json"), 1 // 0][0],
    "sees the lock of the set": lambda: Path(given["sets"], "python-numpy.json").read_text(),
    "imports pip": lambda: __import__("pip"),
    "imports setuptools": lambda: __import__("setuptools"),
    "imports Django": lambda: __import__("django"),
    "imports the referee": lambda: __import__("referee"),
    "executes memory of a file": lambda: call("memfd_create", b"x", 0),
}

seen = successes(attempts)
report(
    {
        "done": seen,
        "threads": count(lambda: np.linalg.inv(np.eye(64)) is not None, 1)
        and threading.active_count(),
        "variables": sorted(os.environ),
        "path": sys.path[1:],
    }
)

# Memory: numpy must get no more than the limit, and live on.
blocks = []
try:
    while len(blocks) < 256:
        blocks.append(np.ones(8 * MIB, "u1"))
except MemoryError:
    pass
huge = successes({"a terabyte": lambda: np.zeros(1 << 40, "u1")})
report({"mib": 8 * len(blocks), "huge": huge})
linger()
