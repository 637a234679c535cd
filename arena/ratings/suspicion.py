"""Pairings that the staff should look at: lopsided beyond both ratings, or decided by faults.

Neither is a proof. The tests compare the score of a pairing with what all other results predict
(`referee.statistics.lopsided`), all pairings of a bot together, and the games that a bot lost by
faults with those that it loses so to others. Each is corrected for the number of pairings or bots
(Bonferroni). The house's bots are left out: nobody gains by their games.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from urllib.parse import urlencode

import numpy as np
from django.urls import reverse

from arena.bots.models import Bot, Version
from arena.ratings.models import HeadToHead
from arena.ratings.rating_pool import RatingPool
from referee.statistics.binomial import at_least
from referee.statistics.lopsided import Meetings, combined, deviations

SIGNIFICANT = 0.05  # the probability that honest games put any pairing into a table
MOST = 6  # opponents of a bot that are named
# A bot whose program fails now and then is not suspicious: it is listed if it loses at least the
# games of this number of matches by faults, and this share of all games of the pairing.
FEWEST_MATCHES = 3
FEWEST_SHARE = 0.1


@dataclass(frozen=True)
class Lopsided:
    """Two bots, or two owners, with the one that scored too much first.

    `scored` and `expected`: its points in `games`. `p`: how likely honest games are to deviate so
    much in any pairing.
    """

    first: Bot
    second: Bot
    games: int
    scored: float
    expected: float
    p: float

    @property
    def link(self) -> str:
        """The list of the two bots' matches."""
        return _matches(self.first, self.second)


@dataclass(frozen=True)
class Uneven:
    """A bot whose scores against its opponents do not fit together.

    `most`: the opponents that it beats too often, the least likely first. `p`: how likely the
    scores of any honest bot are so uneven.
    """

    bot: Bot
    most: list[Bot]
    opponents: int
    p: float


@dataclass(frozen=True)
class ByFaults:
    """A bot that lost `faults` of its `games` against an opponent by faults.

    `elsewhere`: that share of its games against all others, 0 to 1. `p`: as in Lopsided.
    """

    bot: Bot
    opponent: Bot
    games: int
    faults: int
    elsewhere: float
    p: float

    @property
    def link(self) -> str:
        """The list of the two bots' matches."""
        return _matches(self.bot, self.opponent)


@dataclass(frozen=True)
class Report:
    """What is suspicious in a game, the least likely first, and how many pairings were tested."""

    bots: list[Lopsided]
    owners: list[Lopsided]
    uneven: list[Uneven]
    by_faults: list[ByFaults]
    bot_pairings: int
    owner_pairings: int


def report(ruleset: str) -> Report:
    """Tests all pairings of a game.

    Raises ValueError for more versions than `referee.statistics.likelihood.EXACT`.
    """
    pool = RatingPool.load(ruleset)
    bot_of = dict(Version.objects.filter(pk__in=pool.versions).values_list("pk", "bot_id"))
    people = Bot.objects.filter(pk__in=set(bot_of.values()), owner__is_house=False)
    bots = people.select_related("owner").only("name", "owner__username").in_bulk()
    players = [bots.get(bot_of[version]) for version in pool.versions]
    of_bots, of_owners = _pairings(pool, players, "pk"), _pairings(pool, players, "owner_id")
    return Report(
        _listed(of_bots, SIGNIFICANT / max(1, len(of_bots))),
        _listed(of_owners, SIGNIFICANT / max(1, len(of_owners))),
        _uneven(of_bots),
        _by_faults(ruleset, bot_of, bots),
        len(of_bots),
        len(of_owners),
    )


