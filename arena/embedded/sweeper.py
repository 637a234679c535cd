"""Runs periodic tasks in a thread, as Celery's beat does in production."""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from django.db import close_old_connections
from django.utils.module_loading import import_string

from arena.periodic import PERIODIC

# Sweeps cost little in one process, and people watch the demo: run all of them often.
LONGEST_SECONDS = 5.0

log = logging.getLogger(__name__)

Task = Callable[[], object]


def periodic_tasks() -> dict[Task, float]:
    """Each periodic task, and the seconds between two runs."""
    return {
        import_string(path): min(seconds, LONGEST_SECONDS) for path, seconds in PERIODIC.values()
    }


def sweep(
    stopping: threading.Event, tasks: Mapping[Task, float], poll_seconds: float = 1.0
) -> None:
    """Runs each task when it is due, one after the other, until `stopping` is set.

    A task that fails is logged and runs again when it is due.
    """
    due = dict.fromkeys(tasks, 0.0)
    while not stopping.wait(poll_seconds):
        close_old_connections()
        for task, seconds in tasks.items():
            if time.monotonic() < due[task] or stopping.is_set():
                continue
            try:
                task()
            except Exception:
                log.exception("%s failed; it runs again in %g s", task, seconds)
            due[task] = time.monotonic() + seconds
