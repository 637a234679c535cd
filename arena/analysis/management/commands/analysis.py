"""``manage.py analysis``: analyses finished games beside the workers, and delays no match."""

import signal
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from arena.analysis import child
from arena.analysis.running import Analysing


class Command(BaseCommand):
    help = (
        "Analyses finished games that somebody asked for, and chooses the games of the day. "
        "Run one or more, on any machine: each analyses one game at a time."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()

        def ask_to_stop(number: int, frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ask_to_stop)
        child.yield_to_other_sessions()
        analysing = Analysing()
        analysing.start()
        self.stdout.write("Analysing has started. Ctrl-C stops it.")
        stop.wait()
        analysing.stop()
