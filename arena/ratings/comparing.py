"""Pairs, meetings and ratings as they are stored, compared with what the matches say."""

from collections.abc import Container, Iterator

from django.db.models import Exists, OuterRef, QuerySet

from arena.matches import records
from arena.matches.models import Match
from arena.ratings import meetings, refreshing, writing
from arena.ratings.models import EloChange, Meeting, Standing, VersionRating
from arena.ratings.pool import Pool
from engine.rulesets import RULESETS
from referee.statistics import pentanomial
from referee.statistics.bradley_terry import rate

CLOSE = 1e-6  # of a rating; the sums behind it are exact


def pairs(matches: QuerySet[Match], fix: bool) -> Iterator[str]:
    """Compares the pairs noted on finished matches with their records."""
    finished = matches.filter(result__isnull=False).only("pk", "tally", "crashes")
    for match in finished.order_by("pk").iterator(chunk_size=500):
        record = records.load(match)
        right = list(pentanomial.tally(record)), records.crashes(record)
        if (match.tally, match.crashes) != right:
            yield f"match {match.pk}: pairs {match.tally} instead of {right[0]}"
            if fix:
                match.tally, match.crashes = right
                match.save(update_fields=["tally", "crashes"])


def met(matches: QuerySet[Match], bots: Container[int], fix: bool) -> Iterator[str]:
    """Compares the meetings between these bots with those of the matches that are in the ledger.

    The caller holds the standings of the bots, so that no match of theirs is entered meanwhile.
    """
    right: dict[tuple[int, int], Meeting] = {}
    entered = (
        matches.filter(Exists(EloChange.objects.filter(match=OuterRef("pk"))))
        .select_related("version0__bot", "version1")
        .only("tally", "version0__bot__ruleset", "version1__bot_id")
    )
    for match in entered.iterator(chunk_size=5000):
        if match.version0.bot_id in bots and match.version1.bot_id in bots:
            first, second = sorted((match.version0_id, match.version1_id))
            meeting = right.setdefault(
                (first, second),
                Meeting(version0_id=first, version1_id=second, ruleset=match.version0.bot.ruleset),
            )
            meetings.add(meeting, match)
    known = Meeting.objects.select_related("version0", "version1")
    for stored in known.only(*Meeting.FIGURES, "version0__bot_id", "version1__bot_id"):
        if stored.version0.bot_id not in bots or stored.version1.bot_id not in bots:
            continue
        pair = stored.version0_id, stored.version1_id
        expected = right.pop(pair, None)
        if expected is None:
            yield f"versions {pair[0]} and {pair[1]} have met by no match"
            if fix:
                stored.delete()
        elif (stored.matches, stored.tally) != (expected.matches, expected.tally):
            yield (
                f"versions {pair[0]} and {pair[1]}: pairs {stored.tally} of {stored.matches}"
                f" matches instead of {expected.tally} of {expected.matches}"
            )
            if fix:
                expected.pk = stored.pk
                expected.save()
    for pair, meeting in right.items():
        yield f"the meeting of versions {pair[0]} and {pair[1]} is missing"
        if fix:
            meeting.save()


def ratings() -> Iterator[str]:
    """Computes every game's ratings again. A game with results still to be taken in is left out."""
    for ruleset in RULESETS:
        if refreshing.stale(ruleset):
            continue
        pool = Pool.load(ruleset)
        found = rate(pool.results)
        stored = VersionRating.objects.filter(ruleset=ruleset).in_bulk(field_name="version_id")
        for index, version in enumerate(pool.versions):
            one = stored.get(version)
            right = found.elo[index], found.error[index]
            if one is None:
                yield f"version {version} has no rating"
            elif not _close((one.rating, one.error), right):
                yield f"version {version}: rating {one.rating:.2f} instead of {right[0]:.2f}"
        now = {one.bot_id: one for one in Standing.objects.filter(ruleset=ruleset)}
        places = writing.places(pool, found)
        for index, (standing, player) in enumerate(zip(pool.standings, pool.shown, strict=True)):
            one_standing = now[standing.bot_id]
            shown = one_standing.rating, one_standing.error or 0.0
            if not _close(shown, (found.elo[player], found.error[player])):
                yield (
                    f"standing of bot {standing.bot_id}: rating {shown[0]:.2f}"
                    f" instead of {found.elo[player]:.2f}"
                )
            place = places[index][0] if index in places else None
            if one_standing.place != place:
                yield (
                    f"standing of bot {standing.bot_id}: place {one_standing.place}"
                    f" instead of {place}"
                )


def _close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= CLOSE for a, b in zip(one, other, strict=True))
