"""Computed ratings written down: of versions, of bots with their places, and for their charts."""

from datetime import datetime, timedelta

import numpy as np
from django.db.models import Max, Min, Q

from arena.ratings.models import Snapshot, Standing, VersionRating
from arena.ratings.pool import Pool
from referee.statistics.bradley_terry import Ratings
from referee.statistics.pentanomial import points

DAY = timedelta(days=1)
# A snapshot is taken when the bot's games have grown by this part.
GROWTH = 0.05


def write_versions(pool: Pool, ratings: Ratings) -> None:
    games = np.zeros(len(pool.versions))
    score = np.zeros(len(pool.versions))
    results = pool.results
    for first, second, counts in zip(
        results.first.tolist(), results.second.tolist(), results.tallies.tolist(), strict=True
    ):
        pairs = 2 * sum(counts)
        scored = points(counts)
        games[[first, second]] += pairs
        score[first] += scored
        score[second] += pairs - scored
    VersionRating.objects.bulk_create(
        [
            VersionRating(
                version_id=version,
                ruleset=pool.ruleset,
                rating=float(ratings.elo[index]),
                error=float(ratings.error[index]),
                games=int(games[index]),
                score=float(score[index]),
                group=int(ratings.groups[index]),
            )
            for index, version in enumerate(pool.versions)
        ],
        update_conflicts=True,
        unique_fields=["version"],
        update_fields=VersionRating.FIGURES,
        batch_size=500,
    )


def write_standings(pool: Pool, ratings: Ratings, now: datetime) -> None:
    placed = places(pool, ratings)
    snapshots = _last_snapshots(pool.ruleset, now)
    taken = []
    for index, (standing, player) in enumerate(zip(pool.standings, pool.shown, strict=True)):
        standing.rating = float(ratings.elo[player])
        standing.error = float(ratings.error[player])
        standing.rated_id = pool.versions[player]
        standing.group = int(ratings.groups[player])
        standing.place, standing.place_best, standing.place_worst = placed.get(
            index, (None, None, None)
        )
        last, before = snapshots.get(standing.bot_id, (None, None))
        standing.trend = standing.rating - before.rating if before else None
        if (
            last is None
            or last.version_id != standing.rated_id
            or standing.games > last.games * (1 + GROWTH)
        ):
            taken.append(
                Snapshot(
                    bot_id=standing.bot_id,
                    version_id=standing.rated_id,
                    games=standing.games,
                    rating=standing.rating,
                    error=standing.error,
                    taken=now,
                )
            )
    # All of these rows exist, so nothing but the ratings is written, in the order in which the
    # ledger locks them.
    Standing.objects.bulk_create(
        pool.standings,
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=Standing.RATED,
        batch_size=500,
    )
    Snapshot.objects.bulk_create(taken, batch_size=500)


def places(pool: Pool, ratings: Ratings) -> dict[int, tuple[int, int, int]]:
    """By active standing: its place in its group, and the best and worst that it may truly be."""
    active = [index for index, is_active in enumerate(pool.active) if is_active]
    players = np.array([pool.shown[index] for index in active], dtype=np.int64)
    bots = [pool.standings[index].bot_id for index in active]
    order = sorted(range(len(active)), key=lambda at: (-ratings.elo[players[at]], bots[at]))
    above = np.zeros(len(active), dtype=np.int64)
    below = np.zeros(len(active), dtype=np.int64)
    for at, player in enumerate(players):
        clear = ratings.clearly_above(int(player), players)
        above[at] = clear.sum()
        below += clear
    groups = ratings.groups[players]
    sizes = np.bincount(groups) if len(active) else np.zeros(0, dtype=np.int64)
    seen: dict[int, int] = {}
    found = {}
    for at in order:
        group = int(groups[at])
        seen[group] = seen.get(group, 0) + 1
        found[active[at]] = (seen[group], int(above[at]) + 1, int(sizes[group] - below[at]))
    return found


def _last_snapshots(ruleset: str, now: datetime) -> dict[int, tuple[Snapshot, Snapshot | None]]:
    """By bot: its last snapshot, and the one with which its trend is compared.

    That is the last one that is a day old, or of a younger bot its first.
    """
    ids = (
        Snapshot.objects.filter(bot__ruleset=ruleset)
        .order_by()
        .values("bot")
        .annotate(last=Max("id"), first=Min("id"), old=Max("id", filter=Q(taken__lte=now - DAY)))
    )
    wanted = {row["bot"]: (row["last"], row["old"] or row["first"]) for row in ids}
    found = Snapshot.objects.in_bulk([pk for pair in wanted.values() for pk in pair])
    return {bot: (found[last], found[before]) for bot, (last, before) in wanted.items()}
