"""How Elo changes are written."""

import pytest

from arena.ratings.labels import explanation, signed_points
from arena.ratings.models import EloChange


def change(gain: int, **fields: float) -> EloChange:
    return EloChange(before=150_000, after=150_000 + gain, **fields)


@pytest.mark.parametrize(
    ("hundredths", "text"), [(-931, "−9.31"), (0, "±0.00"), (5, "+0.05"), (1200, "+12.00")]
)
def test_points_have_a_sign(hundredths: int, text: str) -> None:
    assert signed_points(hundredths) == text


def test_an_explanation_names_the_expected_and_the_scored_points() -> None:
    line = change(456, expected=2.1, scored=4, conceded=6, games=10)
    assert explanation(line) == "expected 2.1 of 10, scored 4: +4.56"


def test_a_win_that_costs_points_is_explained() -> None:
    line = change(-456, expected=7.9, scored=6, conceded=4, games=10)
    assert explanation(line) == (
        "expected 7.9 of 10, scored 6: −4.56; winning by less than expected costs points"
    )


def test_a_draw_or_a_loss_that_costs_points_needs_no_explanation() -> None:
    for scored in (5, 4):
        line = change(-900, expected=7.9, scored=scored, conceded=10 - scored, games=10)
        assert "winning" not in explanation(line)


def test_a_win_that_gains_points_needs_no_explanation() -> None:
    line = change(240, expected=5, scored=6, conceded=4, games=10)
    assert "winning" not in explanation(line)


@pytest.mark.parametrize(
    ("conceded", "text"),
    [
        (4, "; 1 game that both lost counts as a draw"),
        (3, "; 2 games that both lost count as draws"),
    ],
)
def test_games_that_both_lost_are_mentioned(conceded: float, text: str) -> None:
    line = change(0, expected=5, scored=5, conceded=conceded, games=10)
    assert explanation(line).endswith(text)
