"""The times of a bot that may have several processes, from the statistics of its cgroup."""

import os

from referee.sandbox.accounting import Accounting, Times
from referee.sandbox.cgroups import Cgroup


class TreeAccounting(Accounting):
    """Like Accounting, for all threads of all processes in a cgroup."""

    def __init__(self, cgroup: Cgroup) -> None:
        super().__init__(None)
        self._cgroup = cgroup
        self._now: list[str] = []

    def read(self) -> Times:
        try:
            self._now = self._cgroup.threads()
            processor = self._cgroup.processor_ns()
        except OSError:
            return self._times
        self._count_waiting(len(self._now))
        self._times = Times(processor, self._waited)
        return self._times

    def _names(self) -> list[str]:
        return self._now

    def _open(self, name: str, file: str = "schedstat") -> int:
        return os.open(f"/proc/{name}/{file}", os.O_RDONLY | os.O_CLOEXEC)
