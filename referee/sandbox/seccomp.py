"""The system calls that a bot may make; every other is refused.

An allow-list by name, turned into a filter by libseccomp for the machine's own architecture.
Calls of another one (x32, 32-bit) kill the bot. A call that is known and not allowed gives EPERM,
one that is newer than libseccomp ENOSYS, so that the C library falls back to an older one.

Among what is left out, and why: ``socket`` and what goes with it (the network), ``fork`` (one
process is what RLIMIT_AS bounds), ``memfd_create`` and System V memory (not bounded by it at all),
locks, leases, file notifications, ``utimensat``, ``preadv2`` and ``sysinfo`` (with these, two bots
that share read-only files could talk to each other), huge pages (of which the machine has one
stock), ``setxattr`` (kernel memory),
``sched_setaffinity`` (every bot keeps to its one processor).
"""

import contextlib
import errno
import fcntl
import functools
import os
import socket
import termios
from typing import Any

from referee.sandbox.advice import INSTALL_LIBSECCOMP
from referee.sandbox.errors import no_sandbox

FILES = """
    access chdir chmod close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fallocate fchdir fchmod fchmodat fdatasync fgetxattr flistxattr fstat fstatfs fsync ftruncate
    getcwd getdents getdents64 getxattr lgetxattr link linkat listxattr llistxattr lseek lstat
    mkdir mkdirat newfstatat open openat openat2 pipe pipe2 pread64 preadv pwrite64 pwritev read
    readlink readlinkat readv rename renameat renameat2 rmdir sendfile stat statfs statx symlink
    symlinkat truncate umask unlink unlinkat write writev
"""
WAITING = """
    alarm clock_getres clock_gettime clock_nanosleep epoll_create epoll_create1 epoll_ctl
    epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 getitimer gettimeofday nanosleep pause
    poll ppoll pselect6 select setitimer signalfd signalfd4 time timerfd_create timerfd_gettime
    timerfd_settime times
"""
MEMORY = "brk mprotect mremap msync munmap"
SIGNALS = """
    kill restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
    rt_sigtimedwait sigaltstack tgkill tkill
"""
PROCESS = """
    arch_prctl capget execve exit exit_group getegid geteuid getgid getgroups getpgid getpgrp
    getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid getuid prlimit64
    setrlimit uname wait4 waitid
"""
THREADS = """
    futex futex_wait futex_waitv get_robust_list getcpu gettid membarrier
    rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr
    sched_getparam sched_getscheduler sched_rr_get_interval sched_yield set_robust_list
    set_tid_address
"""
# Of a socket pair, which asyncio wakes itself with; there is no other kind of socket.
PAIRS = "getpeername getsockname getsockopt recvfrom sendto shutdown"
RANDOM = "getrandom"

# What the kernel counts for several bots together: the inodes of pipes and socket pairs for all,
# what is watched by epoll for those of one user.
COUNTED = "epoll_create epoll_create1 pipe pipe2 socketpair".split()
# What a bot needs to start other processes, if it may.
PROCESSES = "execveat fork futex_requeue futex_wake setpgid setsid vfork".split()

ALLOWED = " ".join((FILES, WAITING, MEMORY, SIGNALS, PROCESS, THREADS, PAIRS, RANDOM)).split()

