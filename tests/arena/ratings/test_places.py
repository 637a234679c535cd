"""The places of a ranking, and the range of places that the errors allow."""

from collections.abc import Sequence

import numpy as np

from arena.ratings.models import Standing
from arena.ratings.places import Place, places
from arena.ratings.rating_pool import RatingPool
from referee.statistics.bradley_terry import Ratings
from referee.statistics.likelihood import PairResults
from referee.statistics.succession import ELO


def place_list(
    elo: Sequence[float],
    error: float,
    groups: Sequence[int] | None = None,
    active: Sequence[bool] | None = None,
) -> dict[int, Place]:
    """Places of bots 100, 101, …, whose ratings have independent errors of this many Elo."""
    count = len(elo)
    variance = np.full(count, (error / ELO) ** 2)
    ratings = Ratings(
        elo=np.array(elo, dtype=np.float64),
        error=np.full(count, error),
        groups=np.array(groups or [0] * count, dtype=np.int64),
        covariance=None,
        variance=variance,
    )
    pool = RatingPool(
        ruleset="ecarte",
        versions=list(range(count)),
        results=PairResults.of(count, []),
        standings=[Standing(bot_id=100 + number) for number in range(count)],
        players=list(range(count)),
        active=list(active or [True] * count),
    )
    return places(pool, ratings)


def test_clear_differences_leave_one_possible_place() -> None:
    assert place_list([1500, 1700, 1600], error=1) == {
        100: Place(3, 3, 3),
        101: Place(1, 1, 1),
        102: Place(2, 2, 2),
    }


def test_bots_within_the_error_share_their_range_of_places() -> None:
    assert place_list([1900, 1510, 1500, 1100], error=20) == {
        100: Place(1, 1, 1),
        101: Place(2, 2, 3),
        102: Place(3, 2, 3),
        103: Place(4, 4, 4),
    }


def test_equal_ratings_are_ordered_by_bot() -> None:
    found = place_list([1500, 1500, 1500], error=20)
    assert [found[bot].place for bot in (100, 101, 102)] == [1, 2, 3]
    assert {(place.best, place.worst) for place in found.values()} == {(1, 3)}


def test_each_group_has_its_own_places() -> None:
    found = place_list([1500, 1900, 1600, 1400], error=1, groups=[0, 1, 0, 1])
    assert found == {
        100: Place(2, 2, 2),
        101: Place(1, 1, 1),
        102: Place(1, 1, 1),
        103: Place(2, 2, 2),
    }


def test_inactive_bots_have_no_place() -> None:
    found = place_list([1500, 1900, 1600], error=1, active=[True, False, True])
    assert found == {100: Place(2, 2, 2), 102: Place(1, 1, 1)}


def test_without_active_bots_there_are_no_places() -> None:
    assert place_list([1500], error=1, active=[False]) == {}
