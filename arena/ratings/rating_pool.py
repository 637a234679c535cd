"""The rating pool of a game: everything its ratings are computed from."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from arena.bots.models import Version
from arena.ratings.models import HeadToHead, Standing
from referee.statistics.likelihood import PairResults


@dataclass(frozen=True)
class RatingPool:
    """The versions of a game that are rated together, and their pairs.

    `versions`: the keys of all versions that are active or have played rated matches, ascending;
    the index in this list is the version's player number in `results`.

    `standings`, `players` and `active` have one element per bot: the standing, the player number
    of the version whose rating the bot shows, and whether the bot is active.
    """

    ruleset: str
    versions: list[int]
    results: PairResults
    standings: list[Standing]
    players: list[int]
    active: list[bool]

    @classmethod
    def load(cls, ruleset: str) -> "RatingPool":
        rows = list(
            HeadToHead.objects.filter(ruleset=ruleset)
            .order_by("version0_id", "version1_id")
            .values_list("version0_id", "version1_id", *HeadToHead.COUNTS)
        )
        standings = list(
            Standing.objects.filter(ruleset=ruleset, matches__gt=0)
            .select_related("bot__owner")
            .defer("bot__description")
            .order_by("bot_id")
        )
        played = {version for row in rows for version in row[:2]}
        active = {one.bot.active_id for one in standings if one.bot.active_id is not None}
        bot_of = dict(
            Version.objects.filter(pk__in=played | active)
            .order_by("pk")
            .values_list("pk", "bot_id")
        )
        versions = list(bot_of)
        player_of = {version: player for player, version in enumerate(versions)}
        # The keys of a bot's versions ascend in the order of their numbers, and so do the players.
        players_of: dict[int, list[int]] = {}
        for version, bot in bot_of.items():
            players_of.setdefault(bot, []).append(player_of[version])
        rated = [one for one in standings if one.bot_id in players_of]
        return cls(
            ruleset,
            versions,
            PairResults.of(
                len(versions),
                [(player_of[row[0]], player_of[row[1]], row[2:]) for row in rows],
                [(new, old) for own in players_of.values() for old, new in pairwise(own)],
                [player_of[version] for version in _house_versions(standings)],
            ),
            rated,
            [_player(one, player_of, players_of[one.bot_id]) for one in rated],
            [one.bot.active_id is not None for one in rated],
        )


def _house_versions(standings: Iterable[Standing]) -> list[int]:
    """The active versions of the house bots."""
    return [
        one.bot.active_id
        for one in standings
        if one.bot.owner.is_house and one.bot.active_id is not None
    ]


def _player(standing: Standing, player_of: dict[int, int], own: list[int]) -> int:
    """The active version; for an inactive bot the one that was rated last, or the newest."""
    if standing.bot.active_id is not None:
        return player_of[standing.bot.active_id]
    if standing.rated_id in player_of:
        return player_of[standing.rated_id]
    return own[-1]
