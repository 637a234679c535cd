"""The times of a bot that may have several processes, by the books of its control group."""

import os

from referee.sandbox.accounting import Accounting, Times
from referee.sandbox.cgroups import Cgroup


class TreeAccounting(Accounting):
    """As Accounting, for all threads of all processes in a group."""

    def __init__(self, group: Cgroup) -> None:
        super().__init__(None)
        self._group = group
        self._now: list[str] = []

    def read(self) -> Times:
        try:
            self._now = self._group.threads()
            processor = self._group.processor_ns()
        except OSError:
            return self._times
        self._count_waiting(len(self._now))
        self._times = Times(processor, self._waited)
        return self._times

    def _names(self) -> list[str]:
        return self._now

    def _open(self, name: str, file: str = "schedstat") -> int:
        return os.open(f"/proc/{name}/{file}", os.O_RDONLY | os.O_CLOEXEC)
