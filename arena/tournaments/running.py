"""The life of a tournament: created, opened, entered, started, finished or cancelled.

Every step locks the tournament's row, so that of two at once one comes first and the other finds
what it did. A step that is not possible raises ValidationError with a sentence for the user.
Who may take a step is the caller's to check (`Tournament.may_run`).
"""

import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from arena.accounts.models import User
from arena.bots.models import HEAVY, Bot, Version
from arena.celery import app
from arena.matches import ledger
from arena.matches.models import Match
from arena.tournaments.details import fill, rules_of, save_with_slug
from arena.tournaments.models import Entry, Pairing, Tournament
from arena.tournaments.pairing import pairings
from arena.tournaments.plan import MAX_MATCHES, most_entries
from engine.seeds import SEED_BYTES, SETUP, Stream
from referee.clock import Clock
from referee.pairings.round_robin import MIN_ENTRIES

log = logging.getLogger(__name__)

SWEEP = "arena.tournaments.tasks.sweep"

WHY_NOT = {
    Tournament.State.DRAFT: _("The tournament is a draft: open it for entries first."),
    Tournament.State.OPEN: _("The tournament is already open for entries."),
    Tournament.State.RUNNING: _("The tournament has started: that is no longer possible."),
    Tournament.State.FINISHED: _("The tournament has finished: that is no longer possible."),
    Tournament.State.CANCELLED: _("The tournament was cancelled: that is no longer possible."),
}


def create(
    organiser: User,
    name: str,
    ruleset: str,
    options: Mapping[str, object],
    *,
    pairs: int = 5,
    clock: Clock | None = None,
    cycles: int = 1,
    rated: bool = False,
    description: str = "",
) -> Tournament:
    """A new draft. `ruleset`: a ruleset's or a named variant's name. Raises ValidationError."""
    rules = rules_of(ruleset, options)
    tournament = Tournament(organiser=organiser, ruleset=rules.name)
    fill(tournament, name, rules.options, pairs, clock or Clock(), cycles, rated, description)
    save_with_slug(tournament)
    return tournament


def edit(
    tournament: Tournament,
    name: str,
    options: Mapping[str, object],
    *,
    pairs: int,
    clock: Clock,
    cycles: int,
    rated: bool,
    description: str = "",
) -> None:
    """Changes what a tournament will be, before it starts; its game stays."""
    rules = rules_of(tournament.ruleset, options)
    with _locked(tournament, *Tournament.BEFORE_START):
        fill(tournament, name, rules.options, pairs, clock, cycles, rated, description)
        if tournament.entries.count() > most_entries(cycles):
            raise ValidationError(_too_many(cycles))
        tournament.save()


def open_(tournament: Tournament) -> None:
    """From now on bots may be entered."""
    with _locked(tournament, Tournament.State.DRAFT):
        tournament.state = Tournament.State.OPEN
        tournament.save(update_fields=["state"])


def enter(tournament: Tournament, bot: Bot) -> Entry:
    """Enters a bot that has a qualified version, once."""
    with _locked(tournament, Tournament.State.OPEN):
        if bot.ruleset != tournament.ruleset:
            raise ValidationError(
                gettext("%(bot)s plays another game than this tournament.") % {"bot": bot}
            )
        if not _qualified([bot.pk]):
            raise ValidationError(
                gettext("%(bot)s has no qualified version that is active.") % {"bot": bot}
            )
        if tournament.entries.filter(bot=bot).exists():
            raise ValidationError(gettext("%(bot)s is already entered.") % {"bot": bot})
        if tournament.entries.count() >= most_entries(tournament.cycles):
            raise ValidationError(_too_many(tournament.cycles))
        return Entry.objects.create(tournament=tournament, bot=bot)


def withdraw(tournament: Tournament, bot: Bot) -> None:
    """Takes a bot out again, before the start."""
    with _locked(tournament, *Tournament.BEFORE_START):
        if not tournament.entries.filter(bot=bot).delete()[0]:
            raise ValidationError(gettext("%(bot)s is not entered.") % {"bot": bot})


def start(tournament: Tournament) -> None:
    """Draws the numbers by lot, pins the versions and makes every pairing with its match.

    The draw is the shuffle of the entries in the order in which they came, by the setup stream of
    `draw_seed` (rules.md, section 2), so that anybody can do it again.
    """
    with _locked(tournament, Tournament.State.OPEN):
        entries = list(
            tournament.entries.select_related("bot__owner", "bot__active")
            .defer(*(f"bot__active__{field}" for field in HEAVY))
            .order_by("id")
        )
        _check_field(tournament, entries)
        seed = secrets.token_bytes(SEED_BYTES)
        drawn = Stream(seed, SETUP).shuffle(entries)
        for number, entry in enumerate(drawn, 1):
            entry.number, entry.version = number, entry.bot.active
        Entry.objects.bulk_update(drawn, ["number", "version"], batch_size=1000)
        Pairing.objects.bulk_create(pairings(tournament, drawn), batch_size=1000)
        tournament.draw_seed = seed.hex()
        tournament.state = Tournament.State.RUNNING
        tournament.started = timezone.now()
        tournament.save(update_fields=["draw_seed", "state", "started"])


