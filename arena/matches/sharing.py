"""Takes slots back from accounts with more than their share, when others wait too long.

The fair order decides who gets a slot that becomes free. When the matches of one account last for
hours, none does: then the match that has been played for the shortest time goes back to the queue,
and is played again from its start later. The first urgent match of each account is not taken back
for that. But one that is played for long must not hold up all others that are urgent: it is taken
back for the first urgent match of another account, and pauses.
"""

import logging
import time
from collections import Counter
from datetime import timedelta

from arena.matches import lifecycle
from arena.matches.fair_order import first_of_each_account
from arena.matches.models import Attempt
from arena.web.database_time import database_now

# So long an account waits while another has two slots more.
PATIENCE_SECONDS = 60.0
# So long an urgent match waits while another has been played for a minute, and then pauses for one.
URGENT_PATIENCE_SECONDS = 2.0
LONG = timedelta(minutes=1)

log = logging.getLogger(__name__)


class Sharing:
    """What the accounts have been waiting for, from one look to the next."""

    def __init__(self) -> None:
        self._since: dict[int | None, float] = {}
        # How many matches these had running when a slot was last taken back for them. Until they
        # have more, none is taken back again: perhaps no worker can play what waits.
        self._served: dict[int | None, int] = {}
        # When these urgent matches were first seen to wait; infinity: a slot was taken back.
        self._urgent_since: dict[int, float] = {}

    def look(self) -> int:
        """Looks who waits, and takes slots back. Returns how many."""
        running: Counter[int | None] = Counter()
        urgent: dict[int | None, Attempt] = {}  # the first of each account
        latest: dict[int | None, list[Attempt]] = {}  # the others; the last one began last
        attempts = Attempt.objects.running().select_related("match").defer("match__seed")
        for attempt in attempts.order_by("started"):
            account = attempt.match.account_id
            running[account] += 1
            if attempt.match.urgent and account not in urgent:
                urgent[account] = attempt
            else:
                latest.setdefault(account, []).append(attempt)
        waiting = first_of_each_account()
        return self._share(waiting, running, latest) + self._make_room(waiting, urgent)

    def _share(
        self,
        first: list[tuple[int | None, int | None, int | None]],
        running: Counter[int | None],
        latest: dict[int | None, list[Attempt]],
    ) -> int:
        """For accounts that have fewer slots than others."""
        now, taken, waiting = time.monotonic(), 0, set()
        for account, _urgent, other in first:
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

    def _make_room(
        self,
        first: list[tuple[int | None, int | None, int | None]],
        urgent: dict[int | None, Attempt],
    ) -> int:
        """For urgent matches of accounts that have none running; one slot for each of them."""
        now, taken = time.monotonic(), 0
        waiting = [match for account, match, _ in first if match and account not in urgent]
        self._urgent_since = {match: self._urgent_since.get(match, now) for match in waiting}
        began_before = database_now() - LONG
        long = [attempt for attempt in urgent.values() if attempt.started <= began_before]
        for match in waiting:
            if long and now - self._urgent_since[match] >= URGENT_PATIENCE_SECONDS:
                self._urgent_since[match] = float("inf")
                attempt = long.pop(0)
                log.info("%s gives its slot to match %d", attempt, match)
                reason = "its slot went to an urgent match of another account"
                lifecycle.release(attempt.token, reason, pause=LONG)
                taken += 1
        return taken
