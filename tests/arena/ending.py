"""Matches that end without being played."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from arena.matches import settling
from arena.matches.models import Match
from tests.arena.playing import make_match

# Each match ends a second after the one before it.
_seconds = count()
_begin = timezone.now()


def end(match: Match, score0: float, score1: float) -> Match:
    """Finishes a match with these scores, without settling it."""
    return _conclude(
        match,
        state=Match.State.FINISHED,
        score0=score0,
        score1=score1,
        tally=tally(match.pairs, score0, score1),
    )


def tally(pairs: int, score0: float, score1: float) -> list[int]:
    """Pairs that add up to these scores: as many as possible with both games won."""
    counts = [0, 0, 0, 0, 0]
    halves = round(2 * pairs + score0 - score1)
    for left in range(pairs, 0, -1):
        points = min(4, halves) if halves >= left else 0
        counts[points] += 1
        halves -= points
    assert halves == 0
    return counts


def end_without_result(match: Match, state: str) -> Match:
    """Makes a match void or cancelled, without settling it."""
    return _conclude(match, state=state)


def settle(match: Match) -> Match:
    """Settles an ended match."""
    assert settling.settle(match.pk)
    return match


def play(version0: Any, version1: Any, score0: float, score1: float, **changes: Any) -> Match:
    """A rated match of one pair that has finished and is settled."""
    return settle(end(make_match(version0, version1, **changes), score0, score1))


def _conclude(match: Match, **changes: Any) -> Match:
    finished = _begin + timedelta(seconds=next(_seconds))
    Match.objects.filter(pk=match.pk).update(finished=finished, **changes)
    return Match.objects.get(pk=match.pk)
