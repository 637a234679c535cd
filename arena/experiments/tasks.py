"""The periodic work of experiments."""

from celery import shared_task

from arena.experiments import sequential_test


# Worth nothing once the next one is due.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Goes on with experiments whose last match ended while nobody listened."""
    sequential_test.sweep()
