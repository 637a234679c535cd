"""The tasks that keep the ratings fresh."""

from celery import shared_task

from arena.ratings import refreshing


# Worth nothing once the next one is due.
@shared_task(expires=30, ignore_result=True)
def refresh(ruleset: str) -> None:
    """Computes the ratings of a game, if results came in since the last time."""
    if refreshing.stale(ruleset):
        refreshing.refresh(ruleset)


@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    refreshing.sweep()
