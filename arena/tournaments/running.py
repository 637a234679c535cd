"""The life of a tournament: created, opened, entered, started, paused, finished or cancelled.

A step that is not possible raises ValidationError with a sentence for the user. Who may take a
step is the caller's to check (`Tournament.may_run`); `by` is for the audit trail.
"""

import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from kombu.exceptions import OperationalError

from arena.accounts.models import User
from arena.bots.models import HEAVY, Bot, Version
from arena.celery import app
from arena.matches import lifecycle
from arena.matches.models import Match
from arena.tournaments import scheduling, seeding
from arena.tournaments.advancing import advance, advance_locked, match_over, progress
from arena.tournaments.details import fill, rules_of, save_with_slug
from arena.tournaments.locking import WHY_NOT, locked, note
from arena.tournaments.models import Entry, Step, Tournament
from arena.tournaments.plan import most_entries, plan
from engine.randomness import SEED_BYTES
from referee.play.clock import Clock
from referee.tournaments.format import BadFormat, System

__all__ = ["WHY_NOT", "advance", "match_over", "progress"]

log = logging.getLogger(__name__)

SWEEP = "arena.tournaments.tasks.sweep"


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
    """A new draft. `ruleset`: a ruleset's or a named variant's name; `details`: some of
    details.SETTINGS. Raises ValidationError."""
    rules = rules_of(ruleset, options)
    tournament = Tournament(organiser=organiser, ruleset=rules.name)
    fill(tournament, name, rules.options, clock or Clock(), description, details)
    with transaction.atomic():
        _check_allowance(organiser)
        save_with_slug(tournament)
        note(tournament, Step.Kind.CREATED, organiser)
    return tournament


def _check_allowance(organiser: User) -> None:
    """Raises ValidationError for one who organises as many at once as he may.

    Under the lock of his row, so that two clicks count as two.
    """
    if _trusted(organiser):
        return
    User.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    ended = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    if organiser.tournaments.exclude(state__in=ended).count() >= settings.TOURNAMENTS_AT_ONCE:
        raise ValidationError(
            gettext("%(count)d of your tournaments have not ended yet; end one of them first.")
            % {"count": settings.TOURNAMENTS_AT_ONCE},
            code="waiting",
        )


def _trusted(organiser: User) -> bool:
    return organiser.is_staff or organiser.is_house


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
    """Changes what a tournament will be, before it starts; its game stays."""
    rules = rules_of(tournament.ruleset, options)
    with locked(tournament, *Tournament.BEFORE_START):
        fill(tournament, name, rules.options, clock, description, details)
        if tournament.entries.count() > most_entries(tournament):
            raise ValidationError(_too_many(tournament))
        tournament.save()
        note(tournament, Step.Kind.EDITED, by)


def open_(tournament: Tournament, by: User | None = None) -> None:
    """From now on bots may be entered. The seed of the draw is made, and its SHA-256 published."""
    if tournament.state == Tournament.State.OPEN:
        raise ValidationError(gettext("The tournament is already open for entries."), code="state")
    with locked(tournament, Tournament.State.DRAFT):
        tournament.state = Tournament.State.OPEN
        tournament.draw_seed = secrets.token_bytes(SEED_BYTES).hex()
        tournament.save(update_fields=["state", "draw_seed"])
        note(tournament, Step.Kind.OPENED, by)


def enter(tournament: Tournament, bot: Bot, by: User | None = None) -> Entry:
    """Enters a bot that has a qualified version, once.

    A Swiss tournament takes entries until its last round begins: who comes late has no points for
    the rounds that it has missed.
    """
    late = tournament.system == System.SWISS
    states = (Tournament.State.OPEN, *((Tournament.State.RUNNING,) if late else ()))
    with locked(tournament, *states):
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
        if tournament.entries.count() >= most_entries(tournament):
            raise ValidationError(_too_many(tournament))
        entry = Entry(tournament=tournament, bot=bot)
        if tournament.state == Tournament.State.RUNNING:
            _join_late(tournament, entry)
        entry.save()
        note(tournament, Step.Kind.ENTERED, by, entry=bot, round=entry.joined)
        return entry


def _join_late(tournament: Tournament, entry: Entry) -> None:
    made = tournament.pairings.aggregate(last=Max("round"))["last"] or 0
    early = tournament.entries.filter(joined=1).count()
    settled = tournament.format.rounds or max(1, (early - 1).bit_length())
    if made >= settled:
        raise ValidationError(gettext("The last round has begun: nobody can join any more."))
    entry.number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entry.joined = made + 1
    # Under the bot's lock, since its owner may retire the version at this very moment.
    bot = Bot.objects.select_for_update(no_key=True).get(pk=entry.bot_id)
    if not _qualified([bot.pk]):
        raise ValidationError(
            gettext("%(bot)s has no qualified version that is active.") % {"bot": bot}
        )
    entry.version_id = bot.active_id


def start(tournament: Tournament, by: User | None = None) -> None:
    """Seeds the entries, pins their versions and makes the first round with its matches."""
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
        expected = plan(tournament, len(entries))
        tournament.planned = expected.matches if expected else 0
        _check_size(tournament)
        tournament.state = Tournament.State.RUNNING
        tournament.started = timezone.now()
        tournament.save(update_fields=["draw_seed", "planned", "state", "started"])
        note(tournament, Step.Kind.STARTED, by)
        scheduling.make_next(tournament)
        advance_locked(tournament)


