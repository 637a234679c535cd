"""Looks for any trace of a partner in another seat."""

import ctypes
import errno
import fcntl
import os
import resource
import select
import socket
import time

from attempts import call, facts, futex, libc, map_page, report, successes, wake_on_page

partner = facts()["partner"]
folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
library = os.open(os.__file__, os.O_RDONLY)


def connect():
    socket.socket(socket.AF_UNIX).connect("\0partner")


def quick_read():
    """Whether a page is cached already: a partner may have read it."""
    return os.preadv(library, [bytearray(1)], 0, os.RWF_NOWAIT)


def differs(look):
    """Whether this fails differently for the partner's process id than for an unused one."""

    def answer(pid):
        try:
            return look(pid)
        except OSError as error:
            return error.errno

    if answer(partner) == answer(0x7FFF_FFF0):
        raise LookupError


def lend_priority(pid):
    """Lends priority to the holder of a futex, which is named by its process id."""
    FUTEX_LOCK_PI, PRIVATE = 6, 0x80
    held, long_ago = ctypes.c_uint32(pid), (ctypes.c_long * 2)(1, 0)
    call("syscall", futex(), ctypes.byref(held), FUTEX_LOCK_PI | PRIVATE, 0, long_ago, None, 0)


def answered(number, *arguments):
    """Whether the kernel executed the call, rather than the filter refusing it."""
    words = [ctypes.c_long(word) for word in (number, *arguments)]
    if libc.syscall(*words) == -1 and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS):
        raise PermissionError


def page_out():
    MADV_PAGEOUT = 21
    call("madvise", map_page(library)[0], ctypes.c_size_t(4096), MADV_PAGEOUT)


CLONE, GET_ROBUST_LIST, MMAP = {
    "x86_64": (56, 274, 9),
    "aarch64": (220, 100, 222),
}[os.uname().machine]
CLONE_THREAD, CLONE_PIDFD = 0x10000, 0x1000
PRIVATE_ANONYMOUS, MAP_HUGETLB = 0x22, 0x40000
capabilities = (ctypes.c_uint32 * 6)()


report(
    successes(
        {
            "its file in /tmp": lambda: open("/tmp/partner"),
            "its file in /dev/shm": lambda: open("/dev/shm/partner"),
            "its process": lambda: os.kill(partner, 0),
            "its processors": lambda: os.sched_getaffinity(partner),
            "its priority": lambda: os.getpriority(os.PRIO_PROCESS, partner),
            "its capabilities": lambda: differs(
                lambda pid: call("capget", (ctypes.c_uint32 * 2)(0x2008_0522, pid), capabilities)
            ),
            "its futexes": lambda: differs(
                lambda pid: call(
                    "syscall", GET_ROBUST_LIST, pid, (ctypes.c_long * 1)(), (ctypes.c_long * 1)()
                )
            ),
            "whom it lends priority": lambda: differs(lend_priority),
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
            "a page written out": page_out,
            "huge pages": lambda: answered(
                MMAP, 0, 2 << 20, 3, PRIVATE_ANONYMOUS | MAP_HUGETLB, -1, 0
            ),
            # Without a third flag the kernel refuses it as invalid, and nothing is started.
            "numbers of threads": lambda: answered(CLONE, CLONE_THREAD | CLONE_PIDFD, 0, 0, 0, 0),
            "who waits on a page": lambda: wake_on_page(library),
            "what its user watches": select.epoll,
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
