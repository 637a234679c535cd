"""Tournaments for tests."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.tournaments import stages
from arena.tournaments.models import Entry, Tournament
from arena.tournaments.results import results
from tests.arena.ending import end, settle


def open_tournament(organiser: Any, versions: Iterable[Any] = (), **changes: Any) -> Tournament:
    """A tournament of Écarté, open, with these versions' bots entered in this order."""
    given: dict[str, Any] = {"ruleset": "ecarte", "options": {}, "pairs": 2} | changes
    name = given.pop("name", "Autumn cup")
    ruleset, options = given.pop("ruleset"), given.pop("options")
    tournament = stages.create(organiser, name, ruleset, options, **given)
    stages.open_(tournament)
    # In one query; test_entering.py enters bots one by one.
    Entry.objects.bulk_create(Entry(tournament=tournament, bot=one.bot) for one in versions)
    return tournament


def started(alice: Any, versions: Any, **changes: Any) -> Tournament:
    """A tournament of these versions' bots that has started."""
    tournament = open_tournament(alice, versions, **changes)
    stages.start(tournament)
    return tournament


def line_of(tournament: Tournament, bot: Bot) -> Any:
    """The row of a bot in the standings."""
    return next(row for row in results(tournament).rows if row.entry.name == str(bot))


def refused(step: Any, *arguments: Any) -> str:
    """The message with which a step is refused."""
    with pytest.raises(ValidationError) as caught:
        step(*arguments)
    return " ".join(caught.value.messages)


def matches_of(tournament: Tournament) -> list[Match]:
    """Its matches in the order of the rounds."""
    return list(Match.objects.filter(pairing__tournament=tournament).order_by("pairing"))


def waiting(tournament: Tournament) -> list[Match]:
    """Its matches that have not ended."""
    return [match for match in matches_of(tournament) if not match.ended]


def play_all(tournament: Tournament, but: int = 0) -> None:
    """Plays all expected matches except the last `but`, round by round. The bot that was created
    earlier wins each with three quarters of the points."""
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
    """Ends a match. `earlier`: the score of the bot that was created earlier; three quarters of the
    points by default."""
    games = 2 * match.pairs
    if earlier is None:
        earlier = 0.75 * games
    first = earlier if match.version0_id < match.version1_id else games - earlier
    return settle(end(match, first, games - first))
