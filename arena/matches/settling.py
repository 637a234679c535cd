"""Settling an ended match: ratings, the tournament's next step, a version's qualification.

Apps above this one connect their part to `match_ended` in AppConfig.ready().
"""

import logging

from django.dispatch import Signal

from arena.matches.models import Match
from arena.matches.reconnect import DatabaseAway, note_outage

log = logging.getLogger(__name__)

# Sent with `match` (finished, void or cancelled) outside any transaction, at least once: a receiver
# locks the rows that it changes, and does nothing the second time.
match_ended = Signal()


def settle_soon(match_id: int) -> None:
    """Settles a match that has just ended. While the database is away that is left to the sweep."""
    try:
        settle(match_id)
    except DatabaseAway as error:
        note_outage(error)


def settle(match_id: int) -> bool:
    """Sends `match_ended` for an ended match; returns whether the match is settled.

    Every receiver is called, even when another raises. The match is settled when none raised;
    otherwise the error is in the log, and the sweep settles the match again. Raises DatabaseAway.
    """
    match = Match.objects.named().get(pk=match_id)
    if match.settled or not match.ended:
        return match.settled
    answers = match_ended.send_robust(sender=Match, match=match)
    failures = [answer for _, answer in answers if isinstance(answer, Exception)]
    for failure in failures:
        if isinstance(failure, DatabaseAway):
            raise failure
    if failures:
        log.error("match %s is not settled: %d receivers failed", match_id, len(failures))
        return False
    # Conditional: the staff may have queued a void match again meanwhile.
    Match.objects.filter(pk=match_id, state=match.state).update(settled=True)
    return True
