"""What a turn of a remote bot is charged."""

from dataclasses import replace

import pytest

from arena.remote.clock import AWAY_AFTER_MS, Turn, away_ms, network_share

TURN = Turn(waited=400.0, away=0.0, silent=100.0, network=50.0, grace=20_000.0)


def test_a_turn_is_charged_less_one_round_trip() -> None:
    assert TURN.charge == 350.0
    assert replace(TURN, waited=30.0).charge == 0.0


def test_the_time_in_which_the_connection_was_away_is_not_charged() -> None:
    turn = replace(TURN, waited=8_400.0, away=8_000.0)
    assert turn.charge == 350.0
    assert not turn.lost


def test_no_more_than_the_grace_is_excused() -> None:
    turn = replace(TURN, waited=30_000.0, away=25_000.0)
    assert turn.charge == 9_950.0
    assert turn.lost
    assert replace(turn, grace=0.0).charge == 29_950.0


@pytest.mark.parametrize(
    ("silent", "late"),
    # The time was up 500 ms ago. A sign of life since then proves that the bot is late.
    [(100.0, True), (499.0, True), (501.0, False), (5_000.0, False)],
)
def test_a_turn_is_late_only_after_a_sign_of_life(silent: float, late: bool) -> None:
    turn = replace(TURN, waited=1_050.0, silent=silent)
    assert turn.late(500.0) is late


def test_an_answer_exactly_on_the_deadline_is_in_time() -> None:
    assert not TURN.late(350.0)


def test_the_share_of_the_network_is_a_median_with_a_limit() -> None:
    assert network_share([], 250) == 0.0
    assert network_share([40.0, 45.0, 900.0], 250) == 45.0
    # A bot that answers pings late gains no more than the limit.
    assert network_share([5_000.0] * 9, 250) == 250.0


def test_a_silent_connection_counts_as_away_since_it_was_last_heard() -> None:
    assert away_ms(1_000, AWAY_AFTER_MS - 1, is_open=True) == 1_000
    assert away_ms(1_000, AWAY_AFTER_MS + 1, is_open=True) == 1_000 + AWAY_AFTER_MS + 1
    assert away_ms(1_000, 300, is_open=False) == 1_300
    assert away_ms(1_000, -50, is_open=False) == 1_000
