"""Attacks other processes: its referee, its opponent, the host's first process."""

import ctypes
import errno
import os
import resource

from attempts import call, facts, report, successes

PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206
told = facts()


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def peek(pid):
    here = ctypes.create_string_buffer(8)
    local = Vector(ctypes.addressof(here), 8)
    remote = Vector(0x400000, 8)
    try:
        call("process_vm_readv", pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
    except OSError as error:
        # A bad address says that a good one would have been read.
        if error.errno != errno.EFAULT:
            raise


attempts = {
    "list processes": lambda: os.listdir("/proc"),
    "kill a process group": lambda: os.killpg(told["pids"][0], 0),
    "signal whoever there is": lambda: os.kill(-1, 0),
}
for pid in set(told["pids"]) - {os.getpid()}:
    attempts |= {
        f"signal {pid}": lambda pid=pid: os.kill(pid, 0),
        f"open {pid}": lambda pid=pid: os.pidfd_open(pid),
        f"attach to {pid}": lambda pid=pid: call("ptrace", PTRACE_ATTACH, pid, 0, 0),
        f"seize {pid}": lambda pid=pid: call("ptrace", PTRACE_SEIZE, pid, 0, 0),
        f"read memory of {pid}": lambda pid=pid: peek(pid),
        f"limit {pid}": lambda pid=pid: resource.prlimit(pid, resource.RLIMIT_NOFILE),
        f"see the root of {pid}": lambda pid=pid: os.listdir(f"/proc/{pid}/root"),
    }
if os.getppid() != 0:
    attempts["signal its parent"] = lambda: os.kill(os.getppid(), 0)
report(successes(attempts))
