"""The rating pool of a game: everything its ratings are computed from."""

from dataclasses import dataclass
from itertools import pairwise

from arena.bots.models import Version
from arena.ratings.models import HeadToHead, Standing
from referee.statistics.bradley_terry import Results


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
    results: Results
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
            .select_related("bot")
            .defer("bot__description")
            .order_by("bot_id")
        )
        played = {version for row in rows for version in row[:2]}
        active = {one.bot.active_id for one in standings if one.bot.active_id is not None}
        known = list(
            Version.objects.filter(pk__in=played | active)
            .order_by("pk")
            .values_list("pk", "bot_id", "bot__owner__is_house")
        )
        versions = [pk for pk, _, _ in known]
        player_of = {pk: number for number, pk in enumerate(versions)}
        players_of_bot: dict[int, list[int]] = {}
        for pk, bot, _ in known:
            players_of_bot.setdefault(bot, []).append(player_of[pk])
        house = {bot for _, bot, is_house in known if is_house}
        results = Results.of(
            len(versions),
            [(player_of[row[0]], player_of[row[1]], row[2:]) for row in rows],
            # The keys of a bot's versions ascend in the order of their numbers.
            [(new, old) for own in players_of_bot.values() for old, new in pairwise(own)],
            [
                player_of[one.bot.active_id]
                for one in standings
                if one.bot_id in house and one.bot.active_id is not None
            ],
        )
        rated = [one for one in standings if one.bot_id in players_of_bot]
        return cls(
            ruleset,
            versions,
            results,
            rated,
            [_player(one, player_of, players_of_bot[one.bot_id]) for one in rated],
            [one.bot.active_id is not None for one in rated],
        )


def _player(standing: Standing, player_of: dict[int, int], own: list[int]) -> int:
    """The active version; for an inactive bot the one that was rated last, or the newest."""
    if standing.bot.active_id is not None:
        return player_of[standing.bot.active_id]
    if standing.rated_id in player_of:
        return player_of[standing.rated_id]
    return own[-1]
