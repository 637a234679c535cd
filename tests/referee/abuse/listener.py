"""Looks for what a partner at another seat has left, or for any trace of it."""

import fcntl
import os
import socket

from attempts import call, facts, report, successes

facts()
folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
library = os.open(os.__file__, os.O_RDONLY)


def connect():
    socket.socket(socket.AF_UNIX).connect("\0partner")


def quick_read():
    """Whether a page is in the cache already: a partner may have read it."""
    return os.preadv(library, [bytearray(1)], 0, os.RWF_NOWAIT)


report(
    successes(
        {
            "its file in /tmp": lambda: open("/tmp/partner"),
            "its file in /dev/shm": lambda: open("/dev/shm/partner"),
            "its process": lambda: os.kill(2, 0),
            "processes": lambda: os.listdir("/proc"),
            "load": os.getloadavg,
            "free memory": lambda: open("/proc/meminfo"),
            "free memory by system call": lambda: call("sysinfo", bytes(256)),
            "the page cache": quick_read,
            "locks": lambda: fcntl.flock(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
            "record locks": lambda: fcntl.lockf(library, fcntl.LOCK_SH | fcntl.LOCK_NB),
            "leases": lambda: fcntl.fcntl(library, fcntl.F_GETLEASE),
            "notices": lambda: fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
            "its socket": connect,
            "its queue": lambda: call("msgget", 4242, 0),
            "its memory": lambda: call("shmget", 4242, 4096, 0),
            "its semaphore": lambda: call("semget", 4242, 1, 0),
        }
    )
)
