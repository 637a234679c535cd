"""Locks between programs, which end with the program that holds them, even if it is killed."""

import os
import struct
from pathlib import Path

from referee.host.system import WINDOWS

if WINDOWS:
    import msvcrt
else:
    import fcntl

# Windows cannot lock a folder, but a file in it.
LOCK_FILE = "goat.lock"


class InUse(Exception):
    """Another program holds the lock."""


def try_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Locks an open file until it is closed; False if another program holds it.

    `shared`: together with others that share it; on Windows there is no such lock.
    """
    try:
        if WINDOWS:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def share_lock(descriptor: int) -> None:
    """Lets others share the lock that this descriptor holds. Not on Windows."""
    fcntl.flock(descriptor, fcntl.LOCK_SH)


def lock_byte(descriptor: int, number: int) -> bool:
    """Locks one byte of a file until it is closed; False if another program holds it. On Linux."""
    # struct flock: type, whence, start, length, pid.
    request = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, number, 1, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, request)
    except OSError:
        return False
    return True


def lock_folder(folder: Path, *, follow: bool = True) -> int:
    """Locks a folder that exists. Returns a descriptor: close it to release the folder.

    `follow`: it may be a link. On Windows the file LOCK_FILE stays in it. Raises InUse and OSError.
    """
    if WINDOWS:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT)
    else:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        descriptor = os.open(folder, flags if follow else flags | os.O_NOFOLLOW)
    if not try_lock(descriptor):
        os.close(descriptor)
        raise InUse
    return descriptor
