"""``manage.py housekeeping``: what keeps the arena alive beside its workers."""

import signal
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from arena.housekeeping.lead import Election
from arena.housekeeping.threads import Housekeeping


class Command(BaseCommand):
    help = (
        "Ends expired leases, advances tournaments and experiments, schedules the ladder and "
        "refreshes ratings. Run one or more: one works, and the others stand by."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()

        def ask_to_stop(number: int, frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ask_to_stop)
        housekeeping = Housekeeping(election=Election())
        housekeeping.start()
        self.stdout.write("Housekeeping has started. Ctrl-C stops it.")
        stop.wait()
        housekeeping.stop()
