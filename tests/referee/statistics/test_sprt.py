"""The sequential test: fishtest's formulas, and the promised rates of error."""

import numpy as np
import pytest

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
from referee.statistics.sprt import BadTest, Test, Verdict
from tests.referee.tournaments.leagues import pair_outcomes

# Computed with fishtest's own LLRcalc.LLR_logistic and stat_util.get_elo.
PUBLISHED = [
    # pairs,                   elo0, elo1, LLR,          Elo,          ±,           superiority
    ((10, 50, 120, 60, 20), 0, 20, 1.9813678968, 20.06664379, 19.79758992, 0.97688007),
    ((0, 0, 3, 8, 4), 0, 50, 2.0036306163, 206.56885765, 86.82760670, 0.99999999),
    ((5, 20, 40, 18, 2), -40, 0, 0.4956395463, -16.36199511, 32.52304100, 0.16098994),
    ((100, 450, 900, 520, 130), 0, 5, 3.1942267410, 10.75739485, 7.04130755, 0.99863527),
    ((0, 0, 0, 0, 12), 0, 20, 0.6710128423, 1199.82619529, 172.94200014, 1.0),
    ((1, 0, 1, 0, 0), 0, 20, -0.1184000442, -190.27079004, 634.30066256, 0.07953084),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio", "elo", "error", "superior"), PUBLISHED)
def test_the_figures_are_those_of_fishtest(counts, elo0, elo1, ratio, elo, error, superior) -> None:
    assert Test(elo0, elo1).ratio(counts) == pytest.approx(ratio, abs=1e-8)
    found = estimate(counts)
    assert found.elo == pytest.approx(elo, abs=1e-6)
    # At the edges the interval is cut where fishtest cuts it.
    assert found.elo_error == pytest.approx(error, abs=1e-6)
    assert found.superiority == pytest.approx(superior, abs=1e-7)


def test_without_pairs_nothing_is_known() -> None:
    assert estimate(NOTHING) is None
    assert Test().ratio(NOTHING) == 0
    assert Test().verdict(NOTHING) is None


def test_a_handful_of_pairs_has_wide_bounds() -> None:
    won = cautious((0, 0, 0, 0, 5))
    assert (won.score, won.high) == (1, 1)
    assert 0.6 < won.low < 0.85
    many = (20, 30, 100, 60, 40)
    assert cautious(many).low == pytest.approx(estimate(many).low, abs=0.002)
    assert cautious(many).score == estimate(many).score
    assert cautious(NOTHING) is None


def test_the_other_side_sees_the_same_mirrored() -> None:
    counts = (1, 2, 3, 4, 5)
    assert estimate(mirrored(counts)).elo == pytest.approx(-estimate(counts).elo)
    assert Test(-20, 20).ratio(mirrored(counts)) == pytest.approx(-Test(-20, 20).ratio(counts))


def test_tallies_add_up() -> None:
    assert added([(1, 0, 0, 0, 2), (0, 1, 0, 0, 3)]) == (1, 1, 0, 0, 5)
    assert added([]) == NOTHING
    assert pairs((1, 0, 2, 0, 3)) == 6
    assert points((1, 2, 3, 4, 5)) == 1 + 3 + 6 + 10


def test_elo_and_score_are_each_others_inverse() -> None:
    assert elo_of(score_of(123)) == pytest.approx(123)
    assert score_of(0) == 0.5


def game(sides: tuple[int, int], scores: tuple[float, float]) -> dict[str, object]:
    return {"sides": list(sides), "scores": list(scores)}


def test_a_record_is_tallied_pair_by_pair_for_its_first_bot() -> None:
    games = [
        *(game((0, 1), (1, 0)), game((1, 0), (0, 1))),  # both won
        *(game((0, 1), (1, 0)), game((1, 0), (1, 0))),  # the deal won
        *(game((0, 1), (0.5, 0.5)), game((1, 0), (1, 0))),
        *(game((0, 1), (0, 0)), game((1, 0), (0, 1))),  # both failed once
    ]
    assert tally({"games": games}) == (0, 1, 1, 1, 1)


def test_the_bounds_are_walds() -> None:
    test = Test(alpha=0.05, beta=0.05)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)


def test_a_clear_case_is_decided_either_way() -> None:
    assert Test(0, 50).verdict((0, 2, 10, 20, 15)) == Verdict.H1
    assert Test(0, 50).verdict((15, 20, 10, 2, 0)) == Verdict.H0
    assert Test(0, 50).verdict((2, 8, 20, 9, 2)) is None


def test_a_handful_of_pairs_decides_nothing() -> None:
    assert Test(0, 200).verdict((0, 0, 0, 0, 9)) is None


@pytest.mark.parametrize(
    "values",
    [(0, 0), (20, 0), (0, 10_000), (float("nan"), 20), (0, 20, 0, 0.05), (0, 20, 0.05, 0.5)],
)
def test_a_test_that_is_none_is_refused(values: tuple[float, ...]) -> None:
    with pytest.raises(BadTest):
        Test(*values)


def decide(rng: np.random.Generator, test: Test, elo: float) -> Verdict:
    counts = [0, 0, 0, 0, 0]
    score = np.full(8, score_of(elo))
    while True:
        for outcome in pair_outcomes(rng, score, mirror=0.6, draws=0.2):
            counts[outcome] += 1
        if verdict := test.verdict(tuple(counts)):
            return verdict


def test_the_rates_of_error_are_those_that_were_asked_for() -> None:
    seed, runs = 77, 200
    print("seed", seed)
    rng = np.random.default_rng(seed)
    test = Test(0, 60)
    false_alarms = sum(decide(rng, test, 0) == Verdict.H1 for _ in range(runs))
    missed = sum(decide(rng, test, 60) == Verdict.H0 for _ in range(runs))
    # 5 % and three standard deviations of so many runs.
    assert false_alarms / runs < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert missed / runs < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
