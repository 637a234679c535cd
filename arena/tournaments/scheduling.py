"""Tournaments that start at a set time, and series."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from arena.bots.models import Version
from arena.tournaments import quotas
from arena.tournaments.details import SETTINGS, save_with_slug
from arena.tournaments.locking import note
from arena.tournaments.models import AuditEntry, Entry, Tournament
from engine.randomness import SEED_BYTES


def due(now: datetime | None = None) -> QuerySet[Tournament]:
    """Open tournaments whose start time has passed."""
    now = now or timezone.now()
    return Tournament.objects.filter(state=Tournament.State.OPEN, starts__lte=now)


def unfollowed() -> QuerySet[Tournament]:
    """Tournaments of a series that have started, and whose next has not been created."""
    return Tournament.objects.filter(repeat__gt=0, next=None).exclude(started=None)


def unfit(tournament: Tournament) -> Iterable[Entry]:
    """Entries whose bot no longer has an active version that has qualified."""
    entries = tournament.entries.select_related("bot__owner")
    return entries.exclude(bot__active__state=Version.State.QUALIFIED)


def make_next(tournament: Tournament, now: datetime | None = None) -> Tournament | None:
    """Creates the next tournament of the series, open and with the same bots. Returns None if this
    one does not repeat or already has a successor, or while its organiser has too many tournaments
    that have not ended: then the sweep creates it later.

    It starts one interval after the start time of this one, or as many whole intervals later as it
    takes to lie in the future: missed dates are skipped.
    """
    if not tournament.repeat or Tournament.objects.filter(previous=tournament).exists():
        return None
    if not quotas.has_room(tournament.organiser):
        return None
    now = now or timezone.now()
    starts = tournament.starts or now
    missed = max(0, (now - starts) // tournament.interval)
    following = Tournament(
        **{name: getattr(tournament, name) for name in (*COPIED, *SETTINGS)},
        name=_name(tournament),
        edition=tournament.edition + 1,
        previous=tournament,
        state=Tournament.State.OPEN,
        draw_seed=secrets.token_bytes(SEED_BYTES).hex(),
    )
    organiser = tournament.organiser
    following.rated = tournament.rated and (organiser.is_staff or organiser.is_house)
    following.starts = starts + (missed + 1) * tournament.interval
    save_with_slug(following)
    staying = tournament.entries.filter(status=Entry.Status.ACTIVE).order_by("id")
    Entry.objects.bulk_create(
        [
            Entry(tournament=following, bot_id=bot, hand=hand)
            for bot, hand in staying.values_list("bot", "hand")
        ],
        batch_size=1000,
    )
    note(following, AuditEntry.Kind.CREATED)
    note(tournament, AuditEntry.Kind.REPEATED, reason=following.name)
    return following


COPIED = ("description", "organiser", "ruleset", "options", "clock")


def _name(tournament: Tournament) -> str:
    """The name with the next number: Cup, Cup 2, Cup 3."""
    ending = f" {tournament.edition}"
    name = tournament.name
    if tournament.edition > 1 and name.endswith(ending):
        name = name[: -len(ending)]
    return f"{name[:70]} {tournament.edition + 1}"
