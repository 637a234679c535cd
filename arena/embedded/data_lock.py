"""One arena for each data folder: the lock that a second process finds taken."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):
    """Another process serves this data folder."""


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Holds the lock of a data folder. Raises AlreadyRunning.

    The kernel releases it however the process ends.
    """
    with (folder / "arena.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(
                f"an arena already runs on {folder} (process {file.read().strip()}): "
                "stop it first, or set GOAT_DATA to another folder"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
