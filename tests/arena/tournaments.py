"""Tournaments for tests."""

from collections.abc import Iterable
from typing import Any

from arena.matches.models import Match
from arena.tournaments import running
from arena.tournaments.models import Tournament
from tests.arena.ending import end, settle


def open_tournament(organiser: Any, versions: Iterable[Any] = (), **changes: Any) -> Tournament:
    """A tournament of Écarté, open, with these versions' bots entered in this order."""
    given: dict[str, Any] = {"ruleset": "ecarte", "options": {}, "pairs": 2} | changes
    name = given.pop("name", "Autumn cup")
    ruleset, options = given.pop("ruleset"), given.pop("options")
    tournament = running.create(organiser, name, ruleset, options, **given)
    running.open_(tournament)
    for version in versions:
        running.enter(tournament, version.bot)
    return tournament


def matches_of(tournament: Tournament) -> list[Match]:
    """Its matches in the order of the rounds."""
    return list(Match.objects.filter(pairing__tournament=tournament).order_by("pairing"))


def play_all(tournament: Tournament, but: int = 0) -> None:
    """Plays all matches that wait but the last `but`; the earlier entry wins each by 3 to 1."""
    waiting = [match for match in matches_of(tournament) if not match.ended]
    for match in waiting[: len(waiting) - but]:
        earlier = match.version0_id < match.version1_id
        settle(end(match, 3, 1) if earlier else end(match, 1, 3))
    tournament.refresh_from_db()
