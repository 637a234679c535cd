"""The places of a ranking, with the range in which the true place may be."""

from dataclasses import dataclass

import numpy as np

from arena.ratings.rating_pool import RatingPool
from referee.statistics.bradley_terry import Ratings


@dataclass(frozen=True)
class Place:
    """A place from 1, and the best and the worst that the true place may be (95 %)."""

    place: int
    best: int
    worst: int


def places(pool: RatingPool, ratings: Ratings) -> dict[int, Place]:
    """The places of the active bots within their groups, by the bots' keys."""
    active = [at for at, is_active in enumerate(pool.active) if is_active]
    bots = [pool.standings[at].bot_id for at in active]
    players = np.array([pool.players[at] for at in active], dtype=np.int64)
    better = np.zeros(len(active), dtype=np.int64)  # bots that are significantly better
    worse = np.zeros(len(active), dtype=np.int64)
    for at, player in enumerate(players):
        clearly_above = ratings.clearly_above(int(player), players)
        better[at] = clearly_above.sum()
        worse += clearly_above
    groups = ratings.groups[players]
    sizes = np.bincount(groups) if len(active) else np.zeros(0, dtype=np.int64)
    taken: dict[int, int] = {}
    found = {}
    for at in sorted(range(len(active)), key=lambda at: (-ratings.elo[players[at]], bots[at])):
        group = int(groups[at])
        taken[group] = taken.get(group, 0) + 1
        found[bots[at]] = Place(taken[group], int(better[at]) + 1, int(sizes[group] - worse[at]))
    return found
