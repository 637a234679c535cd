"""The periodic work of tournaments."""

from celery import shared_task

from arena.tournaments import running


# Worth nothing once the next one is due.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Does what is due in tournaments, and starts those whose time has come."""
    running.sweep()
