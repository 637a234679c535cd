"""One arena for each data folder: the lock that a second process finds taken."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


class Unusable(Exception):
    """The data folder cannot be used; the message says why and what to do."""


class AlreadyRunning(Unusable):
    """Another process serves this data folder."""


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Holds the lock of a data folder. Raises AlreadyRunning, or Unusable if it cannot be written.

    The kernel releases it however the process ends.
    """
    with _open(folder / "arena.lock") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(
                f"an arena already runs on {folder} (process {file.read().strip()}): "
                "stop it first, or set GOAT_DATA to another folder"
            ) from None
        file.truncate(0)
        with _reported(folder):
            file.write(str(os.getpid()))
            file.flush()
        yield


def _open(path: Path) -> TextIO:
    with _reported(path.parent):
        # Private, because every user who can open a file can lock it.
        return open(path, "a+", opener=lambda name, flags: os.open(name, flags, 0o600))


@contextmanager
def _reported(folder: Path) -> Iterator[None]:
    """Raises Unusable for an error of the folder or its disk."""
    try:
        yield
    except OSError as error:
        raise Unusable(
            f"cannot write to the data folder {folder} ({error.strerror}): "
            "change its owner or free some space, or set GOAT_DATA to another folder"
        ) from None
