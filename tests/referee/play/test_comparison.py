"""The matches of a comparison, and the order in which they count."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from referee.play import comparison
from referee.play.comparison import ComparisonSettings, compare
from referee.statistics.sprt import Test, Verdict
from tests.referee.play.small_bots import QUICK, SEED, match


def settings(*, batch: int = 1, max_pairs: int = 10, test: Test | None = None) -> Any:
    return ComparisonSettings(
        Ecarte(), match().entrants, test or Test(), QUICK, SEED, batch, max_pairs
    )


def record(*scores: float) -> dict[str, Any]:
    """A record of pairs in which the first bot has these points of two."""
    games = []
    for points in scores:
        games += [
            {"leg": 0, "sides": [0, 1], "scores": [points / 2, 1 - points / 2]},
            {"leg": 1, "sides": [1, 0], "scores": [1 - points / 2, points / 2]},
        ]
    for index, game in enumerate(games):
        game |= {"pair": index // 2, "reason": "normal", "fault": None}
    games.sort(key=lambda game: game["leg"])
    return {"games": games, "scores": [sum(scores), 2 * len(scores) - sum(scores)]}


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, dict[str, Any]]]:
    """Put in it which matches end with which records, in the order of their ends."""
    matches: list[tuple[int, dict[str, Any]]] = []

    def play_all(wanted: Any, **options: Any) -> Iterator[Any]:
        yield from matches

    monkeypatch.setattr(comparison, "play_all", play_all)
    return matches


def test_matches_have_a_batch_of_pairs_and_the_last_has_the_rest() -> None:
    assert [one.pairs for one in settings(batch=4, max_pairs=10).matches()] == [4, 4, 2]
    assert [one.pairs for one in settings(batch=5, max_pairs=10).matches()] == [5, 5]


def test_every_match_has_a_seed_of_its_own_that_follows_from_the_seed() -> None:
    seeds = [one.seed for one in settings(max_pairs=20).matches()]
    assert len(set(seeds)) == 20
    assert seeds == [one.seed for one in settings(max_pairs=20).matches()]


def test_matches_count_in_the_order_in_which_they_were_started(ended: Any) -> None:
    ended += [(1, record(2)), (2, record(2)), (0, record(0))]
    counts = [step.counts for step in compare(settings(), jobs=3, sandbox="off")]
    assert [sum(count) for count in counts] == [1, 2, 3]
    assert [count[0] for count in counts] == [1, 1, 1]  # the first match was lost
    assert [count[-1] for count in counts] == [0, 1, 2]


def test_a_match_that_has_not_ended_holds_back_the_later_ones(ended: Any) -> None:
    ended += [(1, record(2)), (2, record(2))]
    assert list(compare(settings(), jobs=3, sandbox="off")) == []


def test_nothing_counts_after_the_verdict(ended: Any) -> None:
    ended += [(number, record(*[2.0] * 10)) for number in range(5)]
    steps = list(compare(settings(batch=10, test=Test(0, 300)), jobs=1, sandbox="off"))
    assert [step.verdict for step in steps] == [*[None] * (len(steps) - 1), Verdict.H1]
    assert len(steps) < 5


def test_games_that_faults_decided_are_counted_for_each_bot(ended: Any) -> None:
    first = record(0, 2)
    first["games"][0] |= {"reason": "crash", "fault": {"side": 0}}  # the first bot's
    first["games"][2] |= {"reason": "forfeit", "fault": {"side": 1}}  # the first bot's, mirrored
    second = record(2, 2)
    second["games"][0] |= {"reason": "start", "fault": {"side": None}}  # both
    ended += [(0, first), (1, second)]
    assert [step.faults for step in compare(settings(), jobs=1, sandbox="off")] == [(2, 0), (3, 1)]
