"""The whole arena in one process: the web server, a Celery worker and the sweeper as threads.

The same code that production runs on many machines, over Celery's in-memory transport. That
queue dies with the process, which loses nothing: the rows are the truth, and the sweeper asks
for whatever they still want.
"""

import fcntl
import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from celery.worker import WorkController
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from arena.celery import app
from arena.matches import sweep, worker
from arena.matches.models import Match
from arena.periodic import PERIODIC

# In one process nothing is far away, and people look on: what is periodic comes more often.
LONGEST_SECONDS = 5.0

log = logging.getLogger(__name__)


class AlreadyRunning(Exception):
    """Another process serves this data folder."""


@contextmanager
def alone() -> Iterator[None]:
    """Holds the data folder, so that two arenas never work on one. Raises AlreadyRunning.

    The kernel frees the lock however the process ends.
    """
    path = settings.DATA_DIR / "arena.lock"
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyRunning(
                f"an arena already runs on {settings.DATA_DIR} (process {file.read().strip()}); "
                "stop it first, or set GOAT_DATA to another folder"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises OSError when the address is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)
    return listener


class Worker(WorkController):
    """A Celery worker that can be waited for."""

    def __init__(self, **options: Any) -> None:
        self.ready = threading.Event()
        super().__init__(**options)

    def on_consumer_ready(self, consumer: Any) -> None:
        self.ready.set()


class Arena:
    """The running threads. `start`, then `stop`, once each."""

    def __init__(self, listener: socket.socket, slots: int) -> None:
        self.stopping = threading.Event()
        self.listener = listener
        # No signal handlers and no lifespan: the threads end when `stop` says so.
        self.web = uvicorn.Server(
            uvicorn.Config(
                "arena.asgi:application",
                lifespan="off",
                log_level="warning",
                timeout_graceful_shutdown=2,
            )
        )
        self.worker = Worker(
            app=app,
            pool_cls="threads",
            concurrency=slots,
            queues=Match.Queue.values,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self.threads = [
            threading.Thread(target=self.web.run, args=([listener],), name="web", daemon=True),
            threading.Thread(target=self.worker.start, name="worker", daemon=True),
            threading.Thread(target=self.sweep, name="sweeper", daemon=True),
        ]

    def start(self) -> None:
        worker.prepare()
        sweep.recover()  # nobody else plays on this data, see `alone`
        for thread in self.threads:
            thread.start()
        self.worker.ready.wait(30)

    def stop(self) -> None:
        """Ends the threads; matches in play are given back to the queue."""
        self.stopping.set()
        worker.stop()
        self.web.should_exit = True
        self.worker.stop()
        for thread in self.threads:
            thread.join(10)
        self.listener.close()

    def sweep(self) -> None:
        """Runs what is periodic, one after the other, until the arena stops."""
        due = {
            import_string(name): (min(seconds, LONGEST_SECONDS), 0.0)
            for name, seconds in PERIODIC.values()
        }
        while not self.stopping.wait(1):
            close_old_connections()
            for task, (seconds, at) in due.items():
                if time.monotonic() >= at and not self.stopping.is_set():
                    try:
                        task()
                    except Exception:
                        log.exception("%s failed, and will be tried again", task.name)
                    due[task] = (seconds, time.monotonic() + seconds)
