"""Leaves messages for a partner in another seat wherever it can, and keeps running."""

import fcntl
import os
import socket
import threading

from attempts import call, facts, linger, report, successes, wait_on_page

facts()
library = os.open(os.__file__, os.O_RDONLY)
kept = []


def listen():
    here = socket.socket(socket.AF_UNIX)
    here.bind("\0partner")
    here.listen()
    kept.append(here)


def write(path):
    with open(path, "w") as file:
        file.write("trumps")


report(
    successes(
        {
            "file in /dev/shm": lambda: write("/dev/shm/partner"),
            "file beside the program": lambda: write(os.path.dirname(__file__) + "/partner"),
            "flock on a library file": lambda: fcntl.flock(library, fcntl.LOCK_EX),
            "lock on a library file": lambda: fcntl.lockf(library, fcntl.LOCK_SH),
            "flock on a device": lambda: fcntl.flock(
                os.open("/dev/null", os.O_RDWR), fcntl.LOCK_EX
            ),
            "lease": lambda: fcntl.fcntl(library, fcntl.F_SETLEASE, fcntl.F_RDLCK),
            "time stamp of a device": lambda: os.utime("/dev/null"),
            "time stamp of a library": lambda: os.utime(os.__file__),
            "mode of its program": lambda: os.chmod(__file__, 0o777),
            "its processor": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
            "its priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
            "large pipe": lambda: fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 1 << 20),
            "socket": listen,
            "message queue": lambda: call("msgget", 4242, 0o1666),
            "shared memory": lambda: call("shmget", 4242, 4096, 0o1666),
            "semaphore": lambda: call("semget", 4242, 1, 0o1666),
        }
    )
)
threading.Thread(target=wait_on_page, args=(library,), daemon=True).start()
try:
    write("/tmp/partner")
except OSError:
    pass
ballast = bytearray(b"x") * (256 << 20)
linger()
