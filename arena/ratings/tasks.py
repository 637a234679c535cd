"""The tasks that keep the ratings up to date."""

from celery import shared_task

from arena.ratings import rating_refresh


# It expires before it runs a second time: the next one does the same work.
@shared_task(expires=30, ignore_result=True)
def refresh(ruleset: str) -> None:
    """Recomputes the ratings of a game if they are out of date."""
    if rating_refresh.is_stale(ruleset):
        rating_refresh.refresh(ruleset)


@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Recomputes the ratings of every game in which they are out of date."""
    rating_refresh.sweep()
