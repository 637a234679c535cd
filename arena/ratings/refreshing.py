"""The ratings of a game computed again from all its pairs, soon after results came in.

A result counts `Freshness.results` up in its own transaction. A computation notes that number
before it reads the pairs, and writes it as `taken_in` with the ratings; what came meanwhile leaves
the two apart, and the next sweep computes again. So no result is lost, however many workers
compute at once, and a hundred results cost one computation.
"""

import logging
import time
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from arena.celery import app
from arena.ratings.models import Freshness, Standing
from arena.ratings.pool import Pool
from arena.ratings.writing import write_standings, write_versions
from engine.rulesets import RULESETS
from referee.statistics.bradley_terry import rate

TASK = "arena.ratings.tasks.refresh"
# A worker is asked at most once in this time; later results wait for the next request or sweep.
REST = timedelta(seconds=5)

log = logging.getLogger(__name__)


def note_result(ruleset: str) -> None:
    """Counts a result in the caller's transaction, and has the ratings computed after it."""
    Freshness.objects.get_or_create(ruleset=ruleset)
    Freshness.objects.filter(ruleset=ruleset).update(results=F("results") + 1)
    transaction.on_commit(lambda: _ask(ruleset), robust=True)


def sweep() -> None:
    """Computes every game's ratings that are not fresh."""
    for ruleset in RULESETS:
        if stale(ruleset):
            refresh(ruleset)


def stale(ruleset: str) -> bool:
    """Whether results have not been taken in, or a bot plays with another version by now."""
    if Freshness.objects.filter(ruleset=ruleset, taken_in__lt=F("results")).exists():
        return True
    changed = Standing.objects.filter(ruleset=ruleset, matches__gt=0).exclude(
        Q(bot__active=None, place=None) | Q(bot__active=F("rated"), place__isnull=False)
    )
    return changed.exists()


def refresh(ruleset: str) -> None:
    """Computes and writes the ratings of a game. Any number may do so at once."""
    started = time.perf_counter()
    freshness, _ = Freshness.objects.get_or_create(ruleset=ruleset)
    pool = Pool.load(ruleset)
    ratings = rate(pool.results)
    with transaction.atomic():
        # The standings first and then the freshness, in the order in which the ledger locks them.
        everyone = Standing.objects.select_for_update().filter(ruleset=ruleset)
        list(everyone.order_by("bot_id").values_list("pk", flat=True))
        locked = Freshness.objects.select_for_update().get(ruleset=ruleset)
        if locked.taken_in > freshness.results:
            return  # somebody has computed from more results than these
        now = timezone.now()
        write_versions(pool, ratings)
        write_standings(pool, ratings, now)
        locked.taken_in = freshness.results
        locked.computed = now
        locked.seconds = time.perf_counter() - started
        locked.save(update_fields=["taken_in", "computed", "seconds"])


def _ask(ruleset: str) -> None:
    """Asks a worker to compute, unless one was asked a moment ago."""
    now = timezone.now()
    rested = Freshness.objects.filter(ruleset=ruleset).exclude(asked__gt=now - REST)
    if not rested.update(asked=now):
        return
    try:
        app.send_task(TASK, [ruleset], queue="check", retry_policy={"max_retries": 1})
    except OperationalError as error:
        log.warning("no broker to ask for the ratings of %s, a sweep will: %s", ruleset, error)
