"""The system calls that a bot may make, by name, and the arguments that some of them may have.

Some calls that are refused, and why: ``socket`` and related calls (network), ``fork`` (RLIMIT_AS
limits one process), ``memfd_create`` and System V memory (RLIMIT_AS does not count them), locks,
leases, file notifications, ``utimensat``, ``preadv2`` and ``sysinfo`` (two bots that share
read-only files could communicate with them), huge pages (the machine has one pool), ``setxattr``
(kernel memory), ``sched_setaffinity`` (a bot stays on its one processor).
"""

import fcntl
import termios

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
# For a socket pair, with which asyncio wakes itself. There are no other sockets.
PAIRS = "getpeername getsockname getsockopt recvfrom sendto shutdown"
RANDOM = "getrandom"

# Objects that the kernel counts for several bots together: the inodes of pipes and socket pairs for
# all, files watched by epoll for those of one user.
COUNTED = "epoll_create epoll_create1 pipe pipe2 socketpair".split()
# What a bot needs to start other processes.
PROCESSES = "execveat fork futex_requeue futex_wake setpgid setsid vfork".split()

ALLOWED = " ".join((FILES, WAITING, MEMORY, SIGNALS, PROCESS, THREADS, PAIRS, RANDOM)).split()

# A placeholder for the bot's process id, which is not known when the filter is built.
OWN_PID = 0x5EED_0F0E
# Calls that take a process id: the number of the argument, and its allowed values. 0 is the caller.
_CLOCKS = tuple(
    range(12)
)  # of the system and the caller; those of other processes are negative numbers
BY_PROCESS_ID = {
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
# Takes a process id in memory, which a filter cannot see.
BY_HIDDEN_PROCESS_ID = {"capget"}
# What Landlock does not forbid the owner of a visible file of the host: changing its mode and,
# before Linux 6.2, its length. openat2 has its flags in memory, which a filter cannot see.
OF_HOST_FILES = "chmod fchmod fchmodat openat2 truncate".split()
# Calls that open files, and can truncate them: the argument with their flags.
OPENING = {"open": 1, "openat": 2}
# The access time of a symbolic link shows whether anyone has followed it. Where bots see links of
# the host, they look at none itself: the argument with the flags of a call, and the flag for that.
# lstat, and opening a link without following it (O_PATH), are refused too.
AT_SYMLINK_NOFOLLOW = 0x100
OF_LINKS = {"newfstatat": 3, "statx": 2}
# A bot may only wait for shared futexes, as it does for the end of its own threads: two bots that
# map the same library could signal each other through its pages. Priority inheritance is refused,
# since the owner of such a futex is identified by its thread id in memory.
FUTEX_CLOCK_REALTIME = 0x100
_PRIVATE, _WAIT, _WAIT_BITSET = 0x80, 0, 9
_WAKE, _REQUEUE, _CMP_REQUEUE, _WAKE_OP, _WAKE_BITSET = 1, 3, 4, 5, 10
_WITHIN = (_WAIT, _WAKE, _REQUEUE, _CMP_REQUEUE, _WAKE_OP, _WAIT_BITSET, _WAKE_BITSET)
FUTEX = (_WAIT, _WAIT_BITSET, *(operation | _PRIVATE for operation in _WITHIN))
CLONE_THREAD = 0x10000
# A new namespace of any type (CLONE_NEW*), a traced or parentless child, and a descriptor of the
# child (CLONE_PIDFD), since newer kernels number the inodes of those for all namespaces together.
CLONE_FORBIDDEN = 0x7E020000 | 0x80 | 0x2000 | 0x8000 | 0x1000
# All but those that affect the memory of a file that others read too (cold, pageout, collapse), or
# find identical pages of others (mergeable).
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
