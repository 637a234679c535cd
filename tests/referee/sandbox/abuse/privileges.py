"""Becomes someone else: users, groups, capabilities, namespaces, setuid programs, mounts."""

import ctypes
import os
import stat
import time

from attempts import call, facts, report, successes

NEW = {
    "mount": 0x20000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "network": 0x40000000,
    "time": 0x80,
}
facts()


def gain_capabilities():
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    call("capset", header, (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6))


def setuid_program():
    for folder, _, names in os.walk("/usr"):
        for name in names:
            mode = os.lstat(os.path.join(folder, name)).st_mode
            if mode & (stat.S_ISUID | stat.S_ISGID):
                return
    raise FileNotFoundError


def drop_no_new_privileges():
    call("prctl", 38, 0, 0, 0, 0)
    if call("prctl", 39, 0, 0, 0, 0) == 0:
        return
    raise PermissionError


def give_to_root():
    with open("/tmp/program", "wb"):
        pass
    os.chown("/tmp/program", 0, 0)


attempts = {
    "setuid": lambda: os.setuid(0),
    "setgid": lambda: os.setgid(0),
    "setgroups": lambda: os.setgroups([0]),
    "setresuid": lambda: os.setresuid(0, 0, 0),
    "become the host's user": lambda: os.seteuid(1000),
    "capabilities": gain_capabilities,
    "find a setuid program": setuid_program,
    "give a program to root": give_to_root,
    "new privileges": drop_no_new_privileges,
    "enter a namespace": lambda: call("setns", 0, 0),
    "chroot": lambda: os.chroot("/tmp"),
    "pivot_root": lambda: call("pivot_root", b"/tmp", b"/tmp"),
    "mount tmpfs": lambda: call("mount", b"x", b"/tmp", b"tmpfs", 0, None),
    "mount proc": lambda: call("mount", b"proc", b"/tmp", b"proc", 0, None),
    "remount /": lambda: call("mount", None, b"/", None, 32, None),
    "unmount /tmp": lambda: call("umount2", b"/tmp", 2),
    "host name": lambda: call("sethostname", b"evil", 4),
    "device node": lambda: os.mknod("/tmp/null", stat.S_IFCHR | 0o666, os.makedev(1, 3)),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    **{
        f"new {name} namespace": lambda flag=flag: call("unshare", flag)
        for name, flag in NEW.items()
    },
}


report(successes(attempts))
