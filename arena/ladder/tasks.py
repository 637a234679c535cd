"""The ladder's periodic task."""

from celery import shared_task

from arena.ladder import match_scheduling
from engine.rulesets import RULESETS


# It expires before it runs a second time: the next one does the same work.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Schedules the next ladder matches of every game."""
    for ruleset in RULESETS:
        match_scheduling.schedule_matches(ruleset)
