"""The periodic work of the ladder."""

from celery import shared_task

from arena.ladder import climbing
from engine.rulesets import RULESETS


# Worth nothing once the next one is due.
@shared_task(expires=30, ignore_result=True)
def sweep() -> None:
    """Makes the next matches of every game's ladder."""
    for ruleset in RULESETS:
        climbing.tick(ruleset)
