"""Head to head: the pairs of every two versions, added up as their matches are applied."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings.models import HeadToHead
from referee.statistics import pentanomial
from referee.statistics.pentanomial import NOTHING, Tally


def pair_counts(match: Match) -> Tally:
    """The match's pairs, counted by the points of its first bot. All zero before it has ended."""
    return NOTHING if match.tally is None else tuple(match.tally)


def add(row: HeadToHead, match: Match) -> None:
    """Adds a match between the two versions of `row`, without saving it."""
    counts, faults = pair_counts(match), match.faults or (0, 0)
    if match.version0_id != row.version0_id:
        counts, faults = pentanomial.mirrored(counts), faults[::-1]
    row.matches += 1
    row.faults0 += faults[0]
    row.faults1 += faults[1]
    for name, count in zip(HeadToHead.COUNTS, counts, strict=True):
        setattr(row, name, getattr(row, name) + count)


def add_match(match: Match, ruleset: str) -> None:
    """Adds a match and saves. The caller holds the locks of both bots' standings."""
    first, second = sorted((match.version0_id, match.version1_id))
    row, _ = HeadToHead.objects.get_or_create(
        version0_id=first, version1_id=second, defaults={"ruleset": ruleset}
    )
    add(row, match)
    row.save()


def of_versions(versions: Iterable[int]) -> QuerySet[HeadToHead]:
    """The rows of any of these versions, given by key."""
    ids = list(versions)
    return HeadToHead.objects.filter(Q(version0__in=ids) | Q(version1__in=ids))


def between(bots: Iterable[Bot]) -> QuerySet[HeadToHead]:
    """The rows of these bots against each other."""
    ids = [bot.pk for bot in bots]
    return HeadToHead.objects.filter(version0__bot__in=ids, version1__bot__in=ids)
