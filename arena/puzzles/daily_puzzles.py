"""The puzzles of the day."""

from datetime import timedelta

from django.utils import timezone

from arena.puzzles.models import DailyPuzzle
from engine.rulesets import RULESETS

SHOWN_DAYS = 7


def latest() -> list[DailyPuzzle]:
    """The latest of each game, if it is not too old."""
    since = timezone.now().date() - timedelta(days=SHOWN_DAYS)
    found: dict[str, DailyPuzzle] = {}
    for one in DailyPuzzle.objects.filter(day__gte=since):
        found.setdefault(one.ruleset, one)
    return [found[name] for name in RULESETS if name in found]
