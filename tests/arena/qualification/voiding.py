"""Matches that end without a result."""

from arena.matches import lifecycle
from arena.matches.models import Match


def void(match):
    """Makes the match void: the machine fails at every attempt."""
    while match.state != Match.State.VOID:
        attempt = lifecycle.claim(match.pk, "host:1:thread")
        lifecycle.fail(attempt.token, "the machine caught fire")
        match.refresh_from_db()
