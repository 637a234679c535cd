"""Scores of bots and of versions against each other, each with its 95 % interval."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from arena.bots.models import Bot, Version
from arena.ratings import head_to_head
from arena.ratings.models import HeadToHead
from referee.statistics import pentanomial
from referee.statistics.pentanomial import NOTHING, Estimate, Tally


@dataclass(frozen=True)
class ScoreCell:
    """The score of a row against a column; all zero if they have not played each other.

    `row` and `column` are names of bots or versions; `link` lists their matches.
    """

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
        """``good`` or ``bad`` if the score differs significantly from one half, or empty."""
        estimate = self.estimate
        if estimate is None or estimate.low <= 0.5 <= estimate.high:
            return ""
        return "good" if estimate.score > 0.5 else "bad"


class _Scores:
    """Head-to-head rows added up by a key of each version, such as its bot."""

    def __init__(self, rows: Iterable[HeadToHead], key_of: Mapping[int, int]) -> None:
        self._tallies: dict[tuple[int, int], list[Tally]] = defaultdict(list)
        self._matches: dict[tuple[int, int], int] = defaultdict(int)
        for row in rows:
            keys = key_of[row.version0_id], key_of[row.version1_id]
            self._add(keys, row.tally, row.matches)
            self._add(keys[::-1], pentanomial.mirrored(row.tally), row.matches)

    def _add(self, keys: tuple[int, int], tally: Tally, matches: int) -> None:
        self._tallies[keys].append(tally)
        self._matches[keys] += matches

    def keys(self) -> set[int]:
        """Everyone who has played anyone."""
        return {key for pair in self._matches for key in pair}

    def cell(self, keys: tuple[int, int], row: str, column: str) -> ScoreCell:
        """The score of the first key against the second."""
        tallies = self._tallies.get(keys)
        query = urlencode({"bot": row, "against": column, "state": "finished"})
        return ScoreCell(
            tally=pentanomial.added(tallies) if tallies else NOTHING,
            matches=self._matches.get(keys, 0),
            link=f"{reverse('matches:list')}?{query}",
            row=row,
            column=column,
            same=keys[0] == keys[1],
        )


def of_bots(bots: Sequence[Bot]) -> list[tuple[Bot, list[ScoreCell]]]:
    """For each bot a row with a cell for each of the same bots, all versions together."""
    bot_of = dict(Version.objects.filter(bot__in=bots).values_list("pk", "bot_id"))
    scores = _Scores(head_to_head.between(bots), bot_of)
    return [
        (bot, [scores.cell((bot.pk, other.pk), str(bot), str(other)) for other in bots])
        for bot in bots
    ]


def opponents(bot: Bot) -> list[tuple[Bot, ScoreCell]]:
    """The bot's opponents, those with the most games first, and its score against each."""
    own = dict(bot.versions.values_list("pk", "bot_id"))
    rows = list(head_to_head.of_versions(own))
    versions = {version for row in rows for version in (row.version0_id, row.version1_id)}
    others = Version.objects.filter(pk__in=versions - own.keys())
    bot_of_other = dict(others.values_list("pk", "bot_id"))
    scores = _Scores(rows, own | bot_of_other)
    bots = Bot.objects.filter(pk__in=set(bot_of_other.values())).select_related("owner")
    cells = [
        (other, scores.cell((bot.pk, other.pk), str(bot), str(other)))
        for other in bots.order_by("owner__username", "name")
    ]
    return sorted(cells, key=lambda row: -row[1].games)


def of_versions(bot: Bot, other: Bot) -> dict[str, Any]:
    """The context of the page of two bots.

    `whole`: the score of all versions; `rows`: the versions of `bot`, newest first, each with a
    cell for each of `columns`, the versions of `other`. Versions that have not played are left out.
    """
    mine, theirs = _versions(bot), _versions(other)
    rows = list(head_to_head.between([bot, other]))
    bot_of = {version.pk: version.bot_id for version in (*mine, *theirs)}
    whole = _Scores(rows, bot_of).cell((bot.pk, other.pk), str(bot), str(other))
    scores = _Scores(rows, {version: version for version in bot_of})
    played = scores.keys()
    columns = [version for version in theirs if version.pk in played]
    return {
        "whole": whole,
        "columns": columns,
        "rows": [
            (
                version,
                [
                    scores.cell((version.pk, column.pk), _name(version), _name(column))
                    for column in columns
                ],
            )
            for version in mine
            if version.pk in played
        ],
    }


def _versions(bot: Bot) -> list[Version]:
    versions = list(bot.versions.light().order_by("-number"))
    for version in versions:
        version.bot = bot
    return versions


def _name(version: Version) -> str:
    """The version's name as the filter of the match list expects it."""
    return f"{version.bot}/v{version.number}"
