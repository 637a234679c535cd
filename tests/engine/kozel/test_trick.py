"""A trick of Kozel: beating, discarding and drawing, KR6 to KR10 and KR15."""

from typing import Any

import pytest

from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from tests.engine.games import played, start, states
from tests.engine.playing import legal, play


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


def test_a_set_that_could_beat_may_be_discarded_and_partners_may_be_beaten() -> None:
    """KR7, KR8."""
    state = play(at("hands=7S/9S/6H/8D exposed=JH leader=0"), "lead 7S", "beat 9S")
    assert legal(state) == ["beat 6H", "drop 6H"]
    assert legal(play(at("hands=7S/9C/8S/8D exposed=JH leader=0"), "lead 7S", "drop 9C")) == [
        "beat 8S",
        "drop 8S",
    ]


def test_a_beating_set_may_mix_suits_and_replaces_the_set_to_beat() -> None:
    """KR6."""
    state = at("hands=7S9S/6HTS/7HAS/7CAC exposed=JH leader=0")
    play(state, "lead 7S 9S", "beat TS 6H")
    assert state.view(None)["best"] == {"seat": 1, "cards": ["6H", "TS"]}
    assert legal(state) == ["beat 7H AS", "drop 7H AS"]
    play(state, "beat 7H AS")
    assert legal(state) == ["drop 7C AC"]


def test_discards_count_for_the_taker_and_stay_face_down() -> None:
    """KR9, KR10."""
    state = at("hands=7S6C/9SAC/TH8C/TDAD exposed=JH leader=0")
    play(state, "lead 7S", "drop AC", "drop TH", "drop TD")
    assert state.view(None)["points"] == [31, 0]
    for seat, own in enumerate([[], ["AC"], ["TH"], ["TD"]]):
        view = state.view(seat)
        assert view["taken"] == [["7S"], []]
        assert view["drops"] == [0, 1, 1, 1]
        assert view["dropped"] == own
        assert view["tricks"] == [1, 0]
        assert "points" not in view


@pytest.mark.parametrize("number", range(12))
def test_every_trick_begins_with_equal_hands_and_whole_rounds_to_draw(number: int) -> None:
    """KR15."""
    for state in states(Kozel(), number):
        view = state.view(None)
        if view["phase"] == "lead":
            assert len({len(hand) for hand in view["hands"]}) == 1
            assert len(view["stock"]) % 4 == 0
            assert not view["stock"] or len(view["hands"][0]) == 4


@pytest.mark.parametrize("number", range(12))
def test_a_deal_has_three_to_nine_tricks_and_a_game_two_to_eleven_deals(number: int) -> None:
    last: dict[int, dict[str, Any]] = {}  # the view before the last play of each deal
    state = start(Kozel(), number)
    for _ in played(state, number):
        last[state.deal] = state.view(None)
    assert all(3 <= sum(view["tricks"]) + 1 <= 9 for view in last.values())
    end = state.view(None)
    assert sum(end["points"]) == 120
    assert 2 <= len(last) - end["eggs"] <= 11
