"""The arithmetic of the statistics: shares and payoffs with their errors."""

import random
from statistics import fmean, stdev

import pytest

from arena.games.questions import Decision
from arena.insights import cells
from arena.insights.cells import ALL, Cell


def match(*choices: tuple[str, float]) -> cells.Cells:
    return cells.cells_of([Decision("lead", "weak", choice, 0, paid) for choice, paid in choices])


def of(found: cells.Cells, choice: str = ALL) -> Cell:
    return found["lead"]["weak"].get(choice, Cell())


def test_shares_and_payoffs_are_those_of_all_decisions() -> None:
    total: cells.Cells = {}
    for _ in range(10):
        cells.add(total, match(("high", 2.0), ("low", -1.0), ("high", 1.0)))
    share = cells.share(of(total, "high"), of(total))
    paid = cells.payoff(of(total, "high"))
    assert share and paid
    assert share.mean == pytest.approx(2 / 3)
    assert paid.mean == pytest.approx(1.5)
    assert share.error == paid.error == 0  # all matches are alike


def test_few_matches_have_no_error_and_no_decision_has_nothing() -> None:
    found = match(("high", 2.0))
    assert cells.payoff(of(found, "high")) == (2.0, None)
    assert cells.payoff(of(found, "low")) is None
    assert cells.share(Cell(), Cell()) is None


def test_the_error_is_that_of_the_same_means_over_many_samples() -> None:
    """Of matches whose decisions are alike within a match: by decisions it would be too small."""
    rng = random.Random(1)
    means, errors = [], []
    for _ in range(200):
        total: cells.Cells = {}
        for _ in range(30):
            luck = rng.gauss(0, 1)
            n = rng.randint(1, 8)
            cells.add(total, match(*(("high", luck + rng.gauss(0, 0.2)) for _ in range(n))))
        paid = cells.payoff(of(total, "high"))
        assert paid and paid.error
        means.append(paid.mean)
        errors.append(paid.error)
    assert fmean(errors) == pytest.approx(cells.INTERVAL * stdev(means), rel=0.15)


def test_the_others_are_everybody_less_the_bot() -> None:
    mine, theirs = match(("high", 1.0)), match(("low", 0.0), ("high", 3.0))
    everybody: cells.Cells = {}
    cells.add(everybody, mine)
    cells.add(everybody, theirs)
    assert cells.without(everybody, mine)["lead"]["weak"][ALL] == of(theirs)
    assert cells.without(everybody, mine)["lead"]["weak"]["high"].n == 1
    assert cells.without(everybody, {}) == everybody


def test_cells_survive_json() -> None:
    found = match(("high", 1.0), ("low", 0.5))
    assert cells.from_json(cells.as_json(found)) == found
