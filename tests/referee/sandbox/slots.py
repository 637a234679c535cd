"""CPU slots, and so users of bots, that belong to this test run.

Another run on the same host gets other slots, as long as their process numbers differ enough, so
neither sees or counts the other's bots. Nor do the processes of one run (pytest -n).
"""

import os

_FIRST, _RUNS, _EACH = 100, 58, 10


def _run() -> int:
    worker = os.environ.get("PYTEST_XDIST_WORKER")  # gw0, gw1, …: the children of one process
    if worker is None:
        return os.getpid() % _RUNS
    return (2 * os.getppid() + int(worker.removeprefix("gw"))) % _RUNS


def own_slot(number: int) -> int:
    """`number`: 0 to 9, another one for each test module."""
    assert 0 <= number < _EACH
    return _FIRST + _run() * _EACH + number
