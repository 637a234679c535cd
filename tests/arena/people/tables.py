"""Results of games at tables."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from arena.people import results
from arena.people.models import Player, TableResult
from arena.people.results import Sitter

_tables = count(1)
_begin = datetime(2026, 1, 1, tzinfo=UTC)


def play(*seats: Any, score: float = 1.0, ruleset: str = "ecarte", **details: Any) -> TableResult:
    """The result of a rated game; each game ends a second after the one before it.

    `seats`: players, bots, or Sitters. `score` of side 0.
    """
    number = next(_tables)
    given = {
        "options": {},
        "reason": "normal",
        "rated": True,
        "finished": _begin + timedelta(seconds=number),
    } | details
    sitters = [
        seat
        if isinstance(seat, Sitter)
        else Sitter(player=seat)
        if isinstance(seat, Player)
        else Sitter(bot=seat)
        for seat in seats
    ]
    code = f"t{number}"
    assert results.add(code, ruleset, sitters=sitters, scores=(score, 1 - score), **given)
    return TableResult.objects.get(table=code)
