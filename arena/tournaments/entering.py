"""Entering bots: which bots a user can enter, and entering one."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.tournaments import quotas
from arena.tournaments.forecast import check_room
from arena.tournaments.locking import locked, note
from arena.tournaments.models import AuditEntry, Entry, Tournament


def bots_of(user: User) -> QuerySet[Bot]:
    """The user's own bots; for the staff, the house's bots too."""
    own = Q(owner=user)
    if user.is_staff:
        own |= Q(owner__is_house=True)
    return Bot.objects.filter(own).select_related("owner").order_by("owner__username", "name")


def candidates(tournament: Tournament, user: User) -> QuerySet[Bot]:
    """The bots that `user` can enter now: of its game, qualified, and not entered yet."""
    fit = bots_of(user).filter(ruleset=tournament.ruleset, active__state=Version.State.QUALIFIED)
    if not tournament.allow_remote:
        fit = fit.filter(remote=False)
    return fit.exclude(entries__tournament=tournament)


def qualified(bots: Iterable[int]) -> set[int]:
    """The keys of those of the bots whose active version has qualified."""
    fit = Bot.objects.filter(pk__in=bots, active__state=Version.State.QUALIFIED)
    return set(fit.values_list("pk", flat=True))


def enter(tournament: Tournament, bot: Bot, by: User | None = None) -> Entry:
    """Enters a bot that has a qualified version, once.

    Some systems take entries until their last round begins. A late entry has no points for the
    rounds that it missed.
    """
    states = [Tournament.State.OPEN]
    if tournament.format.system.late_rounds:
        states.append(Tournament.State.RUNNING)
    with locked(tournament, *states):
        if bot.ruleset != tournament.ruleset:
            raise ValidationError(
                gettext("%(bot)s plays another game than this tournament.") % {"bot": bot}
            )
        if bot.remote and not tournament.allow_remote:
            raise ValidationError(
                gettext("%(bot)s is a remote bot, and this tournament does not allow them.")
                % {"bot": bot}
            )
        _check_qualified(bot)
        if tournament.entries.filter(bot=bot).exists():
            raise ValidationError(gettext("%(bot)s is already entered.") % {"bot": bot})
        check_room(tournament, tournament.entries.count() + 1)
        entry = Entry(tournament=tournament, bot=bot)
        if tournament.state == Tournament.State.RUNNING:
            _join_late(tournament, entry)
        entry.save()
        note(tournament, AuditEntry.Kind.ENTERED, by, entry=bot, round=entry.joined)
        return entry


def _join_late(tournament: Tournament, entry: Entry) -> None:
    format = tournament.format
    assert format.system.late_rounds is not None
    paired = tournament.pairings.aggregate(last=Max("round"))["last"] or 0
    if paired >= format.system.late_rounds(format, tournament.entries.filter(joined=1).count()):
        raise ValidationError(
            gettext("The last round has started: bots can no longer join this tournament.")
        )
    entry.number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entry.joined = paired + 1
    # Under the bot's lock: its owner can retire the version at the same moment.
    bot = Bot.objects.select_for_update(no_key=True).get(pk=entry.bot_id)
    _check_qualified(bot)
    entry.version_id = bot.active_id
    quotas.check_size(tournament, tournament.entries.count() + 1)


def _check_qualified(bot: Bot) -> None:
    if not qualified([bot.pk]):
        raise ValidationError(
            gettext("%(bot)s has no active version that has qualified.") % {"bot": bot}
        )
