"""Raises its limits and its priority, and moves to another processor."""

import fcntl
import os
import resource

from attempts import call, facts, report, successes

facts()
NAMES = "AS FSIZE NOFILE NPROC CPU CORE MEMLOCK MSGQUEUE NICE RTPRIO SIGPENDING".split()


def lift(name):
    number = getattr(resource, f"RLIMIT_{name}")
    _, hard = resource.getrlimit(number)
    higher = hard if hard == resource.RLIM_INFINITY else hard + 1
    resource.setrlimit(number, (higher, higher))


everywhere = range(os.cpu_count() or 1)
report(
    successes(
        {
            **{name: lambda name=name: lift(name) for name in NAMES},
            "nice": lambda: os.nice(-5),
            "priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
            "real time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
            "batch": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
            "another processor": lambda: os.sched_setaffinity(0, everywhere),
            "its own processor": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
            "lock memory": lambda: call("mlockall", 1),
            "large pipe": lambda: fcntl.fcntl(os.pipe()[0], fcntl.F_SETPIPE_SZ, 1 << 20),
        }
    )
)
