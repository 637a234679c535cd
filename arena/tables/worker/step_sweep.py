"""Keeps tables going whose hint, timer or worker was lost. Housekeeping calls it every second."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from arena.tables import hints, log
from arena.tables.game import turns
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Table

# What is due is played sooner, if no hint and no timer was lost.
GRACE = timedelta(milliseconds=500)


def sweep() -> None:
    """Ends overdue windows, which needs no worker, and hints again at what is overdue."""
    for code in overdue(window__isnull=False, step_token=None):
        with log.locked(code) as table:
            turns.close_window(table, GameState(table, moves_of(table)))
    hints.replace(overdue())


def overdue(**filters: object) -> list[str]:
    """The tables whose step was due a moment ago, and which no worker plays."""
    free = Q(step_token=None) | Q(step_until__lt=Now())
    due = Table.objects.filter(free, state=Table.State.PLAYING, due__lte=Now() - GRACE)
    codes = due.filter(**filters).order_by("due").values_list("code", flat=True)
    return list(codes[: hints.MOST_HINTS])