def cancel(tournament: Tournament) -> None:
    """Ends it for good. Matches that have been played keep their results and what follows.

    The others are cancelled by a sweep, which is asked for at once: there may be thousands.
    """
    with _locked(tournament, *Tournament.BEFORE_START, Tournament.State.RUNNING):
        tournament.state = Tournament.State.CANCELLED
        tournament.finished = timezone.now()
        tournament.save(update_fields=["state", "finished"])
        transaction.on_commit(_ask_for_sweep)


def progress(tournament: Tournament) -> tuple[int, int]:
    """How many of its matches have ended, and how many there are."""
    counted = tournament.pairings.aggregate(
        done=Count("match", filter=Q(match__state__in=Match.ENDED)), total=Count("match")
    )
    return counted["done"], counted["total"]


def match_over(match: Match, **signal: Any) -> None:
    """Receives the end of every match, any number of times."""
    running = Tournament.objects.filter(
        pairings__match=match.pk, state=Tournament.State.RUNNING
    ).first()
    if running is not None:
        finish_if_over(running)


def finish_if_over(tournament: Tournament) -> bool:
    """Finishes a running tournament when all of its matches have ended; whether it did."""
    # Looked at before the lock, which the workers of a large tournament would queue for.
    if tournament.pairings.exclude(match=None).exclude(match__state__in=Match.ENDED).exists():
        return False
    with transaction.atomic():
        running = Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.RUNNING)
        if not running.select_for_update(no_key=True).exists():
            return False
        return bool(running.update(state=Tournament.State.FINISHED, finished=timezone.now()))


def sweep() -> int:
    """Does what a lost receiver or a crash between two steps has left; how many it finished.

    Running tournaments whose matches have all ended finish, and the matches of cancelled ones are
    cancelled.
    """
    unended = Q(pairings__match__state__in=[Match.State.QUEUED, Match.State.RUNNING])
    for cancelled in Tournament.objects.filter(
        unended, state=Tournament.State.CANCELLED
    ).distinct():
        _cancel_matches(cancelled)
    return sum(map(finish_if_over, Tournament.objects.filter(state=Tournament.State.RUNNING)))


@contextmanager
def _locked(tournament: Tournament, *states: Tournament.State) -> Iterator[None]:
    """Locks the row and brings `tournament` up to date; refuses unless it is in one of `states`."""
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        tournament.refresh_from_db()
        if tournament.state not in states:
            raise ValidationError(WHY_NOT[Tournament.State(tournament.state)], code="state")
        yield


def _qualified(bots: list[int]) -> set[int]:
    """Those of the bots whose active version has qualified."""
    fit = Bot.objects.filter(pk__in=bots, active__state=Version.State.QUALIFIED)
    return set(fit.values_list("pk", flat=True))


def _check_field(tournament: Tournament, entries: list[Entry]) -> None:
    if len(entries) < MIN_ENTRIES:
        raise ValidationError(
            gettext("A tournament needs at least %(least)d entries; this one has %(count)d.")
            % {"least": MIN_ENTRIES, "count": len(entries)}
        )
    if len(entries) > most_entries(tournament.cycles):
        raise ValidationError(_too_many(tournament.cycles))
    fit = _qualified([entry.bot_id for entry in entries])
    unfit = [str(entry.bot) for entry in entries if entry.bot_id not in fit]
    if unfit:
        raise ValidationError(
            gettext("Without a qualified version that is active: %(bots)s. Withdraw them first.")
            % {"bots": ", ".join(unfit)}
        )


def _too_many(cycles: int) -> str:
    return ngettext(
        "In %(cycles)d cycle a tournament takes at most %(most)d entries (%(matches)d matches).",
        "In %(cycles)d cycles a tournament takes at most %(most)d entries (%(matches)d matches).",
        cycles,
    ) % {"cycles": cycles, "most": most_entries(cycles), "matches": MAX_MATCHES}


def _ask_for_sweep() -> None:
    try:
        app.send_task(SWEEP, queue="check", retry_policy={"max_retries": 1})
    except OperationalError as error:
        log.warning("no broker to ask for a sweep, the next one comes by itself: %s", error)


def _cancel_matches(tournament: Tournament) -> None:
    unended = tournament.pairings.exclude(match=None).exclude(match__state__in=Match.ENDED)
    for match_id in unended.values_list("match", flat=True):
        ledger.cancel(match_id, gettext("the tournament was cancelled"))
