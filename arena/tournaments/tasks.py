"""The periodic work of tournaments."""

from celery import shared_task

from arena.tournaments import sweeping


# A sweep that is still queued when the next one is due is not needed.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Advances tournaments, and starts those that are due."""
    sweeping.sweep()
