"""Tallies of mirrored pairs, and the strength that they indicate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.statistics.pentanomial import (
    NOTHING,
    added,
    cautious,
    elo_of,
    estimate,
    mirrored,
    pairs,
    points,
    score_of,
    tally,
)

tallies = st.tuples(*[st.integers(0, 300)] * 5).filter(any)


def test_a_few_pairs_have_wide_bounds() -> None:
    won = cautious((0, 0, 0, 0, 5))
    assert (won.score, won.high) == (1, 1)
    assert 0.6 < won.low < 0.85
    many = (20, 30, 100, 60, 40)
    assert cautious(many).low == pytest.approx(estimate(many).low, abs=0.002)
    assert cautious(many).score == estimate(many).score
    assert cautious(NOTHING) is None


@given(tallies)
def test_cautious_bounds_contain_the_score_and_lie_between_0_and_1(counts) -> None:
    found = cautious(counts)
    assert 0 <= found.low <= found.score <= found.high <= 1
    assert found.score == points(counts) / (2 * pairs(counts))


@given(tallies)
def test_bounds_lie_between_0_and_1(counts) -> None:
    found = estimate(counts)
    assert 0 <= found.low <= found.score <= found.high <= 1
    assert 0 <= found.superiority <= 1


def test_the_bounds_end_at_0_and_1() -> None:
    assert cautious((0, 0, 0, 0, 3)).high == 1
    assert cautious((3, 0, 0, 0, 0)).low == 0
    assert estimate((0, 0, 0, 1, 1)).high == 1
    assert estimate((1, 1, 0, 0, 0)).low == 0


@given(tallies)
def test_cautious_bounds_are_the_same_from_both_sides(counts) -> None:
    one, other = cautious(counts), cautious(mirrored(counts))
    assert one.low == pytest.approx(1 - other.high)
    assert one.high == pytest.approx(1 - other.low)


def test_tallies_add_up() -> None:
    assert added([(1, 0, 0, 0, 2), (0, 1, 0, 0, 3)]) == (1, 1, 0, 0, 5)
    assert added([]) == NOTHING
    assert pairs((1, 0, 2, 0, 3)) == 6
    assert points((1, 2, 3, 4, 5)) == 1 + 3 + 6 + 10


def test_elo_and_score_are_each_others_inverse() -> None:
    assert elo_of(score_of(123)) == pytest.approx(123)
    assert score_of(0) == 0.5


def game(pair: int, leg: int, scores: tuple[float, float]) -> dict[str, object]:
    return {"pair": pair, "leg": leg, "sides": [leg, 1 - leg], "scores": list(scores)}


def test_a_record_is_tallied_pair_by_pair_for_its_first_bot() -> None:
    games = [
        *(game(0, 0, (1, 0)), game(0, 1, (0, 1))),  # both won
        *(game(1, 0, (1, 0)), game(1, 1, (1, 0))),  # the deal won
        *(game(2, 0, (0.5, 0.5)), game(2, 1, (1, 0))),
        *(game(3, 0, (0, 0)), game(3, 1, (0, 1))),  # both failed once
    ]
    assert tally({"games": games}) == (0, 1, 1, 1, 1)
    assert tally({"games": games[::2] + games[1::2]}) == (0, 1, 1, 1, 1)
