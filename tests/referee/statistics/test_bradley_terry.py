"""Ratings by maximum likelihood: what they recover, and how well their intervals cover it."""

import random

import numpy as np
import pytest

from referee.statistics.bradley_terry import CENTRE, rate
from referee.statistics.likelihood import PairResults
from tests.referee.tournaments.leagues import league

EVEN = (0, 0, 10, 0, 0)
LOST = (10, 0, 0, 0, 0)
WON = (0, 0, 0, 0, 10)


def test_no_players_have_no_ratings() -> None:
    assert len(rate(PairResults.of(0, [])).elo) == 0


def test_equals_are_rated_equal() -> None:
    ratings = rate(PairResults.of(2, [(0, 1, (2, 3, 10, 3, 2))]))
    assert ratings.elo == pytest.approx([CENTRE, CENTRE])


def test_three_quarters_of_the_points_are_191_elo() -> None:
    # Many games, so that the prior does not matter.
    ratings = rate(PairResults.of(2, [(0, 1, (0, 0, 50_000, 0, 50_000))]))
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(190.85, abs=0.05)


def test_the_order_of_the_games_does_not_matter() -> None:
    results = league(1, 10, 300).results
    meetings = list(
        zip(results.first.tolist(), results.second.tolist(), results.tallies.tolist(), strict=True)
    )
    straight = rate(PairResults.of(10, meetings))
    random.Random(1).shuffle(meetings)
    shuffled = rate(PairResults.of(10, meetings))
    assert np.allclose(straight.elo, shuffled.elo, rtol=0, atol=1e-6)
    assert np.allclose(straight.error, shuffled.error, rtol=0, atol=1e-6)


def test_exchanging_the_sides_changes_nothing() -> None:
    one = rate(PairResults.of(3, [(0, 1, (1, 2, 3, 4, 5)), (1, 2, (5, 1, 1, 0, 2))]))
    other = rate(PairResults.of(3, [(1, 0, (5, 4, 3, 2, 1)), (2, 1, (2, 0, 1, 1, 5))]))
    assert one.elo == pytest.approx(other.elo)
    assert one.error == pytest.approx(other.error)


def test_known_skills_are_recovered() -> None:
    known = league(2, 12, 20_000)
    ratings = rate(known.results)
    assert np.sqrt(np.mean((ratings.elo - CENTRE - known.elo) ** 2)) < 8


def test_ratings_stay_finite_for_bots_that_win_or_lose_everything() -> None:
    ratings = rate(PairResults.of(3, [(0, 1, WON), (1, 2, WON), (0, 2, WON)]))
    assert np.isfinite(ratings.elo).all() and np.isfinite(ratings.error).all()
    assert ratings.elo[0] > ratings.elo[1] > ratings.elo[2]
    assert ratings.error[0] > 100


def test_more_games_make_narrower_intervals() -> None:
    few = rate(league(3, 8, 100).results).error.mean()
    many = rate(league(3, 8, 1600).results).error.mean()
    assert 3 < few / many < 5


def test_mirrored_luck_makes_narrower_intervals_than_independent_games() -> None:
    independent = rate(league(4, 8, 2000, mirror=0, draws=0).results).error.mean()
    mirrored = rate(league(4, 8, 2000, mirror=1, draws=0).results).error.mean()
    assert mirrored < 0.8 * independent


def test_the_intervals_cover_the_truth_in_95_per_cent() -> None:
    first_seed = 5_000
    print("seeds from", first_seed)
    covered = []
    for seed in range(first_seed, first_seed + 120):
        known = league(seed, 12, 500, mirror=0.7, draws=0.2)
        ratings = rate(known.results)
        covered += list(np.abs(ratings.elo - CENTRE - known.elo) <= ratings.error)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)


