"""How much an organiser may ask of the workers. The staff and the house have no limits."""

import math
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.matches.models import Match
from arena.tournaments.forecast import forecast
from arena.tournaments.models import Tournament
from engine import rulesets
from referee.play.clock import longest_seconds
from referee.tournaments.format import Forecast

ENDED = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


@dataclass(frozen=True)
class Longest:
    """How long matches last if every bot uses up its clocks, in seconds: one of the tournament, and
    one of a tiebreak pair."""

    match: float
    tiebreak: float

    def hours(self, expected: Forecast) -> float:
        """The hours of play of a whole tournament, all workers together."""
        further = expected.at_most - expected.matches
        return (expected.matches * self.match + further * self.tiebreak) / 3600


def longest(tournament: Tournament) -> Longest:
    """Of the tournament's matches. It must have options and a clock."""
    rules = rulesets.ruleset(tournament.ruleset, tournament.options)
    clock = tournament.time_control
    return Longest(
        longest_seconds(rules, clock, tournament.pairs), longest_seconds(rules, clock, 1)
    )


def trusted(organiser: User) -> bool:
    return organiser.is_staff or organiser.is_house


def has_room(organiser: User) -> bool:
    """Whether the organiser may have another tournament.

    Locks the organiser's row, so that two requests at the same time count as two.
    """
    if trusted(organiser):
        return True
    User.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    unended = organiser.tournaments.exclude(state__in=ENDED).count()
    return unended < int(settings.TOURNAMENTS_AT_ONCE)


def check_room(organiser: User) -> None:
    """Raises ValidationError if the organiser has too many tournaments that have not ended."""
    if not has_room(organiser):
        raise ValidationError(
            gettext("%(count)d of your tournaments have not ended yet. End one of them first.")
            % {"count": settings.TOURNAMENTS_AT_ONCE},
            code="waiting",
        )


def check_size(tournament: Tournament, entries: int) -> None:
    """Raises ValidationError if a tournament of this many entries would be too much to play.

    It counts the games, and the time if every bot uses up its clocks, together with what is left of
    the organiser's running tournaments. Locks the organiser's row.
    """
    organiser = tournament.organiser
    expected = forecast(tournament, entries)
    if expected is None or trusted(organiser):
        return
    if expected.games > settings.TOURNAMENT_GAMES:
        raise ValidationError(
            gettext(
                "That would be %(games)d games. Only the staff’s tournaments can have more than "
                "%(most)d. Choose fewer pairs or cycles, or another system."
            )
            % {"games": expected.games, "most": settings.TOURNAMENT_GAMES},
            code="too_large",
        )
    User.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    own, others = longest(tournament).hours(expected), _running_hours(organiser, tournament)
    if own + others > settings.TOURNAMENT_HOURS:
        text = gettext(
            "That could take %(own)d hours of play if every bot uses up its clocks. The limit is "
            "%(most)d. Choose a quicker clock, fewer pairs or cycles, or another system."
        )
        if others:
            text = gettext(
                "That could take %(own)d hours of play if every bot uses up its clocks, after "
                "%(others)d of your running tournaments. The limit is %(most)d together. Choose a "
                "quicker clock, fewer pairs or cycles, or another system, or wait."
            )
        counted = {
            "own": math.ceil(own),
            "others": math.ceil(others),
            "most": settings.TOURNAMENT_HOURS,
        }
        raise ValidationError(text % counted, code="too_long")


def _running_hours(organiser: User, but: Tournament) -> float:
    """The hours that the organiser's other running tournaments could still take."""
    running = organiser.tournaments.filter(state=Tournament.State.RUNNING).exclude(pk=but.pk)
    hours = 0.0
    for tournament in running:
        played = tournament.pairings.filter(match__state__in=Match.ENDED).count()
        left = max(0, tournament.planned - played)
        hours += left * longest(tournament).match / 3600
    return hours