# Stands in a filter for the number of the bot's own process, which is not known yet.
OWN_PID = 0x5EED_0F0E
# Calls that name a process: the argument in which, and what it may be. 0 is the caller.
_CLOCKS = tuple(range(12))  # of the system and oneself; those of others are negative numbers
OF_A_PROCESS = {
    "clock_getres": (0, _CLOCKS),
    "clock_gettime": (0, _CLOCKS),
    "clock_nanosleep": (0, _CLOCKS),
    "getpgid": (0, (0, OWN_PID)),
    "getpriority": (1, (0, OWN_PID)),
    "getsid": (0, (0, OWN_PID)),
    "get_robust_list": (0, (0,)),
    "kill": (0, (OWN_PID,)),
    "prlimit64": (0, (0, OWN_PID)),
    "sched_getaffinity": (0, (0, OWN_PID)),
    "sched_getattr": (0, (0, OWN_PID)),
    "sched_getparam": (0, (0, OWN_PID)),
    "sched_getscheduler": (0, (0, OWN_PID)),
    "sched_rr_get_interval": (0, (0, OWN_PID)),
    "tgkill": (0, (OWN_PID,)),
}
# What names a process in memory, out of a filter's sight.
OF_ANY_PROCESS = {"capget"}
# Where the host's files are seen, what Landlock does not forbid their owner: changing their mode
# and, before Linux 6.2, their length. openat2 has its flags in memory, out of a filter's sight.
OF_HOST_FILES = "chmod fchmod fchmodat openat2 truncate".split()
# Calls that open, which can cut files off as well: the argument that has their flags.
OPENING = {"open": 1, "openat": 2}
# Of futexes that processes share a bot may only wait for some, as for the end of its own threads:
# two that map the same library could call each other by its pages. And none is lent priority: who
# holds such a futex is named by its number, in memory.
_PRIVATE, _WAIT, _WAIT_BITSET, _REALTIME = 0x80, 0, 9, 0x100
_WAKE, _REQUEUE, _CMP_REQUEUE, _WAKE_OP, _WAKE_BITSET = 1, 3, 4, 5, 10
_WITHIN = (_WAIT, _WAKE, _REQUEUE, _CMP_REQUEUE, _WAKE_OP, _WAIT_BITSET, _WAKE_BITSET)
FUTEX = (_WAIT, _WAIT_BITSET, *(operation | _PRIVATE for operation in _WITHIN))
CLONE_THREAD = 0x10000
# A new namespace of any kind (CLONE_NEW*), or a traced or parentless child; or a descriptor of it,
# since newer kernels number the inodes of those through all namespaces (CLONE_PIDFD).
CLONE_FORBIDDEN = 0x7E020000 | 0x80 | 0x2000 | 0x8000 | 0x1000
# All but what acts on the memory of a file that others read too (cold, pageout, collapse), or
# finds pages that others have alike (mergeable).
MADVISE = (*range(5), *range(8, 12), *range(14, 20), 22, 23, 24, 102, 103)
MAP_HUGETLB = 0x40000
FCNTL = (
    fcntl.F_DUPFD,
    fcntl.F_DUPFD_CLOEXEC,
    fcntl.F_GETFD,
    fcntl.F_SETFD,
    fcntl.F_GETFL,
    fcntl.F_SETFL,
    fcntl.F_GETPIPE_SZ,
)
IOCTL = (
    termios.TCGETS,
    termios.TIOCGWINSZ,
    termios.FIONBIO,
    termios.FIONREAD,
    termios.FIOCLEX,
    termios.FIONCLEX,
)
PRCTL = (
    3,  # PR_GET_DUMPABLE
    15,  # PR_SET_NAME
    16,  # PR_GET_NAME
    23,  # PR_CAPBSET_READ
    39,  # PR_GET_NO_NEW_PRIVS
    0x53564D41,  # PR_SET_VMA, by which newer C libraries label their memory
)
# Beyond the newest call of any architecture.
_CALLS = range(600)
_LOW_32 = 0xFFFFFFFF
_TREE = 2  # of libseccomp's ways to write a filter; 1 is a list


