"""Computes the ratings of a pool again soon after results, as arena/ratings/rating_refresh.py does.

A result increments `PoolRefresh.results` in its transaction. A computation notes that number before
it reads the games, and stores it as `included` with the ratings: results that are added meanwhile
keep the two apart. A pool is computed for at most a tenth of the time.
"""

import time
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from arena.people import rating_store
from arena.people.models import PoolRefresh, TableResult
from arena.people.rating_pool import RatingPool
from referee.statistics.team_ratings import rate_teams

IDLE_SHARE = 9  # times the duration of the last computation passes before the next one


def note_result(pool: str) -> None:
    """Counts a result in the caller's transaction; housekeeping computes soon."""
    PoolRefresh.objects.get_or_create(pool=pool)
    PoolRefresh.objects.filter(pool=pool).update(results=F("results") + 1)


def sweep() -> None:
    """Computes the ratings of every pool with new results."""
    now = timezone.now()
    for state in PoolRefresh.objects.filter(included__lt=F("results")):
        rest = timedelta(seconds=IDLE_SHARE * state.seconds)
        if state.computed is None or not now - rest < state.computed <= now:
            refresh(state.pool)


def refresh(pool: str) -> None:
    """Computes and stores the ratings of a pool. Any number of processes may do so at once."""
    started = time.perf_counter()
    state, _ = PoolRefresh.objects.get_or_create(pool=pool)
    loaded = RatingPool.load(pool)
    ratings = rate_teams(loaded.games, loaded.mean, loaded.deviation)
    with transaction.atomic():
        locked = PoolRefresh.objects.select_for_update().get(pool=pool)
        if locked.included > state.results:
            return  # another computation has included more results
        # Later games push these out for good: they need not be read again.
        TableResult.objects.filter(pk__in=loaded.dropped).update(counts=False)
        rating_store.store(pool, loaded, ratings)
        locked.included = state.results
        locked.computed = timezone.now()
        locked.seconds = time.perf_counter() - started
        locked.save(update_fields=["included", "computed", "seconds"])
