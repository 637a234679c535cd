"""Stores computed ratings: only the rows that changed."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count

from arena.people.models import BotRating, Participant, PlayerRating, PlayerSnapshot
from arena.people.rating_pool import RatingPool
from referee.statistics.team_ratings import TeamRatings

# With a wider interval a rating is provisional: it is listed after the others, without a place.
PROVISIONAL_ERROR = 250.0
# A snapshot is taken when the person has played this much more than at the last one.
GROWTH = 1.05


def store(pool: str, loaded: RatingPool, ratings: TeamRatings) -> None:
    """Stores the ratings of everybody in the pool, in the caller's transaction."""
    elo, error = ratings.elo.round(1).tolist(), ratings.error.round(1).tolist()
    games, met = loaded.counted_games(), loaded.people_met()
    people, bots = _played(pool, "player"), _played(pool, "bot")
    known = PlayerRating.objects.filter(pool=pool).values_list("player_id", *PlayerRating.FIGURES)
    stored = {row[0]: row[1:] for row in known}
    rows = [
        PlayerRating(
            player_id=key,
            pool=pool,
            rating=elo[number],
            error=error[number],
            provisional=error[number] > PROVISIONAL_ERROR,
            games=games[number],
            played=people[key],
        )
        for number, key in enumerate(loaded.people)
    ]
    changed = [row for row in rows if _figures(row) != stored.get(row.player_id)]
    _upsert(PlayerRating, changed, "player")
    PlayerRating.objects.filter(pool=pool, player__in=set(stored) - set(loaded.people)).delete()
    _take_snapshots(pool, changed)
    _upsert(
        BotRating,
        [
            BotRating(
                bot_id=key,
                pool=pool,
                rating=elo[number],
                error=error[number],
                games=games[number],
                people=met[number],
                played=bots[key],
            )
            for number, key in enumerate(loaded.bots, len(loaded.people))
        ],
        "bot",
    )
    BotRating.objects.filter(pool=pool).exclude(bot__in=loaded.bots).delete()


def _played(pool: str, who: str) -> dict[int, int]:
    """How many rated games each person, or each bot, has played in all."""
    rated = Participant.objects.filter(rated=True, result__pool=pool).exclude(**{who: None})
    counted = rated.values(who).annotate(games=Count("result_id", distinct=True)).order_by()
    return dict(counted.values_list(who, "games"))


def _figures(row: PlayerRating) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in PlayerRating.FIGURES)


def _upsert(model: type[PlayerRating] | type[BotRating], rows: Sequence[Any], who: str) -> None:
    model._default_manager.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=[who, "pool"],
        update_fields=model.FIGURES,
        batch_size=1000,
    )


def _take_snapshots(pool: str, rows: Sequence[PlayerRating]) -> None:
    snapshots = PlayerSnapshot.objects.filter(pool=pool, player__in=[row.player_id for row in rows])
    last = dict(snapshots.order_by("id").values_list("player_id", "played"))
    PlayerSnapshot.objects.bulk_create(
        PlayerSnapshot(
            player_id=row.player_id,
            pool=pool,
            played=row.played,
            rating=row.rating,
            error=row.error,
        )
        for row in rows
        if row.played > GROWTH * last.get(row.player_id, 0)
    )
