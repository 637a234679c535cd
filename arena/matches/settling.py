"""What follows from a match's end: ratings, the tournament's next step, a version's verdict.

The apps that care connect to `match_ended` when they are ready.
"""

import logging

from django.dispatch import Signal

from arena.matches.models import Match

log = logging.getLogger(__name__)

# Sent with `match` (finished, void or cancelled) outside of any transaction, at least once: a
# receiver locks what it changes, and does nothing where all has been done.
match_ended = Signal()


def settle(match_id: int) -> bool:
    """Sends `match_ended` for an ended match; whether all receivers returned.

    Each is called whatever became of the others. The match counts as settled when none raised;
    otherwise the error is in the log, and the sweeper settles the match again.
    """
    match = Match.objects.named().get(pk=match_id)
    if match.settled or not match.ended:
        return match.settled
    answers = match_ended.send_robust(sender=Match, match=match)
    failures = [answer for _, answer in answers if isinstance(answer, Exception)]
    if failures:
        log.error("match %s is not settled: %d receivers failed", match_id, len(failures))
        return False
    # Conditional, since the staff may have queued a void match again meanwhile.
    Match.objects.filter(pk=match_id, state=match.state).update(settled=True)
    return True