def pause(tournament: Tournament, by: User | None = None, reason: str = "") -> None:
    """Matches that have been made are played; nothing new begins until `resume`."""
    with locked(tournament, Tournament.State.RUNNING):
        if tournament.paused:
            raise ValidationError(gettext("The tournament is already paused."), code="state")
        tournament.paused = True
        tournament.save(update_fields=["paused"])
        note(tournament, Step.Kind.PAUSED, by, reason=reason)


def resume(tournament: Tournament, by: User | None = None) -> None:
    """Goes on after `pause`."""
    with locked(tournament, Tournament.State.RUNNING):
        if not tournament.paused:
            raise ValidationError(gettext("The tournament is not paused."), code="state")
        tournament.paused = False
        tournament.save(update_fields=["paused"])
        note(tournament, Step.Kind.RESUMED, by)
        advance_locked(tournament)


def cancel(tournament: Tournament, by: User | None = None, reason: str = "") -> None:
    """Ends it for good. Matches that have been played keep their results and what follows.

    The others are cancelled by a sweep, which is asked for at once: there may be many.
    """
    with locked(tournament, *Tournament.BEFORE_START, Tournament.State.RUNNING):
        tournament.state = Tournament.State.CANCELLED
        tournament.finished = timezone.now()
        tournament.save(update_fields=["state", "finished"])
        note(tournament, Step.Kind.CANCELLED, by, reason=reason)
        transaction.on_commit(_ask_for_sweep)


def sweep() -> int:
    """Does what a lost receiver or a crash between two steps has left; how many went on.

    What is due in running tournaments is done, scheduled ones whose time has come start, and the
    matches of cancelled ones are cancelled.
    """
    unended = Q(pairings__match__state__in=[Match.State.QUEUED, Match.State.RUNNING])
    cancelled = Tournament.objects.filter(unended, state=Tournament.State.CANCELLED)
    for tournament in cancelled.distinct():
        _cancel_matches(tournament)
    running = Tournament.objects.filter(state=Tournament.State.RUNNING, paused=False)
    return sum(
        [
            *(_guarded(advance, tournament) for tournament in running),
            *(_guarded(_start_scheduled, tournament) for tournament in scheduling.due()),
        ]
    )


def _guarded(step: Callable[[Tournament], bool], tournament: Tournament) -> bool:
    """Takes the step; one that fails is in the log, and keeps no other tournament waiting."""
    try:
        return step(tournament)
    except Exception:
        log.exception("tournament %s cannot go on", tournament.slug)
        return False


def _start_scheduled(tournament: Tournament) -> bool:
    """Starts it without those who can no longer play; cancels it where too few are left."""
    try:
        with transaction.atomic():
            for entry in scheduling.unfit(tournament):
                note(
                    tournament,
                    Step.Kind.WITHDRAWN,
                    entry=entry.bot,
                    reason=gettext("no qualified version that is active"),
                )
                entry.delete()
            start(tournament)
    except ValidationError as error:
        tournament.refresh_from_db()
        if tournament.state != Tournament.State.OPEN:
            return False  # somebody was quicker
        with transaction.atomic():
            if tournament.entries.exists():  # a series that nobody enters ends here
                scheduling.make_next(tournament)
            cancel(tournament, reason=" ".join(error.messages))
    return True


def _qualified(bots: list[int]) -> set[int]:
    """Those of the bots whose active version has qualified."""
    fit = Bot.objects.filter(pk__in=bots, active__state=Version.State.QUALIFIED)
    return set(fit.values_list("pk", flat=True))


def _check_field(tournament: Tournament, entries: list[Entry]) -> None:
    if len(entries) > most_entries(tournament):
        raise ValidationError(_too_many(tournament))
    if len(entries) < 2:
        raise ValidationError(
            gettext("A tournament needs at least %(least)d entries; this one has %(count)d.")
            % {"least": 2, "count": len(entries)}
        )
    try:
        tournament.format.check(len(entries))
    except BadFormat as error:
        raise ValidationError(str(error)) from None
    fit = _qualified([entry.bot_id for entry in entries])
    unfit = [str(entry.bot) for entry in entries if entry.bot_id not in fit]
    if unfit:
        raise ValidationError(
            gettext("Without a qualified version that is active: %(bots)s. Withdraw them first.")
            % {"bots": ", ".join(unfit)}
        )


def _check_size(tournament: Tournament) -> None:
    games = tournament.planned * tournament.games
    if games > settings.TOURNAMENT_GAMES and not _trusted(tournament.organiser):
        raise ValidationError(
            gettext(
                "That would be %(games)d games; a tournament that is not the staff’s has at most "
                "%(most)d. Take fewer pairs or cycles, or another system."
            )
            % {"games": games, "most": settings.TOURNAMENT_GAMES}
        )


def _too_many(tournament: Tournament) -> str:
    most = most_entries(tournament)
    return ngettext(
        "This tournament takes at most %(most)d entry.",
        "This tournament takes at most %(most)d entries.",
        most,
    ) % {"most": most}


def _ask_for_sweep() -> None:
    try:
        app.send_task(SWEEP, queue="check", retry_policy={"max_retries": 1})
    except OperationalError as error:
        log.warning("no broker to ask for a sweep, the next one comes by itself: %s", error)


def _cancel_matches(tournament: Tournament) -> None:
    unended = tournament.pairings.exclude(match=None).exclude(match__state__in=Match.ENDED)
    for match_id in unended.values_list("match", flat=True):
        lifecycle.cancel(match_id, gettext("the tournament was cancelled"))
