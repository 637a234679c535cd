"""Scores of bots and of versions against each other, each with its interval."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from arena.bots.models import Bot, Version
from arena.ratings import meetings
from arena.ratings.models import Meeting
from referee.statistics import pentanomial
from referee.statistics.pentanomial import NOTHING, Estimate, Tally


@dataclass(frozen=True)
class Cell:
    """What a row scored against a column: nothing, if they have not met."""

    tally: Tally
    matches: int
    link: str
    row: str
    column: str
    same: bool = False

    @property
    def estimate(self) -> Estimate | None:
        return pentanomial.cautious(self.tally)

    @property
    def games(self) -> int:
        return 2 * pentanomial.pairs(self.tally)

    @property
    def points(self) -> float:
        return pentanomial.points(self.tally)

    @property
    def tone(self) -> str:
        """Whether the score differs from one half beyond doubt: ``good``, ``bad`` or nothing."""
        estimate = self.estimate
        if estimate is None or estimate.low <= 0.5 <= estimate.high:
            return ""
        return "good" if estimate.score > 0.5 else "bad"


def of_bots(bots: Sequence[Bot]) -> list[tuple[Bot, list[Cell]]]:
    """A row a bot, with a cell for each of the same bots; all versions together."""
    own = dict(Version.objects.filter(bot__in=bots).values_list("pk", "bot_id"))
    counts, matches = _summed(meetings.between(bots), own)
    return [
        (
            bot,
            [
                _cell(str(bot), str(other), counts, matches, (bot.pk, other.pk), bot == other)
                for other in bots
            ],
        )
        for bot in bots
    ]


def opponents(bot: Bot) -> list[tuple[Bot, Cell]]:
    """Every bot that it has met, by how much they have played, with the cell of the two."""
    own = dict(bot.versions.values_list("pk", "bot_id"))
    found = meetings.of_versions(own)
    others = {
        pk
        for pair in found.values_list("version0_id", "version1_id")
        for pk in pair
        if pk not in own
    }
    of_others = dict(Version.objects.filter(pk__in=others).values_list("pk", "bot_id"))
    counts, matches = _summed(found, own | of_others)
    bots = Bot.objects.filter(pk__in=set(of_others.values())).select_related("owner")
    rows = [
        (other, _cell(str(bot), str(other), counts, matches, (bot.pk, other.pk)))
        for other in bots.order_by("owner__username", "name")
    ]
    return sorted(rows, key=lambda row: -row[1].games)


def of_versions(bot: Bot, other: Bot) -> dict[str, Any]:
    """For the page of two bots: the whole, and a row a version of the one, newest first."""
    mine = _versions(bot)
    theirs = _versions(other)
    by_version = {version.pk: version.pk for version in (*mine, *theirs)}
    found = meetings.between([bot, other])
    counts, matches = _summed(found, by_version)
    met = {version for pair in matches for version in pair}
    columns = [version for version in theirs if version.pk in met]
    rows = [
        (
            version,
            [
                _cell(_name(version), _name(column), counts, matches, (version.pk, column.pk))
                for column in columns
            ],
        )
        for version in mine
        if version.pk in met
    ]
    by_bot = {version.pk: version.bot_id for version in (*mine, *theirs)}
    whole = _cell(str(bot), str(other), *_summed(found, by_bot), (bot.pk, other.pk))
    return {"whole": whole, "columns": columns, "rows": rows}


def _versions(bot: Bot) -> list[Version]:
    versions = list(bot.versions.light().order_by("-number"))
    for version in versions:
        version.bot = bot
    return versions


def _name(version: Version) -> str:
    """As the list of matches takes it."""
    return f"{version.bot}/v{version.number}"


def _summed(
    found: Any, key: dict[int, int]
) -> tuple[dict[tuple[int, int], list[Tally]], dict[tuple[int, int], int]]:
    """The tallies of all meetings, and their matches, by the keys of both versions."""
    counts: dict[tuple[int, int], list[Tally]] = defaultdict(list)
    matches: dict[tuple[int, int], int] = defaultdict(int)
    meeting: Meeting
    for meeting in found:
        pair = key[meeting.version0_id], key[meeting.version1_id]
        counts[pair].append(meeting.tally)
        counts[pair[::-1]].append(pentanomial.mirrored(meeting.tally))
        for way in (pair, pair[::-1]):
            matches[way] += meeting.matches
    return counts, matches


def _cell(
    row: str,
    column: str,
    counts: dict[tuple[int, int], list[Tally]],
    matches: dict[tuple[int, int], int],
    pair: tuple[int, int],
    same: bool = False,
) -> Cell:
    tally = pentanomial.added(counts[pair]) if pair in counts else NOTHING
    query = urlencode({"bot": row, "against": column, "state": "finished"})
    link = f"{reverse('matches:list')}?{query}"
    return Cell(tally, matches.get(pair, 0), link, row, column, same)