def test_the_anchors_keep_the_central_rating_when_others_join() -> None:
    alone = rate(PairResults.of(2, [(0, 1, EVEN)], anchors=[0]))
    assert alone.elo[0] == CENTRE and alone.error[0] == 0
    with_another = rate(PairResults.of(3, [(0, 1, EVEN), (0, 2, WON)], anchors=[0]))
    assert with_another.elo[0] == pytest.approx(CENTRE)
    assert with_another.elo[2] < CENTRE - 200


def test_groups_that_never_met_are_separate() -> None:
    ratings = rate(PairResults.of(5, [(0, 1, WON), (2, 3, EVEN), (3, 4, EVEN)]))
    assert ratings.groups.tolist() == [1, 1, 0, 0, 0]
    assert ratings.elo[:2].mean() == pytest.approx(CENTRE)
    assert ratings.elo[2:].mean() == pytest.approx(CENTRE)
    assert not ratings.clearly_above(1, np.array([0, 2, 3, 4])).tolist()[1:].count(True)


def test_the_group_with_the_anchors_is_the_main_one() -> None:
    games = [(0, 1, WON), (2, 3, EVEN), (3, 4, EVEN)]
    assert rate(PairResults.of(5, games, anchors=[1])).groups.tolist() == [0, 0, 1, 1, 1]
    # Anchors that have not met each other: the group with more of them.
    assert rate(PairResults.of(5, games, anchors=[1, 2, 3])).groups.tolist() == [1, 1, 0, 0, 0]


def test_a_new_version_starts_from_its_predecessor_with_a_wider_interval() -> None:
    games = [(0, 1, (0, 5, 40, 40, 15)), (1, 2, (5, 20, 50, 20, 5))]
    before = rate(PairResults.of(3, games))
    after = rate(PairResults.of(4, games, links=[(3, 0)]))
    assert after.elo[3] == pytest.approx(after.elo[0])
    assert after.error[3] > 2 * after.error[0]
    assert after.elo[:3] - after.elo[:3].mean() == pytest.approx(before.elo - before.elo.mean())


def test_the_games_of_a_new_version_soon_outweigh_its_predecessor() -> None:
    games = [(0, 1, (0, 0, 50, 0, 0)), (2, 1, (0, 5, 10, 10, 25))]
    linked = rate(PairResults.of(3, games, links=[(2, 0)], anchors=[1]))
    alone = rate(PairResults.of(3, games, anchors=[1]))
    assert linked.elo[2] == pytest.approx(alone.elo[2], abs=15)


def test_significant_differences_are_not_ties() -> None:
    ratings = rate(
        PairResults.of(
            3, [(0, 1, (1, 3, 10, 4, 2)), (0, 2, (0, 0, 2, 8, 40)), (1, 2, (0, 0, 3, 8, 39))]
        )
    )
    assert ratings.clearly_above(2, np.array([0, 1])).tolist() == [True, True]
    assert ratings.clearly_above(1, np.array([0])).tolist() == [False]


def test_above_the_exact_size_intervals_are_about_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    results = league(6, 60, 6000).results
    exact = rate(results)
    monkeypatch.setattr("referee.statistics.likelihood.EXACT", 10)
    rough = rate(results)
    assert rough.covariance is None
    assert rough.elo == pytest.approx(exact.elo)
    assert rough.error == pytest.approx(exact.error, rel=0.1)
    clear = rough.clearly_above(int(rough.elo.argmin()), np.array([int(rough.elo.argmax())]))
    assert clear.tolist() == [True]


def test_players_of_different_groups_are_never_significantly_better() -> None:
    # Two leagues of ten, in each of which the later player is better.
    games = [
        (10 * league + one, 10 * league + other, (30, 5, 3, 1, 1))
        for league in (0, 1)
        for one in range(10)
        for other in range(one + 1, 10)
    ]
    ratings = rate(PairResults.of(20, games))
    assert ratings.elo[19] == pytest.approx(ratings.elo[9])
    assert ratings.clearly_above(0, np.array([9, 19])).tolist() == [True, False]
