"""Leaves its root folder: through folders, descriptors, links, and another root."""

import ctypes
import os

from attempts import call, facts, report, successes

told = facts()
O_PATH = 0x200000
OPENAT2 = 437
RESOLVE_IN_ROOT = 0x10
HOST = ("etc/passwd", "proc/self/status", "proc/1/status", "sys/kernel", "root", "home")


def outside(start):
    """Finds a file of the host from this folder or one above it."""
    for up in range(12):
        for name in HOST:
            try:
                return os.stat("../" * up + name, dir_fd=start)
            except OSError:
                continue
    raise FileNotFoundError


def from_folder(path):
    return outside(os.open(path, O_PATH | os.O_DIRECTORY))


def from_descriptors():
    for descriptor in range(256):
        try:
            os.fchdir(descriptor)
        except OSError:
            continue
        return
    raise FileNotFoundError


def second_root():
    """The classic way: a root below, while a descriptor or the working folder stays above."""
    os.mkdir("below")
    os.chroot("below")


def second_root_here():
    above = os.open("/", O_PATH | os.O_DIRECTORY)
    os.chroot(os.path.dirname(__file__))
    os.fchdir(above)


def resolved_elsewhere():
    how = (ctypes.c_uint64 * 3)(O_PATH, 0, RESOLVE_IN_ROOT)
    here = os.open(os.path.dirname(os.__file__), O_PATH | os.O_DIRECTORY)
    call("syscall", OPENAT2, here, b"/etc/passwd", how, ctypes.sizeof(how))


def climb():
    before = os.getcwd()
    try:
        for _ in range(40):
            os.chdir("..")
        outside(None)
    finally:
        os.chdir(before)


def link_out():
    os.symlink("/../../../etc/passwd", "out")
    os.stat("out")


attempts = {
    "a descriptor of a folder": from_descriptors,
    "chroot to a new folder": second_root,
    "chroot and fchdir": second_root_here,
    "chroot to itself": lambda: os.chroot("."),
    "mount over the root": lambda: call("mount", b"/", b"/", None, 4096, None),
    "another resolution": resolved_elsewhere,
    "a handle": lambda: call("open_by_handle_at", 0, bytes(128), 0),
    "a link out": link_out,
    "a folder in /": lambda: os.mkdir("/escape"),
}
if told["tier"] == "B":
    above = os.path.dirname(os.path.dirname(__file__))
    attempts["other bots' folders"] = lambda: os.listdir(above)
if told["own_root"]:
    attempts |= {
        "climbing": climb,
        "the working folder": lambda: outside(None),
        "above its program": lambda: from_folder(os.path.dirname(__file__)),
        "above the library": lambda: from_folder(os.path.dirname(os.__file__)),
        "above the root": lambda: from_folder("/"),
        "the host's temporary folder": lambda: os.stat(os.path.dirname(told["files"][0])),
    }
report(successes(attempts))
