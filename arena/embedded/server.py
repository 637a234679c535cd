"""The whole arena in one process: web server, Celery worker, tables, housekeeping and analyses as
threads.

It is the code that production runs on many machines, over Celery's in-memory transport.
"""

import socket
import threading
from typing import Any

import uvicorn
from celery.worker import WorkController

from arena.analysis import running as analyses
from arena.asgi import make_application
from arena.celery import app
from arena.housekeeping.threads import Housekeeping
from arena.matches import reconnect, sweep, worker_process
from arena.tables import hints
from arena.tables.game.pulse import WebPulse
from arena.tables.worker import steps
from arena.tables.worker.step_threads import StepThreads
from arena.web.http_protocol import Protocol


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises OSError when the address is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(128)
    return listener


class Worker(WorkController):
    """A Celery worker that says when it is ready."""

    def __init__(self, **options: Any) -> None:
        self.ready = threading.Event()
        super().__init__(**options)

    def on_consumer_ready(self, consumer: Any) -> None:
        self.ready.set()


class EmbeddedArena:
    """The threads. Call `start` and then `stop`, once each."""

    def __init__(self, listener: socket.socket, slots: int) -> None:
        """`slots`: how many matches are played at once."""
        self.stopping = threading.Event()
        self.listener = listener
        # No signal handlers and no lifespan: `stop` ends the threads.
        self.application = make_application()
        self.web = uvicorn.Server(
            uvicorn.Config(
                self.application,
                http=Protocol,
                lifespan="off",
                log_level="warning",
                timeout_graceful_shutdown=4,
            )
        )
        self.worker = Worker(
            app=app,
            pool_cls="threads",
            concurrency=slots,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self.threads = [
            threading.Thread(target=self.web.run, args=([listener],), name="web", daemon=True),
            threading.Thread(target=self.worker.start, name="worker", daemon=True),
        ]
        self.table_threads = StepThreads()
        self.housekeeping = Housekeeping()
        self.pulse = WebPulse()
        self.analysing = analyses.Analysing() if analyses.is_on() else None

    def start(self) -> None:
        """Starts the threads, and waits until the worker takes matches."""
        reconnect.log_as_the_site()
        # We hold the lock of the data folder, so nobody plays the matches marked as running.
        sweep.recover()
        steps.recover()
        analyses.recover()
        for thread in self.threads:
            thread.start()
        self.worker.ready.wait(30)
        hints.take_here(self.table_threads.soon)
        self.housekeeping.start()
        self.pulse.start()
        if self.analysing:
            self.analysing.start()

    def stop(self) -> None:
        """Ends the threads. Running matches are released and go back to the queue."""
        self.stopping.set()
        worker_process.stop()
        self.application.end()
        self.web.should_exit = True
        hints.take_here(None)
        # All at the same moment: each waits for what it does just now.
        ending = [
            threading.Thread(target=part.stop)
            for part in (self.housekeeping, self.pulse, self.table_threads, self.analysing)
            if part
        ]
        for thread in ending:
            thread.start()
        self.worker.stop()
        for thread in ending:
            thread.join()
        for thread in self.threads:
            thread.join(10)
        self.listener.close()
        reconnect.log_as_the_site(False)
