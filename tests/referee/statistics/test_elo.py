"""The Elo formula: known values, and a sum that never changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.statistics.elo import K, change, expected_score, shared_score

elo = st.integers(-500_00, 4000_00)


@st.composite
def matches(draw):
    """`(score_a, score_b, games)`; some games may be lost by both."""
    games = draw(st.integers(1, 40))
    halves = draw(st.integers(0, 2 * games))
    other = draw(st.integers(0, 2 * games - halves))
    return halves / 2, other / 2, games


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11), (800, 100 / 101)],
)
def test_the_expected_score_is_the_logistic_one(difference, expected):
    assert expected_score(1500_00 + 100 * difference, 1500_00) == pytest.approx(expected, abs=1e-6)


def test_between_equals_a_clean_win_moves_half_of_k():
    assert change(1500_00, 1500_00, 10, 0, 10) == K * 100 // 2


def test_a_draw_of_equals_changes_nothing():
    assert change(1612_34, 1612_34, 5, 5, 10) == 0


def test_scoring_what_was_expected_changes_nothing():
    assert change(1900_00, 1500_00, 10, 1, 11) == 0


def test_a_win_by_less_than_expected_costs_the_favourite():
    assert change(1730_00, 1500_00, 6, 4, 10) < 0


def test_a_match_in_which_both_failed_counts_as_a_draw():
    assert change(1500_00, 1500_00, 0, 0, 10) == 0
    assert change(1600_00, 1500_00, 0, 0, 10) == change(1600_00, 1500_00, 5, 5, 10) < 0
    assert shared_score(0, 0, 10) == 5


def test_points_that_neither_side_got_are_shared():
    assert shared_score(3, 1, 6) == 4
    assert change(1500_00, 1500_00, 3, 1, 6) == change(1500_00, 1500_00, 4, 2, 6)


def test_a_match_without_games_is_refused():
    with pytest.raises(ValueError, match="at least 1 game, not 0"):
        change(1500_00, 1500_00, 0, 0, 0)


@given(elo, elo, matches())
def test_one_side_gains_exactly_what_the_other_loses(elo_a, elo_b, match):
    score_a, score_b, games = match
    assert change(elo_a, elo_b, score_a, score_b, games) == -change(
        elo_b, elo_a, score_b, score_a, games
    )


@given(elo, elo)
def test_the_two_expectations_add_up_to_one(elo_a, elo_b):
    assert expected_score(elo_a, elo_b) + expected_score(elo_b, elo_a) == pytest.approx(1)


@given(elo, elo, matches())
def test_a_change_is_k_times_scored_less_expected(elo_a, elo_b, match):
    score_a, score_b, games = match
    scored = shared_score(score_a, score_b, games) / games
    exact = 100 * K * (scored - expected_score(elo_a, elo_b))
    assert abs(change(elo_a, elo_b, score_a, score_b, games) - exact) <= 0.5 + 1e-6


@given(elo, elo, matches())
def test_no_match_moves_more_than_k(elo_a, elo_b, match):
    assert abs(change(elo_a, elo_b, *match)) <= 100 * K


@given(elo, elo)
def test_taking_all_points_never_costs_and_none_never_gains(elo_a, elo_b):
    assert change(elo_a, elo_b, 10, 0, 10) >= 0
    assert change(elo_a, elo_b, 0, 10, 10) <= 0
