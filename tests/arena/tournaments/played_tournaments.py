"""Tournaments for tests."""

from collections.abc import Iterable
from typing import Any

from arena.matches.models import Match
from arena.tournaments import stages
from arena.tournaments.models import Entry, Tournament
from tests.arena.ending import end, settle


def open_tournament(organiser: Any, versions: Iterable[Any] = (), **changes: Any) -> Tournament:
    """A tournament of Écarté, open, with these versions' bots entered in this order."""
    given: dict[str, Any] = {"ruleset": "ecarte", "options": {}, "pairs": 2} | changes
    name = given.pop("name", "Autumn cup")
    ruleset, options = given.pop("ruleset"), given.pop("options")
    tournament = stages.create(organiser, name, ruleset, options, **given)
    stages.open_(tournament)
    # At once: test_tournament_running.py enters bots one by one as people do.
    Entry.objects.bulk_create(Entry(tournament=tournament, bot=one.bot) for one in versions)
    return tournament


def matches_of(tournament: Tournament) -> list[Match]:
    """Its matches in the order of the rounds."""
    return list(Match.objects.filter(pairing__tournament=tournament).order_by("pairing"))


def waiting(tournament: Tournament) -> list[Match]:
    """Those that have been made and have not ended."""
    return [match for match in matches_of(tournament) if not match.ended]


def play_all(tournament: Tournament, but: int = 0) -> None:
    """Plays round after round, all planned matches but the last `but`; the bot that came earlier
    wins each by 3 to 1, or as much of a further pair."""
    tournament.refresh_from_db()
    left = tournament.planned - sum(match.ended for match in matches_of(tournament))
    while found := waiting(tournament):
        for match in found:
            if left <= but:
                tournament.refresh_from_db()
                return
            play(match)
            left -= 1
    tournament.refresh_from_db()


def play(match: Match, earlier: float | None = None) -> Match:
    """Ends a match: the earlier bot scores so much, else three quarters of the games."""
    games = 2 * match.pairs
    if earlier is None:
        earlier = 0.75 * games
    first = earlier if match.version0_id < match.version1_id else games - earlier
    return settle(end(match, first, games - first))
