"""Python imports this before anything else: it hides what other systems do not have.

PRETENDED_SYSTEM is macOS or Windows. What is hidden is gone for this program and all that it starts
with the same environment. Bots and the compiler ignore the environment, as they do everywhere.
"""

import fcntl
import os
import select
import signal
import sys
from importlib.abc import MetaPathFinder
from types import ModuleType

from hidden_names import LINUX_MODULES, NOT_ON_MACOS, NOT_ON_WINDOWS

from referee.host import system

WINDOWS = os.environ["PRETENDED_SYSTEM"] == "Windows"
system.NAME = os.environ["PRETENDED_SYSTEM"]
system.LINUX = False
system.WINDOWS = WINDOWS

LACKS = [NOT_ON_MACOS, NOT_ON_WINDOWS] if WINDOWS else [NOT_ON_MACOS]
MODULES = LINUX_MODULES.union(*(lacks["modules"] for lacks in LACKS))
FILES = ("/proc", "/sys", "/run", "/dev/shm")
PROGRAMS = ("ldd", "prlimit", "bwrap", "/usr/bin/python3")

lock, LOCKED = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB
kill, KILL = os.kill, signal.SIGKILL
for module in (os, signal, select):
    for name in set().union(*(lacks[module.__name__] for lacks in LACKS)):
        if hasattr(module, name):
            delattr(module, name)


class Hidden(MetaPathFinder):
    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"{name} is hidden", name=name)


sys.meta_path.insert(0, Hidden())
import multiprocessing.util  # noqa: E402, F401
import subprocess  # noqa: E402 - with what is left

for name in MODULES:
    sys.modules.pop(name, None)


def refuse(event: str, values: tuple[object, ...]) -> None:
    if event in ("open", "os.listdir", "os.scandir"):
        if isinstance(values[0], str | bytes) and os.fsdecode(values[0]).startswith(FILES):
            raise FileNotFoundError(values[0])
    elif event == "subprocess.Popen":
        words = list(map(os.fsdecode, values[1]))
        if words[0].endswith(PROGRAMS):
            raise FileNotFoundError(f"{words[0]} is hidden")


sys.addaudithook(refuse)

if WINDOWS:

    def terminate(process: "subprocess.Popen[bytes]") -> None:
        if process.poll() is None:
            kill(process.pid, KILL)

    subprocess.Popen.kill = subprocess.Popen.terminate = terminate

    def locking(descriptor: int, mode: int, size: int) -> None:
        try:
            lock(descriptor, LOCKED)
        except BlockingIOError as error:
            raise PermissionError(13, "Permission denied") from error

    msvcrt = ModuleType("msvcrt")
    msvcrt.locking, msvcrt.LK_NBLCK = locking, 2
    sys.modules["msvcrt"] = msvcrt
