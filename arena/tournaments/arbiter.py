"""Decisions about single entries and matches: withdrawal, disqualification, replay."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches import lifecycle
from arena.matches.models import Match
from arena.tournaments.advancing import advance
from arena.tournaments.event_store import OPEN
from arena.tournaments.locking import locked, note
from arena.tournaments.models import AuditEntry, Entry, Pairing, Tournament


def withdraw(tournament: Tournament, bot: Bot, by: User | None = None) -> None:
    """Withdraws a bot. Before the start its entry is deleted.

    In a running tournament it plays its current match, if any. It forfeits later matches, or is no
    longer paired (Swiss). Its results stand.
    """
    with locked(tournament, *Tournament.BEFORE_START, Tournament.State.RUNNING):
        entry = _active(tournament, bot)
        if tournament.before_start:
            entry.delete()
        else:
            entry.status = Entry.Status.WITHDRAWN
            entry.save(update_fields=["status"])
        note(tournament, AuditEntry.Kind.WITHDRAWN, by, entry=bot)


def disqualify(tournament: Tournament, bot: Bot, by: User | None = None, reason: str = "") -> None:
    """Disqualifies a bot in a running tournament: it forfeits its current match and all later ones,
    and is ranked below all others. Its results stand."""
    with locked(tournament, Tournament.State.RUNNING):
        entry = _active(tournament, bot)
        entry.status = Entry.Status.DISQUALIFIED
        entry.save(update_fields=["status"])
        note(tournament, AuditEntry.Kind.DISQUALIFIED, by, entry=bot, reason=reason)
        mine = tournament.pairings.filter(OPEN).filter(Q(first=entry) | Q(second=entry))
        for pairing in mine:
            assert pairing.match_id is not None
            # If the match has just ended, its result stands.
            if lifecycle.cancel(
                pairing.match_id, gettext("%(bot)s was disqualified") % {"bot": bot}
            ):
                first = pairing.first_id == entry.pk
                pairing.outcome = (
                    Pairing.Outcome.FIRST_FORFEITS if first else Pairing.Outcome.SECOND_FORFEITS
                )
                pairing.save(update_fields=["outcome"])
        transaction.on_commit(lambda: advance(tournament), robust=True)


def replay(tournament: Tournament, match: Match, by: User | None = None) -> None:
    """Puts a void match of the tournament back in the queue. Its result will count.

    Refused if a bracket has built on its outcome, and while one of the two plays another match.
    """
    with locked(tournament, Tournament.State.RUNNING, Tournament.State.FINISHED):
        pairing = tournament.pairings.filter(match=match).first()
        if pairing is None:
            raise ValidationError(gettext("This match is not part of this tournament."))
        if pairing.outcome != Pairing.Outcome.MATCH:
            raise ValidationError(gettext("Later rounds depend on this match: its outcome stands."))
        both = (pairing.first_id, pairing.second_id)
        busy = tournament.pairings.filter(OPEN).filter(Q(first__in=both) | Q(second__in=both))
        if busy.exists():
            raise ValidationError(
                gettext(
                    "One of the two bots is in another match, and a bot plays one at a time. Pause "
                    "the tournament, and try again when that match has ended."
                )
            )
        if not lifecycle.requeue(match.pk):
            raise ValidationError(gettext("Only a void match can be replayed."))
        note(tournament, AuditEntry.Kind.REPLAYED, by, match=match, round=pairing.round)


def _active(tournament: Tournament, bot: Bot) -> Entry:
    entry = tournament.entries.filter(bot=bot).first()
    if entry is None:
        raise ValidationError(gettext("%(bot)s is not entered.") % {"bot": bot})
    if entry.status != Entry.Status.ACTIVE:
        raise ValidationError(
            gettext("%(bot)s no longer plays: %(status)s.")
            % {"bot": bot, "status": entry.get_status_display()}
        )
    return entry
