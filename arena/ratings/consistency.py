"""Checks stored pair counts, head-to-head rows and ratings against the matches.

Each check yields one sentence per difference, for the operator.
"""

from collections.abc import Container, Iterator

from django.db.models import Exists, OuterRef, QuerySet

from arena.matches import records
from arena.matches.models import Match
from arena.ratings import head_to_head, rating_refresh
from arena.ratings.models import EloChange, HeadToHead, VersionRating
from arena.ratings.places import places
from arena.ratings.rating_pool import RatingPool
from arena.ratings.rating_store import is_kept, last_snapshots
from engine.rulesets import RULESETS
from referee.statistics import pentanomial
from referee.statistics.bradley_terry import Ratings, rate

TOLERANCE = 1e-6  # in Elo; the sums that ratings are computed from are exact


def check_pair_counts(matches: QuerySet[Match], fix: bool) -> Iterator[str]:
    """Compares the counts of pairs and faults stored with finished matches with their records."""
    finished = matches.filter(result__isnull=False).only("pk", "tally", "crashes", "faults")
    for match in finished.order_by("pk").iterator(chunk_size=500):
        record = records.load(match)
        right = {
            "tally": list(pentanomial.tally(record)),
            "crashes": records.crashes(record),
            "faults": records.faults(record),
        }
        wrong = {name for name, counts in right.items() if getattr(match, name) != counts}
        for name in right:
            if name in wrong:
                label = "pairs" if name == "tally" else name
                yield f"match {match.pk}: {label} {getattr(match, name)} instead of {right[name]}"
                setattr(match, name, right[name])
        if fix and wrong:
            match.save(update_fields=wrong)


def check_head_to_head(matches: QuerySet[Match], bots: Container[int], fix: bool) -> Iterator[str]:
    """Compares the head-to-head rows of these bots with their matches in the ledger.

    The caller holds the locks of the bots' standings, so no match of theirs is added meanwhile.
    """
    expected = _expected_rows(matches, bots)
    rows = HeadToHead.objects.select_related("version0", "version1")
    for stored in rows.only(*HeadToHead.FIGURES, "version0__bot_id", "version1__bot_id"):
        if stored.version0.bot_id not in bots or stored.version1.bot_id not in bots:
            continue
        versions = stored.version0_id, stored.version1_id
        right = expected.pop(versions, None)
        if right is None:
            yield f"versions {versions[0]} and {versions[1]}: a row without any match"
            if fix:
                stored.delete()
        elif any(getattr(stored, name) != getattr(right, name) for name in HeadToHead.FIGURES):
            yield (
                f"versions {versions[0]} and {versions[1]}: pairs {stored.tally} and faults"
                f" {stored.faults} of {stored.matches} matches instead of {right.tally} and"
                f" {right.faults} of {right.matches}"
            )
            if fix:
                right.pk = stored.pk
                right.save()
    for versions, row in expected.items():
        yield f"versions {versions[0]} and {versions[1]}: the row is missing"
        if fix:
            row.save()


def _expected_rows(
    matches: QuerySet[Match], bots: Container[int]
) -> dict[tuple[int, int], HeadToHead]:
    """The rows that the matches in the ledger add up to, by the keys of the versions; unsaved."""
    rows: dict[tuple[int, int], HeadToHead] = {}
    applied = (
        matches.filter(Exists(EloChange.objects.filter(match=OuterRef("pk"))))
        .select_related("version0__bot", "version1")
        .only("tally", "faults", "version0__bot__ruleset", "version1__bot_id")
    )
    for match in applied.iterator(chunk_size=5000):
        if match.version0.bot_id in bots and match.version1.bot_id in bots:
            first, second = sorted((match.version0_id, match.version1_id))
            empty = HeadToHead(
                version0_id=first, version1_id=second, ruleset=match.version0.bot.ruleset
            )
            head_to_head.add(rows.setdefault((first, second), empty), match)
    return rows


def check_ratings() -> Iterator[str]:
    """Computes the ratings of every game again, except where they are out of date anyway."""
    for ruleset in RULESETS:
        if not rating_refresh.is_stale(ruleset):
            pool = RatingPool.load(ruleset)
            ratings = rate(pool.results)
            yield from _check_versions(pool, ratings)
            yield from _check_standings(pool, ratings)


def _check_versions(pool: RatingPool, ratings: Ratings) -> Iterator[str]:
    stored = VersionRating.objects.filter(ruleset=pool.ruleset).in_bulk(field_name="version_id")
    for player, version in enumerate(pool.versions):
        row = stored.get(version)
        if row is None:
            yield f"version {version}: the rating is missing"
            continue
        right = float(ratings.elo[player]), float(ratings.error[player])
        if not _close((row.rating, row.error), right):
            yield f"version {version}: rating {row.rating:.2f} instead of {right[0]:.2f}"


def _check_standings(pool: RatingPool, ratings: Ratings) -> Iterator[str]:
    place_of = places(pool, ratings)
    snapshots = last_snapshots(pool.ruleset)
    for standing, player, active in zip(pool.standings, pool.players, pool.active, strict=True):
        bot = standing.bot_id
        right = float(ratings.elo[player]), float(ratings.error[player])
        last = snapshots.get(bot)
        if last is not None and is_kept(standing, active, last):
            right = last.rating, last.error
        if not _close((standing.rating, standing.error or 0.0), right):
            yield f"standing of bot {bot}: rating {standing.rating:.2f} instead of {right[0]:.2f}"
        place = place_of[bot].place if bot in place_of else None
        if standing.place != place:
            yield f"standing of bot {bot}: place {standing.place} instead of {place}"


def _close(stored: tuple[float, float], right: tuple[float, float]) -> bool:
    """Whether two ratings and their errors agree."""
    return all(abs(a - b) <= TOLERANCE for a, b in zip(stored, right, strict=True))
