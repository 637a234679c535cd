"""Matches of remote bots wait until the bots are connected, and hold no slot meanwhile."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext

from arena.bots.models import Bot
from arena.matches import lifecycle, queue
from arena.matches.models import Match, MatchQuerySet
from arena.remote.models import Connection, Session
from arena.web.database_time import database_now

# A match that waits is looked at again after this time, or when the bot connects.
AGAIN = timedelta(seconds=30)
# A tournament that waited for a bot in vain longer ago waits for it again.
FORGOTTEN_AFTER = timedelta(hours=1)


def postpone(match_id: int) -> bool:
    """Lets the match wait if a remote bot in it cannot play now; returns whether it does.

    A match of a tournament waits no longer than `settings.REMOTE_WAIT_MINUTES`: then the bot that
    is not there loses its games. So it does at once if another match has waited for it in vain.
    """
    match = Match.objects.filter(pk=match_id, remote=True).first()
    if match is None:
        return False
    missing = [bot for bot in remote_bots(match) if not can_play(bot)]
    if not missing:
        return False
    now = database_now()
    if match.queue == Match.Queue.TOURNAMENT:
        waited = match.awaited is not None and match.awaited + patience() <= now
        if waited or all(_awaited_in_vain(bot) for bot in missing):
            return False
    Match.objects.queued().filter(pk=match_id).update(due=now + AGAIN, awaited=match.awaited or now)
    return True


def _awaited_in_vain(bot: Bot) -> bool:
    """Whether a tournament has lately waited for the bot, which has not come since. Otherwise a
    bot that never comes would hold up every round."""
    waited = matches_of(bot).filter(
        queue=Match.Queue.TOURNAMENT,
        state=Match.State.FINISHED,
        awaited__isnull=False,
        finished__gt=Now() - FORGOTTEN_AFTER,
    )
    connection = Connection.objects.filter(bot=bot).first()
    if connection is not None:
        waited = waited.filter(awaited__gt=connection.heard)
    return waited.exists()


def patience() -> timedelta:
    return timedelta(minutes=settings.REMOTE_WAIT_MINUTES)


def remote_bots(match: Match) -> list[Bot]:
    versions = Q(versions=match.version0_id) | Q(versions=match.version1_id)
    return list(Bot.objects.filter(versions, remote=True).distinct())


def can_play(bot: Bot) -> bool:
    """Whether the bot is connected, and plays fewer games than it can at once."""
    connection = Connection.objects.online().filter(bot=bot).first()
    if connection is None:
        return False
    matches = matches_of(bot).filter(state=Match.State.RUNNING).count()
    tables = Session.objects.filter(
        bot=bot, ended=None, fault__isnull=True, game__startswith="table "
    )
    return matches + tables.values("game").distinct().count() < connection.games


def give_up() -> int:
    """Cancels challenges whose remote bot did not come; returns how many."""
    late = Match.objects.queued().filter(remote=True, awaited__lt=Now() - patience())
    waiting = late.exclude(queue=Match.Queue.TOURNAMENT)
    reason = gettext("a remote bot did not connect in time")
    return sum(lifecycle.cancel(pk, reason) for pk in waiting.values_list("pk", flat=True))


def bot_online(bot: Bot, **_signal: object) -> None:
    """Its matches may be played now."""
    if matches_of(bot).filter(state=Match.State.QUEUED).exclude(due=None).update(due=None):
        queue.hint()


def match_ended(match: Match, **_signal: object) -> None:
    """A remote bot may have room for the next match that waits for it."""
    if match.remote:
        for bot in remote_bots(match):
            bot_online(bot)


def matches_of(bot: Bot) -> MatchQuerySet:
    of_bot = Q(version0__bot=bot) | Q(version1__bot=bot)
    return Match.objects.filter(of_bot, remote=True)
