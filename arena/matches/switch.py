"""A flag that a worker shares with the processes of its pool."""

import struct
import time
from mmap import mmap

_TIME = struct.Struct("d")


class Switch:
    """In shared memory, because Celery signals only the parent of a pool of processes.

    A process that is forked later shares it too.
    """

    def __init__(self) -> None:
        self._memory = mmap(-1, _TIME.size)

    def set(self) -> None:
        # The monotonic clock is the same for all processes, and never 0.
        self._memory[: _TIME.size] = _TIME.pack(time.monotonic())

    def clear(self) -> None:
        self._memory[: _TIME.size] = _TIME.pack(0.0)

    def is_set(self) -> bool:
        return self._since() != 0.0

    def seconds(self) -> float:
        """How long ago it was last set."""
        return time.monotonic() - self._since()

    def _since(self) -> float:
        since: float = _TIME.unpack(self._memory[: _TIME.size])[0]
        return since
