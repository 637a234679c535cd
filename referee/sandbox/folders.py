"""Temporary folders that are removed when their process ends, or later if it was killed."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

# A younger folder may not have been locked yet by the process that made it.
_GRACE_SECONDS = 60


@contextlib.contextmanager
def locked_folder(prefix: str) -> Iterator[Path]:
    """A new private folder, locked while it is in use, so that `sweep` leaves it alone."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def sweep(prefix: str) -> None:
    """Removes this user's folders with this prefix whose process has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            lock = os.open(folder, flags)
            try:
                state = os.fstat(lock)
                if state.st_uid == os.getuid() and time.time() - state.st_mtime > _GRACE_SECONDS:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