def _pairings(pool: RatingPool, players: Sequence[Bot | None], key: str) -> list[Lopsided]:
    """The pairings of bots with different values of `key`, without correction of `p`."""
    found: dict[tuple[Bot, Bot], list[tuple[int, int]]] = defaultdict(list)
    sides: dict[tuple[int, int], tuple[Bot, Bot]] = {}
    keyed = attrgetter(key)
    ends = zip(pool.results.first.tolist(), pool.results.second.tolist(), strict=True)
    for index, (first, second) in enumerate(ends):
        one, other = players[first], players[second]
        if one is None or other is None or one.owner_id == other.owner_id:
            continue
        sign = 1 if keyed(one) < keyed(other) else -1
        names = (keyed(one), keyed(other))[::sign]
        pairing = sides.setdefault(names, (one, other) if sign > 0 else (other, one))
        found[pairing].append((index, sign))
    sets = [
        Meetings(*(np.array(column) for column in zip(*meetings, strict=True)))
        for meetings in found.values()
    ]
    result = []
    for (one, other), deviation in zip(found, deviations(pool.results, sets), strict=True):
        games, scored, expected = 2 * deviation.pairs, deviation.scored, deviation.expected
        if scored < expected:
            one, other, scored, expected = other, one, games - scored, games - expected
        result.append(Lopsided(one, other, games, scored, expected, deviation.p))
    return sorted(result, key=lambda pairing: pairing.p)


def _listed(pairings: Sequence[Lopsided], limit: float) -> list[Lopsided]:
    return [
        replace(pairing, p=pairing.p * len(pairings)) for pairing in pairings if pairing.p < limit
    ]


def _uneven(pairings: Sequence[Lopsided]) -> list[Uneven]:
    of_bot: dict[Bot, list[Lopsided]] = defaultdict(list)
    for pairing in pairings:
        of_bot[pairing.first].append(pairing)
        of_bot[pairing.second].append(pairing)
    result = []
    for bot, own in of_bot.items():
        p = len(of_bot) * combined([pairing.p for pairing in own])
        if p < SIGNIFICANT:
            beaten = [one.second for one in own if one.first == bot and one.p < SIGNIFICANT]
            result.append(Uneven(bot, beaten[:MOST], len(own), p))
    return sorted(result, key=lambda one: one.p)


def _by_faults(ruleset: str, bot_of: dict[int, int], bots: dict[int, Bot]) -> list[ByFaults]:
    games: dict[tuple[int, int], int] = defaultdict(int)
    faults: dict[tuple[int, int], int] = defaultdict(int)
    matches: dict[tuple[int, int], int] = defaultdict(int)
    for row in HeadToHead.objects.filter(ruleset=ruleset):
        one, other = bot_of[row.version0_id], bot_of[row.version1_id]
        for pair, lost in zip(((one, other), (other, one)), row.faults, strict=True):
            games[pair] += 2 * sum(row.tally)
            faults[pair] += lost
            matches[pair] += row.matches
    all_games: dict[int, int] = defaultdict(int)
    all_faults: dict[int, int] = defaultdict(int)
    for (bot, _), number in games.items():
        all_games[bot] += number
    for (bot, _), number in faults.items():
        all_faults[bot] += number
    tested = [pair for pair in games if pair[0] in bots and pair[1] in bots]
    result = []
    for pair in tested:
        lost, played = faults[pair], games[pair]
        # The faults of a match are one event: a bot that failed forfeits the games after it.
        failed = lost * matches[pair] // max(played, 1)
        if failed < FEWEST_MATCHES or lost < FEWEST_SHARE * played:
            continue
        other_games, other_faults = all_games[pair[0]] - played, all_faults[pair[0]] - lost
        elsewhere = (other_faults + 1) / (other_games + 2)
        p = min(1.0, len(tested) * at_least(failed, matches[pair], elsewhere))
        if p < SIGNIFICANT:
            share = other_faults / other_games if other_games else 0.0
            result.append(ByFaults(bots[pair[0]], bots[pair[1]], played, lost, share, p))
    return sorted(result, key=lambda one: one.p)


def _matches(one: Bot, other: Bot) -> str:
    query = urlencode({"bot": str(one), "against": str(other), "state": "finished"})
    return f"{reverse('matches:list')}?{query}"
