"""The sequential test: fishtest's figures, and the error rates that were asked for."""

import numpy as np
import pytest

from referee.statistics.pentanomial import NOTHING, estimate, mirrored, score_of
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
    # Near 0 and 1 the interval is limited as in fishtest.
    assert found.elo_error == pytest.approx(error, abs=1e-6)
    assert found.superiority == pytest.approx(superior, abs=1e-7)


def test_no_pairs_give_no_estimate_and_no_verdict() -> None:
    assert estimate(NOTHING) is None
    assert Test().ratio(NOTHING) == 0
    assert Test().verdict(NOTHING) is None


def test_the_other_side_has_the_mirrored_result() -> None:
    counts = (1, 2, 3, 4, 5)
    assert estimate(mirrored(counts)).elo == pytest.approx(-estimate(counts).elo)
    assert Test(-20, 20).ratio(mirrored(counts)) == pytest.approx(-Test(-20, 20).ratio(counts))


def test_the_bounds_are_walds() -> None:
    test = Test(alpha=0.05, beta=0.05)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)


def test_a_clear_case_is_decided_either_way() -> None:
    assert Test(0, 50).verdict((0, 2, 10, 20, 15)) == Verdict.H1
    assert Test(0, 50).verdict((15, 20, 10, 2, 0)) == Verdict.H0
    assert Test(0, 50).verdict((2, 8, 20, 9, 2)) is None


def test_a_few_pairs_decide_nothing() -> None:
    assert Test(0, 200).verdict((0, 0, 0, 0, 9)) is None


@pytest.mark.parametrize(
    "values",
    [
        (0, 0),
        (0, 0.5),
        (20, 0),
        (0, 10_000),
        (float("nan"), 20),
        (0, 20, 0, 0.05),
        (0, 20, 0.05, 0.5),
    ],
)
def test_bad_bounds_and_rates_are_refused(values: tuple[float, ...]) -> None:
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


def test_the_error_rates_are_at_most_those_asked_for() -> None:
    seed, runs = 77, 200
    print("seed", seed)
    rng = np.random.default_rng(seed)
    test = Test(0, 60)
    false_alarms = sum(decide(rng, test, 0) == Verdict.H1 for _ in range(runs))
    missed = sum(decide(rng, test, 60) == Verdict.H0 for _ in range(runs))
    # 5 % and three standard deviations of so many runs.
    assert false_alarms / runs < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert missed / runs < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
