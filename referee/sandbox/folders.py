"""Temporary folders that are removed when their process ends, or later if it was killed."""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from referee.host.locks import InUse, lock_folder
from referee.host.system import WINDOWS

# A younger folder may not have been locked yet by the process that made it.
_GRACE_SECONDS = 60
# On Windows a folder with a lock in it cannot be removed, so age alone tells what is left over.
_OLD_SECONDS = 24 * 3600


@contextlib.contextmanager
def locked_folder(prefix: str) -> Iterator[Path]:
    """A new private folder, locked while it is in use, so that `sweep` leaves it alone."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    lock = None if WINDOWS else lock_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def sweep(prefix: str) -> None:
    """Removes this user's folders with this prefix whose process has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError, InUse):
            age = time.time() - folder.lstat().st_mtime
            if WINDOWS:
                if age > _OLD_SECONDS:
                    shutil.rmtree(folder, ignore_errors=True)
            elif age > _GRACE_SECONDS:
                _remove_unless_locked(folder)


def _remove_unless_locked(folder: Path) -> None:
    """Raises InUse, and OSError."""
    lock = lock_folder(folder, follow=False)
    try:
        if os.fstat(lock).st_uid == os.getuid():
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
