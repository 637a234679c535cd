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
    """Stores the bots' ratings, places and trends. The caller holds the standings' locks.

    An inactive bot keeps the rating of its last snapshot, until it plays again.
    """
    place_of = places(pool, ratings)
    snapshots = _snapshots(pool.ruleset, now)
    taken: list[Snapshot] = []
    for standing, player, active in zip(pool.standings, pool.players, pool.active, strict=True):
        last, before = snapshots.get(standing.bot_id, (None, None))
        if is_kept(standing, active, last):
            assert last is not None
            keep(standing, last)
            continue
        standing.rating = float(ratings.elo[player])
        standing.error = float(ratings.error[player])
        standing.rated_id = pool.versions[player]
        standing.group = int(ratings.groups[player])
        place = place_of.get(standing.bot_id)
        standing.place = place.place if place else None
        standing.place_best = place.best if place else None
        standing.place_worst = place.worst if place else None
        standing.trend = _trend(standing, before) if active else None
        standing.as_of = None if active else now
        if last is None or not active or _has_outgrown(last, standing):
            # Without new games, the last snapshot of a bot that becomes inactive is replaced.
            replaced = last if last is not None and last.games == standing.games else None
            taken.append(_snapshot(standing, now, replaced if not active else None))
    # All of these rows exist, so this is one update of the ratings only.
    Standing.objects.bulk_create(
        pool.standings,
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=Standing.RATED,
        batch_size=500,
    )
    Snapshot.objects.bulk_create([one for one in taken if one.pk is None], batch_size=500)
    replacing = [one for one in taken if one.pk is not None]
    Snapshot.objects.bulk_update(replacing, Snapshot.FIGURES, batch_size=500)


def last_snapshots(ruleset: str) -> dict[int, Snapshot]:
    """The last snapshot of each bot, by the bot's key."""
    ids = Snapshot.objects.filter(bot__ruleset=ruleset).order_by().values("bot")
    latest = ids.annotate(last=Max("id")).values("last")
    return {one.bot_id: one for one in Snapshot.objects.filter(pk__in=latest)}


def is_kept(standing: Standing, active: bool, last: Snapshot | None) -> bool:
    """Whether the bot keeps the rating of its last snapshot: it is inactive, and has not played
    since."""
    if active or standing.as_of is None or last is None:
        return False
    return last.games == standing.games


def keep(standing: Standing, last: Snapshot) -> None:
    """Sets the standing of an inactive bot to its last snapshot."""
    standing.rating, standing.error, standing.rated_id = last.rating, last.error, last.version_id
    standing.place = standing.place_best = standing.place_worst = standing.trend = None
    standing.as_of = last.taken


def _snapshot(standing: Standing, now: datetime, replaced: Snapshot | None) -> Snapshot:
    snapshot = replaced or Snapshot(bot_id=standing.bot_id)
    snapshot.version_id = standing.rated_id or 0
    snapshot.games = standing.games
    snapshot.rating, snapshot.error = standing.rating, standing.error or 0.0
    snapshot.taken = now
    return snapshot


def _trend(standing: Standing, before: Snapshot | None) -> float | None:
    """The change since the snapshot; None if both errors allow that there is none."""
    if before is None or standing.error is None:
        return None
    change = standing.rating - before.rating
    return change if abs(change) > max(standing.error, before.error) else None


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
