"""Meetings that are more lopsided than the other results allow."""

from dataclasses import replace

import numpy as np
import pytest

from referee.statistics.bradley_terry import rate
from referee.statistics.likelihood import PairResults
from referee.statistics.lopsided import MARGIN, Deviation, Meetings, combined, deviations
from referee.statistics.pentanomial import score_of
from tests.referee.tournaments.leagues import league


def each(results: PairResults) -> list[Meetings]:
    """Every two players' meetings as a set."""
    return [Meetings(np.array([at]), np.ones(1)) for at in range(len(results.first))]


def one(results: PairResults, at: int = 0, sign: float = 1.0) -> Deviation:
    (found,) = deviations(results, [Meetings(np.array([at]), np.array([sign]))])
    return found


def with_tally(results: PairResults, at: int, tally: tuple[int, ...]) -> PairResults:
    tallies = results.tallies.copy()
    tallies[at] = tally
    return replace(results, tallies=tallies)


def test_the_prediction_is_that_of_ratings_without_the_meetings() -> None:
    results = league(1, 10, 2000).results
    found = one(results)
    others = rate(
        replace(
            results,
            first=results.first[1:],
            second=results.second[1:],
            tallies=results.tallies[1:],
        )
    )
    apart = others.elo[results.first[0]] - others.elo[results.second[0]]
    assert found.expected / (2 * found.pairs) == pytest.approx(score_of(apart), abs=0.01)


def test_honest_meetings_are_hardly_ever_conspicuous() -> None:
    first_seed = 300
    print("seeds from", first_seed)
    conspicuous = tests = 0
    for seed in range(first_seed, first_seed + 30):
        results = league(seed, 20, 4000, mirror=0.7, draws=0.2).results
        found = deviations(results, each(results))
        conspicuous += any(one.p * len(found) < 0.05 for one in found)
        tests += 1
    assert conspicuous <= 0.1 * tests


def test_thrown_games_are_found() -> None:
    results = league(2, 20, 12_000).results
    honest = one(results)
    pairs = honest.pairs
    thrown = one(with_tally(results, 0, (0, 0, 0, 0, pairs)))
    assert thrown.p * len(results.first) < 0.001 < honest.p
    assert thrown.scored == 2 * pairs > thrown.expected
    # As well from the other side.
    other = one(with_tally(results, 0, (0, 0, 0, 0, pairs)), sign=-1)
    assert other.p == pytest.approx(thrown.p)
    assert (other.scored, other.expected) == (0, pytest.approx(2 * pairs - thrown.expected))


def test_a_difference_within_the_margin_is_not_conspicuous() -> None:
    """However many games show it."""
    many = 20_000
    wins = round(many * score_of(0.8 * MARGIN))
    equal = (0, 0, many, 0, 0)
    games = [(0, 1, (0, 0, 0, 0, wins)), (0, 2, equal), (1, 2, equal)]
    games[0] = (0, 1, (many - wins, 0, 0, 0, wins))
    assert one(PairResults.of(3, games)).p == 1
    wins = round(many * score_of(1.5 * MARGIN))
    games[0] = (0, 1, (many - wins, 0, 0, 0, wins))
    assert one(PairResults.of(3, games)).p < 1e-6


def test_meetings_that_alone_connect_two_players_prove_nothing() -> None:
    assert one(PairResults.of(2, [(0, 1, (0, 0, 0, 0, 100))])).p > 0.01


def test_several_meetings_are_judged_together() -> None:
    """Twelve feeders of one owner that lose a little too often each."""
    results = league(5, 30, 6000, sd=0).results
    at = np.flatnonzero((results.first == 0) & (results.second >= 18))
    for index in at:
        pairs = int(results.tallies[index].sum())
        results = with_tally(results, index, (0, 0, 0, pairs, 0))
    (together,) = deviations(results, [Meetings(at, np.ones(len(at)))])
    alone = deviations(results, [Meetings(at[:1], np.ones(1))])[0]
    assert together.p < 1e-6 < alone.p


def test_nothing_to_test() -> None:
    assert deviations(PairResults.of(0, []), []) == []


def test_deviations_are_combined_by_fishers_method() -> None:
    assert combined([]) == combined([1, 1, 1]) == 1
    assert combined([0.03]) == pytest.approx(0.03)
    # χ² with 4 degrees of freedom: the tail beyond x is (1 + x/2) exp(−x/2).
    half = -np.log(0.1) - np.log(0.2)
    assert combined([0.1, 0.2]) == pytest.approx((1 + half) * np.exp(-half))
    assert combined([0.1] * 20) < 1e-3
    assert combined([0.0, 1.0]) < 1e-100
