"""Of several housekeeping processes one works, and the others stand by.

The one that leads renews its lead every second. If it dies or is cut off, another has it a few
seconds later. For a moment two may work, which does no harm: every periodic task may run anywhere
at any time.
"""

import logging
import os
import socket
import time
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from arena.housekeeping.models import Lead

ROW = 1
SECONDS = 4.0

log = logging.getLogger(__name__)


class Election:
    """Call `stand` every second; `leads` says whether this process works."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()[:60]}:{os.getpid()}"
        self._until = 0.0

    @property
    def leads(self) -> bool:
        return time.monotonic() < self._until

    def stand(self) -> None:
        """Takes or renews the lead, unless another process has it."""
        now = time.monotonic()
        lead = Lead.objects.filter(Q(holder=self.name) | Q(until__lte=Now()), pk=ROW)
        taken = lead.update(holder=self.name, until=Now() + timedelta(seconds=SECONDS))
        if not taken and not Lead.objects.filter(pk=ROW).exists():
            first = Lead(pk=ROW, holder="", until=Now())
            Lead.objects.bulk_create([first], ignore_conflicts=True)
            self.stand()
        else:
            self._until = now + SECONDS if taken else 0.0

    def resign(self) -> None:
        """Lets another process lead at once."""
        if self.leads:
            Lead.objects.filter(pk=ROW, holder=self.name).update(until=Now())
            self._until = 0.0
