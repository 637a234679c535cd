"""What macOS and Windows do not have of what the referee uses on Linux."""

# Modules of the referee that only Linux uses: the sandbox, and what prints its report.
LINUX_MODULES = {
    *(
        f"referee.sandbox.{name}"
        for name in (
            *("bwrap_status", "binary", "cgroup_discovery", "cgroups", "confine", "confinement"),
            *("escape_probes", "leftover_probes", "libraries", "limit_watch", "orphans"),
            *("process", "process_group", "read_ahead", "resources", "roots", "seccomp"),
            *("selection", "selftest", "start_barrier", "system_calls", "tree_accounting"),
            *("tiers.bubblewrap", "tiers.bubblewrap_root", "tiers.bwrap_launch", "tiers.landlock"),
        )
    ),
    "referee.cli.sandbox_report",
}

NOT_ON_MACOS = {
    "modules": {"pyseccomp", "seccomp", "spwd"},
    "os": {
        *("memfd_create", "pidfd_open", "P_PIDFD", "sched_getaffinity", "sched_setaffinity"),
        *("getxattr", "setxattr", "eventfd", "posix_fadvise", "O_TMPFILE", "O_PATH"),
    },
    "signal": {"pidfd_send_signal", "SIGRTMIN", "SIGRTMAX", "SIGPWR", "SIGSTKFLT"},
    "select": {"epoll"},
}
NOT_ON_WINDOWS = {
    "modules": {
        *("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"),
        "referee.host.posix_pipes",
    },
    "os": {
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fork", "forkpty"),
        *("getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "get_blocking"),
        *("killpg", "mkfifo", "nice", "pread", "pwrite", "register_at_fork", "set_blocking"),
        *("setsid", "statvfs", "waitid"),
    },
    "signal": {
        *("SIGALRM", "SIGCONT", "SIGKILL", "SIGPIPE", "SIGSTOP", "SIGUSR1", "SIGUSR2", "SIGXCPU"),
        *("alarm", "pthread_sigmask", "setitimer"),
    },
    "select": {"poll"},
}
