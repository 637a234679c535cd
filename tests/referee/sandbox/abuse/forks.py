"""Starts processes in every way that Python has: as a fork bomb, and to outlive the match."""

import ctypes
import multiprocessing
import os
import subprocess
import sys

from attempts import call, facts, report, successes

facts()
python = sys.executable or "/usr/bin/python3"


def fork():
    if os.fork() == 0:
        os._exit(0)


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)


def bomb():
    for _ in range(600):
        fork()


def with_multiprocessing():
    process = multiprocessing.Process(target=print)
    process.start()
    process.join()


def raw(number, *arguments):
    """The system call itself, past the checks of the C library."""
    if call("syscall", ctypes.c_long(number), *map(ctypes.c_long, arguments)) == 0:
        os._exit(0)


attempts = {
    "fork": fork,
    "daemon": daemon,
    "fork bomb": bomb,
    "vfork": lambda: call("vfork"),
    "posix_spawn": lambda: os.posix_spawn(python, [python, "-c", "pass"], {}),
    "subprocess": lambda: subprocess.run([python, "-c", "pass"], check=True),
    "system": lambda: os.system("true") == 0 or 1 / 0,
    "multiprocessing": with_multiprocessing,
    "pseudo-terminal": lambda: os.forkpty(),
}
if os.uname().machine == "x86_64":
    attempts["clone"] = lambda: raw(56, 17, 0, 0, 0, 0)
    attempts["clone3"] = lambda: raw(435, 0, 0)
report(successes(attempts))
