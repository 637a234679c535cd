"""Recomputes the ratings of a game soon after results.

Adding a result increments `RatingRefresh.results` in the same transaction. A computation notes
that number before it reads the pairs, and stores it as `included` together with the ratings.
Results added meanwhile keep the two numbers apart, and the next sweep computes again. So no result
is lost, however many workers compute at once, and a hundred results cost one computation.
"""

import time

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from arena.ratings.models import RatingRefresh, Standing
from arena.ratings.rating_pool import RatingPool
from arena.ratings.rating_store import store_standings, store_versions
from engine.rulesets import RULESETS
from referee.statistics.bradley_terry import rate


def note_result(ruleset: str) -> None:
    """Counts a result in the caller's transaction; housekeeping computes soon."""
    RatingRefresh.objects.get_or_create(ruleset=ruleset)
    RatingRefresh.objects.filter(ruleset=ruleset).update(results=F("results") + 1)


def sweep() -> None:
    """Recomputes the ratings of every game in which they are out of date."""
    for ruleset in RULESETS:
        if is_stale(ruleset):
            refresh(ruleset)


def is_stale(ruleset: str) -> bool:
    """Whether there are new results, or a bot's active version is not the one that is rated."""
    if RatingRefresh.objects.filter(ruleset=ruleset, included__lt=F("results")).exists():
        return True
    changed = Standing.objects.filter(ruleset=ruleset, matches__gt=0).exclude(
        Q(bot__active=None, place=None, as_of__isnull=False)
        | Q(bot__active=F("rated"), place__isnull=False, as_of=None)
    )
    return changed.exists()


def refresh(ruleset: str) -> None:
    """Computes and stores the ratings of a game. Any number of processes may do so at once."""
    started = time.perf_counter()
    state, _ = RatingRefresh.objects.get_or_create(ruleset=ruleset)
    pool = RatingPool.load(ruleset)
    ratings = rate(pool.results)
    with transaction.atomic():
        # The ledger locks in the same order: standings by bot first, then the refresh state.
        standings = Standing.objects.select_for_update().filter(ruleset=ruleset)
        list(standings.order_by("bot_id").values_list("pk", flat=True))
        locked = RatingRefresh.objects.select_for_update().get(ruleset=ruleset)
        if locked.included > state.results:
            return  # another computation has included more results
        now = timezone.now()
        store_versions(pool, ratings)
        store_standings(pool, ratings, now)
        locked.included = state.results
        locked.computed = now
        locked.seconds = time.perf_counter() - started
        locked.save(update_fields=["included", "computed", "seconds"])
