"""Schedules the ladder's matches: a few at a time.

New matches are created only while fewer than `settings.LADDER_WAITING` of them wait. All of them
together have the share of the slots that one account has (arena/matches/fair_order.py).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from arena.bots.models import Bot, Version
from arena.ladder.models import Ladder, LadderEntry
from arena.matches import queue
from arena.matches.models import Match
from arena.ratings import head_to_head
from engine.rulesets import RULESETS
from referee.play.clock import Clock
from referee.statistics.bradley_terry import CENTRE
from referee.statistics.matchmaking import LadderPlayer, choose, in_turn

# Half of the interval of a rating that has not been computed yet, in Elo.
UNRATED_ERROR = 700.0
MINUTE = timedelta(minutes=1)


def active_bots(ruleset: str) -> QuerySet[Bot]:
    """The bots on the ladder: those with a qualified active version, but no remote ones.

    Of an owner with more active bots than `settings.LADDER_BOTS_PER_OWNER`, which was larger when
    they became active, only the oldest.
    """
    fit = Bot.objects.filter(ruleset=ruleset, active__state=Version.State.QUALIFIED, remote=False)
    number = Window(RowNumber(), partition_by="owner", order_by="pk")
    allowed = Q(number__lte=settings.LADDER_BOTS_PER_OWNER) | Q(owner__is_house=True)
    # As a subquery: a caller's filter must not change whose bots are numbered.
    return Bot.objects.filter(pk__in=fit.annotate(number=number).filter(allowed).values("pk"))


def waiting_matches(ruleset: str) -> QuerySet[Match]:
    """The ladder matches that no worker has claimed yet."""
    return Match.objects.filter(
        ruleset=ruleset, queue=Match.Queue.LADDER, rated=True, state=Match.State.QUEUED
    )


def schedule_matches(ruleset: str, now: datetime | None = None) -> list[Match]:
    """Creates the next matches of a game, if there is room for any.

    Any number of processes may call it at once.
    """
    if not settings.LADDER:
        return []
    now = now or timezone.now()
    Ladder.objects.get_or_create(ruleset=ruleset)
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(ruleset=ruleset)
        limit = _match_limit(ladder, now)
        if limit <= 0:
            return []
        bots = _bots_with_entries(ruleset)
        players = [_player(bot) for bot in bots.values()]
        games = 2 * settings.LADDER_PAIRS
        # Only these can be the first of a pair, so only their earlier games matter.
        first = in_turn(players, games)[: 2 * limit]
        pairs = choose(players, _games_played(bots, first), limit, games)
        entries = [bots[player].ladder_entry for pair in pairs for player in pair]
        for entry in entries:
            entry.games += games
        LadderEntry.objects.bulk_update(entries, ["games"])
        _postpone(ladder, now, len(pairs))
        return [_create_match(ruleset, bots[one], bots[other]) for one, other in pairs]


def sweep() -> None:
    """Schedules the next matches of every game."""
    for ruleset in RULESETS:
        schedule_matches(ruleset)


def _match_limit(ladder: Ladder, now: datetime) -> int:
    """How many matches may be created now; 0 or less for none."""
    limit: int = settings.LADDER_WAITING - waiting_matches(ladder.ruleset).count()
    if settings.LADDER_PER_MINUTE:
        since = (now - max(ladder.due or now, now - MINUTE)) / MINUTE
        limit = min(limit, int(since * settings.LADDER_PER_MINUTE) + 1) if since >= 0 else 0
    return limit


def _postpone(ladder: Ladder, now: datetime, matches: int) -> None:
    """With a limited rate: moves the time of the next match on, by `matches` matches."""
    if settings.LADDER_PER_MINUTE and matches:
        begin = max(ladder.due or now, now - MINUTE)
        ladder.due = begin + matches * MINUTE / settings.LADDER_PER_MINUTE
        ladder.save(update_fields=["due"])


def _bots_with_entries(ruleset: str) -> dict[int, Bot]:
    """The active bots by key, with their standings and entries.

    Updates the entries of bots that joined, left or returned since the last call.
    """
    bots = {
        bot.pk: bot
        for bot in active_bots(ruleset)
        .select_related("owner", "standing", "ladder_entry")
        .only(
            *("ruleset", "active_id", "ladder_entry__games", "ladder_entry__active"),
            *("standing__rating", "standing__error", "standing__rated_id"),
            *("standing__matches", "standing__group", "owner__is_house"),
        )
        .order_by("pk")
    }
    entered = LadderEntry.objects.filter(bot__ruleset=ruleset, active=True)
    entered.exclude(bot__in=active_bots(ruleset)).update(active=False)
    games = {bot.pk: bot.ladder_entry.games for bot in bots.values() if _has_entry(bot)}
    fewest = min((games[bot.pk] for bot in bots.values() if _is_entered(bot)), default=0)
    new = [bot for bot in bots.values() if not _is_entered(bot)]
    LadderEntry.objects.bulk_create(
        [LadderEntry(bot=bot, games=max(fewest, games.get(bot.pk, 0)), active=True) for bot in new],
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=["games", "active"],
        batch_size=500,
    )
    for entry in LadderEntry.objects.filter(bot__in=new):
        bots[entry.bot_id].ladder_entry = entry
    return bots


def _has_entry(bot: Bot) -> bool:
    return hasattr(bot, "ladder_entry")


def _is_entered(bot: Bot) -> bool:
    return _has_entry(bot) and bot.ladder_entry.active


def _player(bot: Bot) -> LadderPlayer:
    """The bot for the choice of pairs, with the rating of its active version."""
    rating, error, connected = CENTRE, UNRATED_ERROR, bot.owner.is_house
    if hasattr(bot, "standing"):
        rating = bot.standing.rating
        if bot.standing.error is not None and bot.standing.rated_id == bot.active_id:
            error = bot.standing.error
        connected = connected or (bot.standing.matches > 0 and bot.standing.group == 0)
    return LadderPlayer(
        bot.pk,
        rating,
        error,
        bot.ladder_entry.games,
        owner=bot.owner_id,
        house=bot.owner.is_house,
        apart=not connected,
    )


def _games_played(
    bots: dict[int, Bot], first: Iterable[LadderPlayer]
) -> dict[tuple[int, int], int]:
    """The rated games between `first` and the other active versions, by both bots' keys."""
    bot_of = {bot.active_id: pk for pk, bot in bots.items()}
    rows = head_to_head.of_versions(bots[player.id].active_id or 0 for player in first)
    games = {}
    for row in rows:
        if row.version0_id in bot_of and row.version1_id in bot_of:
            one, other = sorted((bot_of[row.version0_id], bot_of[row.version1_id]))
            games[one, other] = 2 * sum(row.tally)
    return games


def _create_match(ruleset: str, one: Bot, other: Bot) -> Match:
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
