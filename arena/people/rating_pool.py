"""A pool's games, as the statistics take them.

Bots take part with their ladder rating as prior, so that people's ratings have the ladder's scale:
1500 is the mean of the house bots there. What people's results say about a bot stays in the pool.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from arena.people.models import Participant
from arena.people.pools import base
from arena.ratings.models import Standing
from referee.statistics.bradley_terry import CENTRE
from referee.statistics.succession import Floats
from referee.statistics.team_games import TeamGame, latest

LATEST = 10  # games between the same two sides that count

# Standard deviations of the priors, in Elo: of anybody about whom nothing is known, and of a bot
# among people around its ladder rating.
UNKNOWN = 350.0
ON_THE_LADDER = 150.0


@dataclass(frozen=True)
class RatingPool:
    """`people` and `bots`: the keys of those who are rated. The number of a player in `games` is
    its index in `people`, or that in `bots` after all people. `dropped`: the keys of results that
    no longer count, because later games of the same sides do."""

    people: list[int]
    bots: list[int]
    games: list[TeamGame]
    mean: Floats
    deviation: Floats
    dropped: list[int]

    @classmethod
    def load(cls, pool: str) -> "RatingPool":
        rows = list(_rows(pool))
        people = sorted({row.person for row in rows if row.person is not None})
        bots = sorted({row.bot for row in rows if row.bot is not None})
        of_person: dict[int | None, int] = {key: number for number, key in enumerate(people)}
        of_bot: dict[int | None, int] = {key: n for n, key in enumerate(bots, len(people))}
        results: list[int] = []
        games: list[TeamGame] = []
        for result, members in groupby(rows, attrgetter("result")):
            sides: tuple[list[int], list[int]] = ([], [])
            for row in members:
                who = of_person[row.person] if row.bot is None else of_bot[row.bot]
                sides[row.side].append(who)
            results.append(result)
            games.append(TeamGame(tuple(sides[0]), tuple(sides[1]), row.score))
        counted = latest(games, LATEST)
        mean = np.full(len(people) + len(bots), CENTRE)
        deviation = np.full(len(mean), UNKNOWN)
        for key, rating in _ladder_ratings(pool, bots).items():
            mean[of_bot[key]], deviation[of_bot[key]] = rating, ON_THE_LADDER
        dropped = set(range(len(games))) - set(counted)
        return cls(
            people,
            bots,
            [games[index] for index in counted],
            mean,
            deviation,
            [results[index] for index in sorted(dropped)],
        )

    def counted_games(self) -> list[int]:
        """How many of the games each player has."""
        members = [player for game in self.games for player in {*game.first, *game.second}]
        return np.bincount(members, minlength=len(self.mean)).tolist() if members else []

    def people_met(self) -> list[int]:
        """With how many people each player has these games, on the same side or not."""
        met: list[set[int]] = [set() for _ in self.mean]
        for game in self.games:
            everyone = {*game.first, *game.second}
            people = {player for player in everyone if player < len(self.people)}
            for player in everyone:
                met[player] |= people - {player}
        return [len(people) for people in met]


class _Row(NamedTuple):
    """One participant of a game; `score` is that of side 0."""

    result: int
    side: int
    person: int | None
    bot: int | None
    score: float


def _rows(pool: str) -> Iterator[_Row]:
    """The participants for whom games count, the oldest games first."""
    rows = (
        Participant.objects.filter(rated=True, result__pool=pool, result__counts=True)
        .order_by("result__finished", "result_id", "seat")
        .values_list("result_id", "side", "player_id", "bot_id", "result__rated_score")
    )
    for result, side, person, bot, score in rows.iterator(chunk_size=5000):
        yield _Row(result, side, person, bot, score or 0.0)


def _ladder_ratings(pool: str, bots: list[int]) -> dict[int, float]:
    """The ratings of those bots that are comparable with the house's."""
    rated = Standing.objects.filter(
        ruleset=base(pool), bot__in=bots, matches__gt=0, group=0, error__isnull=False
    )
    return dict(rated.values_list("bot_id", "rating"))
