"""Looks for what a partner at another seat has left, or for any trace of it."""

import fcntl
import os
import resource
import socket
import time

from attempts import call, facts, report, successes, wake_on_page

partner = facts()["partner"]
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
            "its process": lambda: os.kill(partner, 0),
            "its processors": lambda: os.sched_getaffinity(partner),
            "its priority": lambda: os.getpriority(os.PRIO_PROCESS, partner),
            "its session": lambda: os.getsid(partner),
            "its group": lambda: os.getpgid(partner),
            "its limits": lambda: resource.prlimit(partner, resource.RLIMIT_CPU),
            "its clock": lambda: time.clock_gettime(~partner << 3 | 2),
            "its name": lambda: open(f"/proc/{partner}/comm"),
            "its files": lambda: os.listdir(f"/proc/{partner}/fd"),
            "its threads": lambda: os.stat(f"/proc/{partner}/task").st_nlink,
            "its descriptors": lambda: os.stat(f"/proc/{partner}/fd"),
            "its memory, read": lambda: open(f"/proc/{partner}/mem", "rb"),
            "processes": lambda: os.listdir("/proc"),
            "load": os.getloadavg,
            "free memory": lambda: open("/proc/meminfo"),
            "free memory by system call": lambda: call("sysinfo", bytes(256)),
            "the page cache": quick_read,
            "who waits on a page": lambda: wake_on_page(library),
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
