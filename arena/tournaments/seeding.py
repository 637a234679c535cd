"""Seeding: the order in which the entries are numbered at the start."""

from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.ratings.models import Standing
from arena.tournaments.locking import locked, note
from arena.tournaments.models import AuditEntry, Entry, Tournament
from engine.randomness import SETUP, Stream
from referee.statistics.bradley_terry import CENTRE


def in_order(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, given in the order of entering, in the order of their seeds.

    The lot is a shuffle by the setup stream of `draw_seed` (docs/2-rules.md, "Shuffles"), so that
    anyone can repeat it. It also orders equal ratings, and the entries without a seed by hand.
    """
    lot = Stream(bytes.fromhex(tournament.draw_seed), SETUP).shuffle(entries)
    if tournament.seeding == Tournament.Seeding.RATING:
        ratings = Standing.objects.ratings_of([entry.bot_id for entry in entries])
        return sorted(lot, key=lambda entry: -ratings.get(entry.bot_id, CENTRE))
    if tournament.seeding == Tournament.Seeding.HAND:
        return sorted(lot, key=lambda entry: (entry.hand is None, entry.hand or 0))
    return lot


def seed_by_hand(
    tournament: Tournament, seeds: Mapping[int, int | None], by: User | None = None
) -> None:
    """Sets the seeds of entries, by key; None for entries that follow by lot.

    Raises ValidationError for a seed given twice or an entry of another tournament.
    """
    given = [seed for seed in seeds.values() if seed is not None]
    if len(set(given)) < len(given):
        raise ValidationError(gettext("Two entries have the same seed."))
    if any(not 1 <= seed <= 10_000 for seed in given):
        raise ValidationError(gettext("Seeds must be numbers from 1."))
    with locked(tournament, *Tournament.BEFORE_START):
        entries = list(tournament.entries.filter(pk__in=seeds))
        if len(entries) < len(seeds):
            raise ValidationError(gettext("An entry no longer exists. Reload the page."))
        for entry in entries:
            entry.hand = seeds[entry.pk]
        Entry.objects.bulk_update(entries, ["hand"], batch_size=1000)
        if tournament.seeding != Tournament.Seeding.HAND:
            tournament.seeding = Tournament.Seeding.HAND
            tournament.save(update_fields=["seeding"])
        note(tournament, AuditEntry.Kind.SEEDED, by)
