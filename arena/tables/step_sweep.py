"""Keeps tables going whose hint, timer or worker was lost. Housekeeping calls it every second."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from arena.tables import hints, log, turns
from arena.tables.game_state import GameState, moves_of
from arena.tables.models import Table

# Workers end a window in time, without this sweep.
GRACE = timedelta(milliseconds=500)


def sweep() -> None:
    """Ends overdue windows, which needs no worker, and hints again at what is due."""
    free = Q(step_token=None) | Q(step_until__lt=Now())
    due = Table.objects.filter(free, state=Table.State.PLAYING, due__lte=Now()).order_by("due")
    overdue = due.exclude(window=None).filter(step_token=None, due__lte=Now() - GRACE)
    for code in overdue.values_list("code", flat=True)[: hints.MOST_HINTS]:
        with log.locked(code) as table:
            turns.close_window(table, GameState(table, moves_of(table)))
    hints.replace(list(due.values_list("code", flat=True)[: hints.MOST_HINTS]))
