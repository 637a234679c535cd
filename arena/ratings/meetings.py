"""Who met whom: every rated pair of two versions, added up as its match is entered."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from arena.bots.models import Bot
from arena.matches import records
from arena.matches.models import Match, Result
from arena.ratings.models import Meeting
from referee.statistics import pentanomial
from referee.statistics.pentanomial import NOTHING, Tally


def tally_of(match: Match) -> Tally:
    """The pairs of a finished match, from its first bot's point of view."""
    if match.tally is not None:
        return tuple(match.tally)
    try:
        return pentanomial.tally(records.load(match))
    except Result.DoesNotExist:
        return NOTHING


def add(meeting: Meeting, match: Match) -> None:
    """Counts a match into the meeting of its two versions; nothing is saved."""
    counts = tally_of(match)
    if match.version0_id != meeting.version0_id:
        counts = pentanomial.mirrored(counts)
    meeting.matches += 1
    for name, count in zip(Meeting.COUNTS, counts, strict=True):
        setattr(meeting, name, getattr(meeting, name) + count)


def enter(match: Match, ruleset: str) -> None:
    """Enters a match. The caller holds the locks of both bots' standings, and enters it once."""
    first, second = sorted((match.version0_id, match.version1_id))
    meeting, _ = Meeting.objects.get_or_create(
        version0_id=first, version1_id=second, defaults={"ruleset": ruleset}
    )
    add(meeting, match)
    meeting.save()


def of_versions(versions: Iterable[int]) -> QuerySet[Meeting]:
    """The meetings in which any of these versions took part."""
    ids = list(versions)
    return Meeting.objects.filter(Q(version0__in=ids) | Q(version1__in=ids))


def between(bots: Iterable[Bot]) -> QuerySet[Meeting]:
    """The meetings of these bots with each other."""
    ids = [bot.pk for bot in bots]
    return Meeting.objects.filter(version0__bot__in=ids, version1__bot__in=ids)
