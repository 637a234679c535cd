"""The periodic task of experiments."""

from celery import shared_task

from arena.experiments import sequential_test


# Expires when the next one is due.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Advances experiments whose last match ended without its signal being received."""
    sequential_test.sweep()
