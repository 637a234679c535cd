"""The ladder's matches: a few at a time, never before anybody else's.

New matches are made only while fewer than `settings.LADDER_WAITING` of them wait, and none while a
check, a table or a tournament waits for a worker.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from arena.bots.models import Bot, Version
from arena.ladder.models import Ladder, Seat
from arena.matches import queue
from arena.matches.models import Match
from arena.ratings import meetings
from referee.play.clock import Clock
from referee.statistics.bradley_terry import CENTRE
from referee.statistics.matchmaking import Player, choose, in_turn

# Of a rating that has not been computed yet, in Elo: half of its interval.
UNKNOWN = 700.0
MINUTE = timedelta(minutes=1)


def active(ruleset: str) -> QuerySet[Bot]:
    """The bots of the ladder: those whose active version has qualified."""
    return Bot.objects.filter(ruleset=ruleset, active__state=Version.State.QUALIFIED)


def waiting(ruleset: str) -> QuerySet[Match]:
    """The matches of the ladder that no worker plays yet."""
    return Match.objects.filter(
        ruleset=ruleset, queue=Match.Queue.LADDER, rated=True, state=Match.State.QUEUED
    )


def tick(ruleset: str, now: datetime | None = None) -> list[Match]:
    """Makes the next matches of a game, if there is room for any. Any number may tick at once."""
    if not settings.LADDER:
        return []
    now = now or timezone.now()
    Ladder.objects.get_or_create(ruleset=ruleset)
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(ruleset=ruleset)
        room = _room(ladder, now)
        if room <= 0:
            return []
        bots = _bots(ruleset)
        players = _players(bots)
        games = 2 * settings.LADDER_PAIRS
        first = in_turn(players, games)[: 2 * room]
        chosen = choose(players, _met(bots, first), room, games)
        Seat.objects.bulk_update(
            [_given(bots[player], games) for pair in chosen for player in pair], ["games"]
        )
        _count_on(ladder, now, len(chosen))
        return [_create(ruleset, bots[one], bots[other]) for one, other in chosen]


def _room(ladder: Ladder, now: datetime) -> int:
    """How many matches may be made now."""
    others = Match.objects.filter(state=Match.State.QUEUED).exclude(queue=Match.Queue.LADDER)
    if others.exists():
        return 0
    room: int = settings.LADDER_WAITING - waiting(ladder.ruleset).count()
    if settings.LADDER_PER_MINUTE:
        since = (now - max(ladder.due or now, now - MINUTE)) / MINUTE
        room = min(room, int(since * settings.LADDER_PER_MINUTE) + 1) if since >= 0 else 0
    return room


def _count_on(ladder: Ladder, now: datetime, matches: int) -> None:
    if settings.LADDER_PER_MINUTE and matches:
        begin = max(ladder.due or now, now - MINUTE)
        ladder.due = begin + matches * MINUTE / settings.LADDER_PER_MINUTE
        ladder.save(update_fields=["due"])


def _bots(ruleset: str) -> dict[int, Bot]:
    """The active bots with their standing and their seat, whoever came or went since last time."""
    bots = {
        bot.pk: bot
        for bot in active(ruleset)
        .select_related("standing", "seat")
        .only(
            *("ruleset", "active_id", "seat__games", "seat__here"),
            *("standing__rating", "standing__error", "standing__rated_id"),
        )
        .order_by("pk")
    }
    here = Seat.objects.filter(bot__ruleset=ruleset, here=True)
    here.exclude(bot__in=active(ruleset)).update(here=False)
    floor = min((bot.seat.games for bot in bots.values() if _here(bot)), default=0)
    come = [bot for bot in bots.values() if not _here(bot)]
    Seat.objects.bulk_create(
        [
            Seat(
                bot=bot, games=max(floor, bot.seat.games if hasattr(bot, "seat") else 0), here=True
            )
            for bot in come
        ],
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=["games", "here"],
        batch_size=500,
    )
    for seat in Seat.objects.filter(bot__in=come):
        bots[seat.bot_id].seat = seat
    return bots


def _here(bot: Bot) -> bool:
    return hasattr(bot, "seat") and bot.seat.here


def _players(bots: dict[int, Bot]) -> list[Player]:
    return [
        Player(
            pk,
            bot.standing.rating if hasattr(bot, "standing") else CENTRE,
            _error(bot),
            bot.seat.games,
        )
        for pk, bot in bots.items()
    ]


def _error(bot: Bot) -> float:
    """Half of the interval of the rating of the version that plays now."""
    if not hasattr(bot, "standing") or bot.standing.rated_id != bot.active_id:
        return UNKNOWN
    return UNKNOWN if bot.standing.error is None else bot.standing.error


def _met(bots: dict[int, Bot], first: Iterable[Player]) -> dict[tuple[int, int], int]:
    """How many games the bots whose turn it is have had with each other active version."""
    playing = {bot.active_id: pk for pk, bot in bots.items()}
    found = meetings.of_versions(bots[player.id].active_id or 0 for player in first)
    met = {}
    for meeting in found:
        pair = [playing.get(meeting.version0_id), playing.get(meeting.version1_id)]
        if None not in pair:
            one, other = sorted(pk for pk in pair if pk is not None)
            met[one, other] = 2 * sum(meeting.tally)
    return met


def _given(bot: Bot, games: int) -> Seat:
    bot.seat.games += games
    return bot.seat


def _create(ruleset: str, one: Bot, other: Bot) -> Match:
    versions = (
        Version.objects.light().select_related("bot").in_bulk([one.active_id, other.active_id])
    )
    return queue.create(
        ruleset,
        {},
        versions[one.active_id or 0],
        versions[other.active_id or 0],
        pairs=settings.LADDER_PAIRS,
        clock=Clock(),
        queue=Match.Queue.LADDER,
        rated=True,
    )
