"""How a step of a table begins: an idle worker is told which table is due.

A hint may be lost, late or sent twice: the row says whether a step is due (steps.py), and
housekeeping replaces lost hints every second
(step_sweep.py).
"""

from collections.abc import Callable, Sequence

from django.conf import settings

from arena.matches import broker

TASK = "arena.tables.tasks.step"
# More than the workers of one arena have threads. Without a worker, messages must not pile up.
MOST_HINTS = 200

_here: Callable[[str], object] | None = None


def take_here(run: Callable[[str], object] | None) -> None:
    """Lets the steps of this process's hints run here, by `run(code)`, and not in a worker.

    The embedded arena does so. None: in a worker again.
    """
    global _here
    _here = run


def hint(code: str) -> None:
    """Says that a step of this table is due, or will be soon. Never waits long for a broker."""
    if _here is not None:
        _here(code)
    elif not broker.is_away():
        _send([code])


def replace(codes: Sequence[str]) -> None:
    """Hints again at tables whose hints may be lost. Tries the broker even if it was away."""
    if _here is not None:
        for code in codes:
            _here(code)
    elif codes:
        _send(codes)


def _send(codes: Sequence[str]) -> None:
    broker.send(
        lambda: broker.send_tasks(
            TASK, settings.TABLE_QUEUE, [(code,) for code in codes], most=MOST_HINTS
        )
    )
