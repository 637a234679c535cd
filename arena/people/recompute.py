"""Computes everything about people again from the stored results, and reports differences."""

from typing import Any

from django.db import transaction
from django.db.models import F, Max

from arena.people import pool_refresh
from arena.people.models import (
    BotRating,
    Meeting,
    Participant,
    PlayerRating,
    PoolRefresh,
    TableResult,
)

# Ratings move a little with those of the ladder, which are the priors of bots.
TOLERANCE = 25.0


def recompute(fix: bool = False) -> list[str]:
    """One sentence for each difference. Changes nothing unless `fix`.

    Results that arrive meanwhile wait, and are added afterwards.
    """
    with transaction.atomic():
        # The order in which results lock: the pool's row first.
        list(PoolRefresh.objects.select_for_update().order_by("pk"))
        stale = PoolRefresh.objects.filter(included__lt=F("results"))
        waiting = set(stale.values_list("pool", flat=True))
        before = _figures()
        TableResult.objects.filter(rated=True).update(counts=True)
        for pool in (
            TableResult.objects.filter(rated=True).values_list("pool").distinct().order_by()
        ):
            pool_refresh.refresh(pool[0])
        differences = [
            f"{name} in {pool}: {before.get((name, pool), 'no rating')} instead of {figures}"
            for (name, pool), figures in _figures().items()
            if pool not in waiting and _differ(before.get((name, pool)), figures)
        ]
        differences += _check_meetings(fix)
        if not fix:
            transaction.set_rollback(True)
    return differences


def _figures() -> dict[tuple[str, str], tuple[float, int, int]]:
    rows: list[Any] = [
        *PlayerRating.objects.select_related("player__user"),
        *BotRating.objects.select_related("bot__owner"),
    ]
    return {
        (str(row.player if isinstance(row, PlayerRating) else row.bot), row.pool): (
            row.rating,
            row.games,
            row.played,
        )
        for row in rows
    }


def _differ(stored: tuple[float, int, int] | None, right: tuple[float, int, int]) -> bool:
    return stored is None or stored[1:] != right[1:] or abs(stored[0] - right[0]) > TOLERANCE


def _check_meetings(fix: bool) -> list[str]:
    stored = {row[:2]: row[2] for row in Meeting.objects.values_list("bot", "player", "beaten")}
    against = Participant.objects.filter(
        player__isnull=False,
        result__participants__bot__isnull=False,
        result__participants__side=1 - F("side"),
    )
    best = against.values_list("result__participants__bot", "player").annotate(best=Max("score"))
    right = {(bot, player): score == 1 for bot, player, score in best.order_by()}
    wrong = sorted(pair for pair in stored | right if stored.get(pair) != right.get(pair))
    for bot, player in wrong if fix else ():
        meetings = Meeting.objects.filter(bot=bot, player=player)
        if (bot, player) not in right:
            meetings.delete()
        else:
            Meeting.objects.update_or_create(
                bot_id=bot, player_id=player, defaults={"beaten": right[bot, player]}
            )
    return [f"whether player {player} has met and beaten bot {bot}" for bot, player in wrong]
