"""Reads all files that bots can read, before they do.

Otherwise a bot could leave messages for another by reading some of them. The first read of a file
since the machine started takes longer than the next, and the kernel records when a file was last
read, though not more than once a day as long as it has not changed.
"""

import contextlib
import os
import time
from functools import cache

from referee.programs.runtimes import Runtime

_AGAIN_AFTER_S = 6 * 3600
_CHUNK = 1 << 20


def read_ahead(runtime: Runtime) -> None:
    """Reads the files of this runtime, unless this process has done so in the last six hours."""
    paths = (*runtime.files, *(folder for folder, _ in runtime.folders))
    _read_once(paths, int(time.monotonic()) // _AGAIN_AFTER_S)


@cache
def _read_once(paths: tuple[str, ...], period: int) -> None:
    for path in paths:
        _read(path)
        for folder, _, files in os.walk(path):
            for name in files:
                _read(f"{folder}/{name}")


def _read(path: str) -> None:
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            while os.read(file, _CHUNK):
                pass
        finally:
            os.close(file)
