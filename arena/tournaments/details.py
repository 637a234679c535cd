"""What a tournament is: its name, its address, its game and how that is played."""

from collections.abc import Mapping
from itertools import chain, count

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from arena.tournaments.models import Tournament
from engine import rulesets
from engine.ruleset import BadOption, Ruleset
from referee.clock import Clock

RESERVED_SLUGS = frozenset({"new"})


def rules_of(ruleset: str, options: Mapping[str, object]) -> Ruleset:
    """The ruleset or named variant with these options. Raises ValidationError."""
    try:
        return rulesets.ruleset(ruleset, options)
    except BadOption as error:
        raise ValidationError(str(error)) from None


def fill(
    tournament: Tournament,
    name: str,
    options: Mapping[str, object],
    pairs: int,
    clock: Clock,
    cycles: int,
    rated: bool,
    description: str,
) -> None:
    """Sets all of it but the game, and checks it. Raises ValidationError."""
    organiser = tournament.organiser
    if rated and not (organiser.is_staff or organiser.is_house):
        # Whoever picks the opponents would pick the Elo.
        raise ValidationError({"rated": gettext("Only the staff’s tournaments can be rated.")})
    tournament.name, tournament.description = name.strip(), description.strip()
    tournament.options, tournament.clock = dict(options), clock.as_dict()
    tournament.pairs, tournament.cycles, tournament.rated = pairs, cycles, rated
    tournament.full_clean(exclude=["slug"])


def save_with_slug(tournament: Tournament) -> None:
    """Saves a new tournament at an address made of its name, which nobody else has."""
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
            continue  # somebody took the same name in this moment
        return
