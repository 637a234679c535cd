"""Everything that the ratings of a game are computed from, read from the database."""

from dataclasses import dataclass
from itertools import pairwise

from arena.bots.models import Version
from arena.ratings.models import Meeting, Standing
from referee.statistics.bradley_terry import Results


@dataclass(frozen=True)
class Pool:
    """A game's versions and their pairs.

    `versions`: those that have played rated matches and those that play now, by id, which is the
    order in which they are players; `shown`: by bot, the version whose rating it has, as a player.
    """

    ruleset: str
    versions: list[int]
    results: Results
    standings: list[Standing]
    shown: list[int]
    active: list[bool]

    @classmethod
    def load(cls, ruleset: str) -> "Pool":
        rows = list(
            Meeting.objects.filter(ruleset=ruleset)
            .order_by("version0_id", "version1_id")
            .values_list("version0_id", "version1_id", *Meeting.COUNTS)
        )
        standings = list(
            Standing.objects.filter(ruleset=ruleset, matches__gt=0)
            .select_related("bot")
            .defer("bot__description")
            .order_by("bot_id")
        )
        played = {version for row in rows for version in row[:2]}
        chosen = {one.bot.active_id for one in standings if one.bot.active_id is not None}
        known = list(
            Version.objects.filter(pk__in=played | chosen)
            .order_by("pk")
            .values_list("pk", "bot_id", "bot__owner__is_house")
        )
        versions = [pk for pk, _, _ in known]
        at = {pk: index for index, pk in enumerate(versions)}
        of_bot: dict[int, list[int]] = {}
        for pk, bot, _ in known:
            of_bot.setdefault(bot, []).append(at[pk])
        house = {bot for _, bot, is_house in known if is_house}
        anchors = [
            at[one.bot.active_id]
            for one in standings
            if one.bot_id in house and one.bot.active_id is not None
        ]
        results = Results.of(
            len(versions),
            [(at[row[0]], at[row[1]], row[2:]) for row in rows],
            # The versions of a bot have rising ids, in the order of their numbers.
            [(later, earlier) for own in of_bot.values() for earlier, later in pairwise(own)],
            anchors,
        )
        rated = [one for one in standings if one.bot_id in of_bot]
        return cls(
            ruleset,
            versions,
            results,
            rated,
            [_shown(one, at, of_bot[one.bot_id]) for one in rated],
            [one.bot.active_id is not None for one in rated],
        )


def _shown(standing: Standing, at: dict[int, int], own: list[int]) -> int:
    """The active version; of a resting bot the one that was rated last, or its newest."""
    if standing.bot.active_id is not None:
        return at[standing.bot.active_id]
    if standing.rated_id in at:
        return at[standing.rated_id]
    return own[-1]
