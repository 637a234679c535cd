"""What is decided about single entries and matches: withdrawn, disqualified, played again."""

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
from arena.tournaments.models import Entry, Pairing, Step, Tournament


def withdraw(tournament: Tournament, bot: Bot, by: User | None = None) -> None:
    """Takes a bot out: before the start as if it had never been in.

    While the tournament runs it plays the match that it has, if any; what comes then it forfeits,
    or it is not paired any more (Swiss). What it has done stands.
    """
    with locked(tournament, *Tournament.BEFORE_START, Tournament.State.RUNNING):
        entry = _active(tournament, bot)
        if tournament.before_start:
            entry.delete()
        else:
            entry.status = Entry.Status.WITHDRAWN
            entry.save(update_fields=["status"])
        note(tournament, Step.Kind.WITHDRAWN, by, entry=bot)


def disqualify(tournament: Tournament, bot: Bot, by: User | None = None, reason: str = "") -> None:
    """Puts a bot out of a running tournament: it forfeits the match in hand and all that come,
    and is ranked below all others. Results that it has stand."""
    with locked(tournament, Tournament.State.RUNNING):
        entry = _active(tournament, bot)
        entry.status = Entry.Status.DISQUALIFIED
        entry.save(update_fields=["status"])
        note(tournament, Step.Kind.DISQUALIFIED, by, entry=bot, reason=reason)
        mine = tournament.pairings.filter(OPEN).filter(Q(first=entry) | Q(second=entry))
        for pairing in mine:
            assert pairing.match_id is not None
            # One that has ended at this very moment stands.
            if lifecycle.cancel(
                pairing.match_id, gettext("%(bot)s is disqualified") % {"bot": bot}
            ):
                first = pairing.first_id == entry.pk
                pairing.outcome = (
                    Pairing.Outcome.FIRST_FORFEITS if first else Pairing.Outcome.SECOND_FORFEITS
                )
                pairing.save(update_fields=["outcome"])
        transaction.on_commit(lambda: advance(tournament), robust=True)


def replay(tournament: Tournament, match: Match, by: User | None = None) -> None:
    """Has a void match of the tournament played after all; its result counts.

    Not when a bracket has gone on from it, and not while one of the two plays another match.
    """
    with locked(tournament, Tournament.State.RUNNING, Tournament.State.FINISHED):
        pairing = tournament.pairings.filter(match=match).first()
        if pairing is None:
            raise ValidationError(gettext("This match is not of this tournament."))
        if pairing.outcome != Pairing.Outcome.MATCH:
            raise ValidationError(
                gettext("The tournament has gone on from this match: its outcome stands.")
            )
        both = (pairing.first_id, pairing.second_id)
        busy = tournament.pairings.filter(OPEN).filter(Q(first__in=both) | Q(second__in=both))
        if busy.exists():
            raise ValidationError(
                gettext(
                    "One of the two has another match: a bot plays one at a time. Pause the "
                    "tournament, and try again when that has ended."
                )
            )
        if not lifecycle.requeue(match.pk):
            raise ValidationError(gettext("Only a void match can be played again."))
        note(tournament, Step.Kind.REPLAYED, by, match=match, round=pairing.round)


def _active(tournament: Tournament, bot: Bot) -> Entry:
    entry = tournament.entries.filter(bot=bot).first()
    if entry is None:
        raise ValidationError(gettext("%(bot)s is not entered.") % {"bot": bot})
    if entry.status != Entry.Status.ACTIVE:
        raise ValidationError(
            gettext("%(bot)s is already out: %(status)s.")
            % {"bot": bot, "status": entry.get_status_display()}
        )
    return entry
