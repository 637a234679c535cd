"""A flag that a worker shares with the processes of its pool."""

from mmap import mmap


class Switch:
    """In shared memory, because Celery signals only the parent of a pool of processes.

    A process that is forked later shares it too.
    """

    def __init__(self) -> None:
        self._byte = mmap(-1, 1)

    def set(self) -> None:
        self._byte[0] = 1

    def clear(self) -> None:
        self._byte[0] = 0

    def is_set(self) -> bool:
        return self._byte[0] != 0
