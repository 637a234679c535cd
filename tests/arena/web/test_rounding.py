"""Numbers on pages are rounded, not cut."""

import pytest

from arena.games.questions import questions_of
from arena.insights.cells import Estimate
from arena.insights.templatetags.insights import pays, percent
from arena.ratings.templatetags.ratings import small
from arena.web.rounding import rounded

KOZEL = questions_of("kozel")


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [(43.75, 0, "44"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (0.0089, 2, "0.01"), (3, 1, "3.0")],
)
def test_a_number_is_rounded(number: float, digits: int, shown: str) -> None:
    assert rounded(number, digits) == shown


def test_shares_of_a_whole_add_up() -> None:
    assert [percent(Estimate(part / 16, None)) for part in (7, 9)] == ["44\xa0%", "56\xa0%"]
    assert percent(Estimate(1.0, 0.0)) == "100\xa0%"
    assert percent(Estimate(0.207, 0.0155)) == "21 ± 2 %"


def test_a_payoff_of_nothing_has_no_sign() -> None:
    assert KOZEL is not None
    question = KOZEL.questions[0]
    assert pays(Estimate(-0.04, 11.27), question) == "0.0 ± 11.3"
    assert pays(Estimate(0.04, None), question) == "0.0"
    assert pays(Estimate(-3.86, None), question) == "−3.9"


def test_a_probability_is_rounded() -> None:
    assert small(0.0129) == "0.013"