@functools.cache
def build(
    processes: bool = False,
    shared_host: bool = False,
    shared_futexes: bool = False,
    apart: bool = False,
) -> bytes:
    """The filter as a BPF program, as bwrap's ``--seccomp`` takes it. Raises NoSandbox.

    `processes`: the bot may start others. `shared_host`: it sees the numbers of the host's
    processes, so calls that name one take its own only, which is OWN_PID. `shared_futexes`: it may
    call processes by them. `apart`: it makes nothing that the kernel counts for it and its partner
    together, so that none sees how much the other makes.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError, AttributeError) as error:
        raise no_sandbox(f"libseccomp cannot be used: {error}", INSTALL_LIBSECCOMP) from None
    try:
        rules = _rules(pyseccomp, processes, shared_host, shared_futexes, apart)
        descriptor = os.memfd_create("seccomp", os.MFD_CLOEXEC)
        with os.fdopen(descriptor, "r+b") as file:
            rules.export_bpf(file)
            file.seek(0)
            return file.read()
    except OSError as error:
        raise no_sandbox(f"libseccomp makes no filter: {error}", INSTALL_LIBSECCOMP) from None


def _rules(
    seccomp: Any, processes: bool, shared_host: bool, shared_futexes: bool, apart: bool
) -> Any:
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    rules.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL_PROCESS)
    # As a tree of calls and not as a list, which the kernel takes a quarter of a millisecond longer
    # to load. Before libseccomp 2.5 there are lists only.
    with contextlib.suppress(OSError, ValueError):
        rules.set_attr(seccomp.Attr.CTL_OPTIMIZE, _TREE)
    allow = seccomp.ALLOW
    refuse = seccomp.ERRNO(errno.EPERM)
    known = _known_calls(seccomp)
    allowed = set(ALLOWED)
    conditional = {"clone", "clone3", "fcntl", "ioctl", "madvise", "mmap", "prctl", "socketpair"}
    if processes:
        allowed |= set(PROCESSES)
    if not shared_futexes:
        allowed -= {"futex"}
        conditional |= {"futex"}
        for operation in FUTEX:
            rules.add_rule(allow, "futex", _masked(seccomp, 1, _LOW_32 & ~_REALTIME, operation))
    if apart:
        allowed -= set(COUNTED)
        conditional -= set(COUNTED)
    if shared_host:
        allowed -= {*OF_A_PROCESS, *OF_ANY_PROCESS, *OF_HOST_FILES, *OPENING, "tkill"}
        conditional |= {*OF_A_PROCESS, *OPENING} & known
    for name in sorted(allowed & known):
        rules.add_rule(allow, name)
    for name in sorted(known - allowed - conditional):
        rules.add_rule(refuse, name)

    rules.add_rule(allow, "mmap", _masked(seccomp, 3, MAP_HUGETLB, 0))
    rules.add_rule(refuse, "mmap", _masked(seccomp, 3, MAP_HUGETLB, MAP_HUGETLB))
    if processes:
        rules.add_rule(allow, "clone", _masked(seccomp, 0, CLONE_FORBIDDEN, 0))
    elif apart and shared_host:
        # Threads have numbers of the host there.
        rules.add_rule(refuse, "clone")
    else:
        thread = CLONE_THREAD | CLONE_FORBIDDEN
        rules.add_rule(allow, "clone", _masked(seccomp, 0, thread, CLONE_THREAD))
        rules.add_rule(refuse, "clone", _masked(seccomp, 0, CLONE_THREAD, 0))
    # clone3 is left to ENOSYS: its flags lie in memory, out of a filter's sight.
    if shared_host:
        for call, (argument, values) in OF_A_PROCESS.items():
            for value in values if call in known else ():
                rules.add_rule(allow, call, _masked(seccomp, argument, _LOW_32, value))
        # Landlock sees to those that ask for the right to write.
        cutting = os.O_TRUNC | os.O_ACCMODE
        for call in known.intersection(OPENING):
            argument = OPENING[call]
            rules.add_rule(allow, call, _masked(seccomp, argument, os.O_TRUNC, 0))
            for access in (os.O_WRONLY, os.O_RDWR):
                flags = os.O_TRUNC | access
                rules.add_rule(allow, call, _masked(seccomp, argument, cutting, flags))
            for access in (os.O_RDONLY, os.O_ACCMODE):
                flags = os.O_TRUNC | access
                rules.add_rule(refuse, call, _masked(seccomp, argument, cutting, flags))
    for call, argument, values in (
        ("fcntl", 1, FCNTL),
        ("ioctl", 1, IOCTL),
        ("madvise", 2, MADVISE),
        ("prctl", 0, PRCTL),
        ("socketpair", 0, () if apart else (socket.AF_UNIX,)),
    ):
        for value in values:
            # The kernel looks at 32 bits of these; 64 would let a request in disguise pass.
            rules.add_rule(allow, call, _masked(seccomp, argument, _LOW_32, value))
    return rules


def _known_calls(seccomp: Any) -> set[str]:
    names = set()
    for number in _CALLS:
        try:
            name = seccomp.resolve_syscall(seccomp.Arch.NATIVE, number)
        except (OSError, ValueError):
            continue
        names.add(name.decode() if isinstance(name, bytes) else name)
    return names


def _masked(seccomp: Any, argument: int, mask: int, value: int) -> Any:
    return seccomp.Arg(argument, seccomp.MASKED_EQ, mask, value)
