"""Stores computed ratings: of versions, of bots with their places, and snapshots for charts."""

from datetime import datetime, timedelta

import numpy as np
from django.db.models import Max, Min, Q

from arena.ratings.models import Snapshot, Standing, VersionRating
from arena.ratings.places import places
from arena.ratings.rating_pool import RatingPool
from referee.statistics.bradley_terry import Ratings
from referee.statistics.pentanomial import points

DAY = timedelta(days=1)
# A snapshot is taken when the bot has played this fraction more games than at the last one.
GROWTH = 0.05


def store_versions(pool: RatingPool, ratings: Ratings) -> None:
    games = np.zeros(len(pool.versions))
    score = np.zeros(len(pool.versions))
    results = pool.results
    for first, second, counts in zip(
        results.first.tolist(), results.second.tolist(), results.tallies.tolist(), strict=True
    ):
        played = 2 * sum(counts)
        scored = points(counts)
        games[[first, second]] += played
        score[first] += scored
        score[second] += played - scored
    VersionRating.objects.bulk_create(
        [
            VersionRating(
                version_id=version,
                ruleset=pool.ruleset,
                rating=float(ratings.elo[player]),
                error=float(ratings.error[player]),
                games=int(games[player]),
                score=float(score[player]),
                group=int(ratings.groups[player]),
            )
            for player, version in enumerate(pool.versions)
        ],
        update_conflicts=True,
        unique_fields=["version"],
        update_fields=VersionRating.FIGURES,
        batch_size=500,
    )


def store_standings(pool: RatingPool, ratings: Ratings, now: datetime) -> None:
    """Stores the bots' ratings, places and trends. The caller holds the standings' locks."""
    place_of = places(pool, ratings)
    snapshots = _snapshots(pool.ruleset, now)
    new = []
    for standing, player in zip(pool.standings, pool.players, strict=True):
        standing.rating = float(ratings.elo[player])
        standing.error = float(ratings.error[player])
        standing.rated_id = pool.versions[player]
        standing.group = int(ratings.groups[player])
        place = place_of.get(standing.bot_id)
        standing.place = place.place if place else None
        standing.place_best = place.best if place else None
        standing.place_worst = place.worst if place else None
        last, before = snapshots.get(standing.bot_id, (None, None))
        standing.trend = standing.rating - before.rating if before else None
        if last is None or _has_outgrown(last, standing):
            new.append(
                Snapshot(
                    bot_id=standing.bot_id,
                    version_id=standing.rated_id,
                    games=standing.games,
                    rating=standing.rating,
                    error=standing.error,
                    taken=now,
                )
            )
    # All of these rows exist, so this is one update of the ratings only.
    Standing.objects.bulk_create(
        pool.standings,
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=Standing.RATED,
        batch_size=500,
    )
    Snapshot.objects.bulk_create(new, batch_size=500)


def _has_outgrown(last: Snapshot, standing: Standing) -> bool:
    if last.version_id != standing.rated_id:
        return True
    return standing.games > last.games * (1 + GROWTH)


def _snapshots(ruleset: str, now: datetime) -> dict[int, tuple[Snapshot, Snapshot | None]]:
    """By bot: its last snapshot, and the one that the trend starts from.

    The trend starts from the last snapshot that is a day old, or from the bot's first.
    """
    ids = (
        Snapshot.objects.filter(bot__ruleset=ruleset)
        .order_by()
        .values("bot")
        .annotate(last=Max("id"), first=Min("id"), old=Max("id", filter=Q(taken__lte=now - DAY)))
    )
    wanted = {row["bot"]: (row["last"], row["old"] or row["first"]) for row in ids}
    found = Snapshot.objects.in_bulk([pk for pair in wanted.values() for pk in pair])
    return {bot: (found[last], found[start]) for bot, (last, start) in wanted.items()}
