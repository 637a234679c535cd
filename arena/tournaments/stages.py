"""The stages of a tournament: created, edited, opened, started, paused, resumed, cancelled.

Each function raises ValidationError with a sentence for the user if it is not possible. Callers
check who may do it (`Tournament.may_run`); `by` is for the audit trail. A running tournament goes
on in advancing.py.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.bots.models import HEAVY
from arena.tournaments import quotas, scheduling, seeding
from arena.tournaments.advancing import advance, advance_locked, prepare_start
from arena.tournaments.details import fill, rules_of, save_with_slug
from arena.tournaments.entering import qualified
from arena.tournaments.forecast import check_room, forecast
from arena.tournaments.locking import locked, note
from arena.tournaments.models import AuditEntry, Entry, Tournament
from engine.randomness import SEED_BYTES
from referee.play.clock import Clock
from referee.tournaments.format import MIN_ENTRIES, BadFormat


def create(
    organiser: User,
    name: str,
    ruleset: str,
    options: Mapping[str, object],
    *,
    clock: Clock | None = None,
    description: str = "",
    **details: Any,
) -> Tournament:
    """A new draft. `ruleset`: the name of a ruleset or variant; `details`: some of
    details.SETTINGS. Raises ValidationError."""
    rules = rules_of(ruleset, options)
    tournament = Tournament(organiser=organiser, ruleset=rules.name)
    fill(tournament, name, rules.options, clock or Clock(), description, details)
    with transaction.atomic():
        quotas.check_room(organiser)
        save_with_slug(tournament)
        note(tournament, AuditEntry.Kind.CREATED, organiser)
    return tournament


def edit(
    tournament: Tournament,
    name: str,
    options: Mapping[str, object],
    *,
    clock: Clock,
    description: str = "",
    by: User | None = None,
    **details: Any,
) -> None:
    """Changes a tournament before it starts. Its game stays."""
    rules = rules_of(tournament.ruleset, options)
    with locked(tournament, *Tournament.BEFORE_START):
        fill(tournament, name, rules.options, clock, description, details)
        check_room(tournament, tournament.entries.count())
        tournament.save()
        note(tournament, AuditEntry.Kind.EDITED, by)


def open_(tournament: Tournament, by: User | None = None) -> None:
    """Opens it for entries. Makes the seed of the draw, so that its SHA-256 is published."""
    if tournament.state == Tournament.State.OPEN:
        raise ValidationError(gettext("The tournament is already open for entries."), code="state")
    with locked(tournament, Tournament.State.DRAFT):
        tournament.state = Tournament.State.OPEN
        tournament.draw_seed = secrets.token_bytes(SEED_BYTES).hex()
        tournament.save(update_fields=["state", "draw_seed"])
        note(tournament, AuditEntry.Kind.OPENED, by)


def start(tournament: Tournament, by: User | None = None) -> None:
    """Seeds the entries, pins their versions and makes the first round with its matches."""
    prepared = prepare_start(tournament) if tournament.state == Tournament.State.OPEN else None
    with locked(tournament, Tournament.State.OPEN):
        entries = list(
            tournament.entries.select_related("bot__owner", "bot__active")
            .defer(*(f"bot__active__{field}" for field in HEAVY))
            .order_by("id")
        )
        _check_field(tournament, entries)
        tournament.draw_seed = tournament.draw_seed or secrets.token_bytes(SEED_BYTES).hex()
        seeded = seeding.in_order(tournament, entries)
        for number, entry in enumerate(seeded, 1):
            entry.number, entry.version = number, entry.bot.active
        Entry.objects.bulk_update(seeded, ["number", "version"], batch_size=1000)
        expected = forecast(tournament, len(entries))
        tournament.planned = expected.matches if expected else 0
        quotas.check_size(tournament, len(entries))
        tournament.state = Tournament.State.RUNNING
        tournament.started = timezone.now()
        tournament.save(update_fields=["draw_seed", "planned", "state", "started"])
        note(tournament, AuditEntry.Kind.STARTED, by)
        scheduling.make_next(tournament)
        advance_locked(tournament, prepared)


def _check_field(tournament: Tournament, entries: list[Entry]) -> None:
    check_room(tournament, len(entries))
    if len(entries) < MIN_ENTRIES:
        raise ValidationError(
            gettext("A tournament needs at least %(least)d entries; this one has %(count)d.")
            % {"least": MIN_ENTRIES, "count": len(entries)}
        )
    try:
        tournament.format.check(len(entries))
    except BadFormat as error:
        raise ValidationError(str(error)) from None
    fit = qualified(entry.bot_id for entry in entries)
    unfit = [str(entry.bot) for entry in entries if entry.bot_id not in fit]
    if unfit:
        raise ValidationError(
            gettext(
                "These bots have no active version that has qualified: %(bots)s. Withdraw them "
                "first."
            )
            % {"bots": ", ".join(unfit)}
        )


def pause(tournament: Tournament, by: User | None = None, reason: str = "") -> None:
    """Makes no new matches until `resume`. Matches that exist are played."""
    with locked(tournament, Tournament.State.RUNNING):
        if tournament.paused:
            raise ValidationError(gettext("The tournament is already paused."), code="state")
        tournament.paused = True
        tournament.save(update_fields=["paused"])
        note(tournament, AuditEntry.Kind.PAUSED, by, reason=reason)


def resume(tournament: Tournament, by: User | None = None) -> None:
    """Ends a pause."""
    with locked(tournament, Tournament.State.RUNNING):
        if not tournament.paused:
            raise ValidationError(gettext("The tournament is not paused."), code="state")
        tournament.paused = False
        tournament.save(update_fields=["paused"])
        note(tournament, AuditEntry.Kind.RESUMED, by)
        transaction.on_commit(lambda: advance(tournament), robust=True)


def cancel(tournament: Tournament, by: User | None = None, reason: str = "") -> None:
    """Ends it for good. Matches that have been played keep their results.

    Housekeeping cancels the others within a second or two: there may be many.
    """
    with locked(tournament, *Tournament.BEFORE_START, Tournament.State.RUNNING):
        tournament.state = Tournament.State.CANCELLED
        tournament.finished = timezone.now()
        tournament.save(update_fields=["state", "finished"])
        note(tournament, AuditEntry.Kind.CANCELLED, by, reason=reason)
