"""The settings of a tournament, and its address."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext

from arena.tournaments.models import Tournament
from engine import rulesets
from engine.errors import BadOption
from engine.ruleset import Ruleset
from referee.play.clock import Clock
from referee.tournaments.tiebreaks import TIE_BREAKS

RESERVED_SLUGS = frozenset({"new"})
FAR = timedelta(days=3653)


def rules_of(ruleset: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset or variant with these options. Raises ValidationError."""
    try:
        return rulesets.ruleset(ruleset, options)
    except BadOption as error:
        raise ValidationError(str(error)) from None


# What an organiser can set, beside the name, the description, the game's options and the clock.
SETTINGS = (
    *(
        "pairs",
        "rated",
        "allow_remote",
        "system",
        "cycles",
        "rounds",
        "groups",
        "qualifiers",
        "third_place",
    ),
    *("reset", "tiebreak_pairs", "tie_breaks", "seeding", "starts", "repeat"),
)


def fill(
    tournament: Tournament,
    name: str,
    options: Mapping[str, object],
    clock: Clock,
    description: str,
    settings: Mapping[str, Any],
) -> None:
    """Sets and checks everything except the game. Missing `settings` keep their values.

    Raises ValidationError, and TypeError for a setting that does not exist.
    """
    unknown = settings.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"a tournament has no setting {', '.join(sorted(unknown))}")
    tournament.name, tournament.description = name.strip(), description.strip()
    tournament.options, tournament.clock = dict(options), clock.as_dict()
    for setting, value in settings.items():
        setattr(tournament, setting, value)
    organiser = tournament.organiser
    if tournament.rated and not (organiser.is_staff or organiser.is_house):
        # Otherwise an organiser could choose the opponents that raise a bot's Elo.
        raise ValidationError({"rated": gettext("Only the staff’s tournaments can be rated.")})
    check_remote(tournament)
    tournament.full_clean(exclude=["slug", "previous"])
    check_tie_breaks(tournament.tie_breaks)
    if tournament.starts and tournament.starts > timezone.now() + FAR:
        raise ValidationError({"starts": gettext("The start must be less than ten years ahead.")})
    if tournament.repeat and not tournament.starts:
        raise ValidationError(
            {"starts": gettext("A repeated tournament needs the time of its first start.")}
        )


def check_remote(tournament: Tournament) -> None:
    """Raises ValidationError if remote bots are allowed and must not be, or have entered and may
    not. In a game of partners both seats of one could communicate."""
    message = ""
    if tournament.allow_remote:
        if tournament.rated:
            message = gettext("A rated tournament cannot allow remote bots.")
        elif rules_of(tournament.ruleset, tournament.options).seats > 2:
            message = gettext("Remote bots cannot play a game with partners in a tournament.")
    elif tournament.pk and tournament.entries.filter(bot__remote=True).exists():
        message = gettext("Remote bots have entered: withdraw them first.")
    if message:
        raise ValidationError({"allow_remote": message})


def check_tie_breaks(tie_breaks: object) -> None:
    """Raises ValidationError for anything but a list of different rules."""
    if not isinstance(tie_breaks, list) or any(name not in TIE_BREAKS for name in tie_breaks):
        raise ValidationError(
            {"tie_breaks": gettext("Tie-breaks must be among %s.") % ", ".join(TIE_BREAKS)}
        )
    if len(set(tie_breaks)) < len(tie_breaks):
        raise ValidationError({"tie_breaks": gettext("Each tie-break can be named once.")})


def save_with_slug(tournament: Tournament) -> None:
    """Saves a new tournament under a unique slug made from its name."""
    base = slugify(tournament.name)[:70] or tournament.ruleset
    while True:
        taken = RESERVED_SLUGS.union(
            Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)
        )
        numbered = (f"{base}-{number}" for number in count(2))
        tournament.slug = next(slug for slug in chain([base], numbered) if slug not in taken)
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:
            continue  # the slug was taken at the same moment
        return
