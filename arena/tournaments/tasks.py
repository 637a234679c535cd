"""The periodic work of tournaments."""

from celery import shared_task

from arena.tournaments import running


# In the queue of the short work, and worth nothing once the next one is due.
@shared_task(queue="check", expires=30, ignore_result=True)
def sweep() -> None:
    """Finishes the tournaments whose last match ended while nobody listened."""
    running.sweep()
