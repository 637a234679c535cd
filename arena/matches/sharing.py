"""Takes a slot back from an account with more than its share, when another waits too long.

The fair order decides who gets a slot that becomes free. When the matches of one account last for
hours, none does: then the match that has been played for the shortest time goes back to the queue,
and is played again from its start later. Urgent matches are never taken back.
"""

import logging
import time
from collections import Counter

from arena.matches import lifecycle
from arena.matches.fair_order import first_of_each_account
from arena.matches.models import Attempt

# So long an account waits while another has two slots more.
PATIENCE_SECONDS = 60.0

log = logging.getLogger(__name__)


class Sharing:
    """What the accounts have been waiting for, from one look to the next."""

    def __init__(self) -> None:
        self._since: dict[int | None, float] = {}
        # A slot was taken back for these when they had so many matches running. None is again
        # before they have more: perhaps no worker can play what waits.
        self._served: dict[int | None, int] = {}

    def look(self) -> int:
        """Looks who waits, and takes slots back. Returns how many."""
        running: Counter[int | None] = Counter()
        latest: dict[int | None, list[Attempt]] = {}  # the last one began last
        attempts = Attempt.objects.running().select_related("match").defer("match__seed")
        for attempt in attempts.order_by("started"):
            running[attempt.match.account_id] += 1
            if not attempt.match.urgent:
                latest.setdefault(attempt.match.account_id, []).append(attempt)
        now, taken, waiting = time.monotonic(), 0, set()
        for account, _urgent, other in first_of_each_account():
            most = max(latest, key=lambda owner: len(latest[owner]), default=None)
            if other is None or len(latest.get(most, ())) < running[account] + 2:
                continue
            waiting.add(account)
            waited = now - self._since.setdefault(account, now)
            if waited >= PATIENCE_SECONDS and running[account] > self._served.get(account, -1):
                self._served[account], self._since[account] = running[account], now
                attempt = latest[most].pop()
                log.info("%s gives its slot to match %d", attempt, other)
                lifecycle.release(attempt.token, "its slot went to the match of another account")
                taken += 1
        self._since = {account: self._since[account] for account in waiting}
        self._served = {account: self._served[account] for account in waiting & set(self._served)}
        return taken
