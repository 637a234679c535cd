"""Position texts of Kozel: what may be left out, and what is refused."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadPosition
from engine.kozel.notation import FIELDS
from engine.kozel.ruleset import Kozel

ONE_EACH = "hands=7S/9S/6H/8D exposed=JH"
FULL = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH"


def test_hands_and_the_exposed_card_are_enough() -> None:
    state = Kozel().position(ONE_EACH)
    view = state.view(None)
    assert (view["dealer"], view["leader"], view["trump"], view["deal"]) == (3, 0, "H", 0)
    assert state.seat == 0


def test_the_leader_is_at_the_dealers_left_unless_the_text_names_another() -> None:
    assert Kozel().position(f"{ONE_EACH} dealer=1").view(None)["leader"] == 2


def test_the_table_is_that_of_the_trick_from_the_leader_on() -> None:
    state = Kozel().position("hands=7S6S/9S8S/6H/8D exposed=JH leader=2 table=lead:KD/drop:AC")
    assert state.seat == 0
    assert state.view(None)["best"] == {"seat": 2, "cards": ["KD"]}
    assert state.view(1)["table"] == [{"seat": 2, "lead": ["KD"]}, {"seat": 3, "drop": 1}]


def test_the_field_asked_names_a_seat_or_nobody() -> None:
    rules = Kozel()
    two = "hands=6S7S8S9H/6D7D8D9D/QHKHTDAD/6C7C8C9C exposed=JH leader=0"
    assert rules.position(two).seat == 1
    assert rules.position(f"{two} asked=1").position() == rules.position(two).position()
    assert rules.position(f"{two} asked=3").seat == 3
    assert rules.position(f"{two} asked=-").view(None)["phase"] == "lead"


@pytest.mark.parametrize("options", [{"molodka": "own_turn"}, {"molodka": "off"}])
def test_no_position_asks_about_a_molodka_if_the_option_forbids_it(
    options: dict[str, Any],
) -> None:
    assert Kozel(**options).position(FULL).view(None)["phase"] == "lead"
    with pytest.raises(BadPosition, match="seat 2 is not asked"):
        Kozel(**options).position(f"{FULL} asked=2")


BAD = {
    "": "lacks exposed=",
    "hands=7S/9S/6H/8D": "lacks exposed=",
    f"{ONE_EACH} speed=9": "not a field",
    f"{ONE_EACH} hands=-/-/-/-": "given twice",
    f"{ONE_EACH} points": "not a field",
    "hands=7S/9S/6H exposed=JH": "seats 0 to 3",
    "hands=7S/9S/6H/8 exposed=JH": "not a card",
    "hands=7S/9S/6H/7S exposed=JH": "7S",
    "hands=7S/9S/6H/8DTD exposed=JH": "equally many",
    "hands=6C7C8C9CTC/6D7D8D9DTD/6H7H8H9HTH/6S7S8S9STS exposed=JH": "four at most",
    "hands=-/-/-/- exposed=JH": "not over",
    "hands=-/-/-/- exposed=JH deal=48": "not over",
    "hands=7S/9S/6H/8D exposed=J": "not a card",
    f"{ONE_EACH} stock=6C7C8C9C": "stock",
    f"{FULL} stock=JDQDKD": "multiple of four",
    f"{ONE_EACH} leader=4": "leader",
    f"{ONE_EACH} dealer=x": "dealer",
    f"{ONE_EACH} points=1": "points",
    f"{ONE_EACH} points=1/121": "points",
    f"{ONE_EACH} tricks=10/0": "tricks",
    f"{ONE_EACH} penalties=12/0": "lost the game",
    f"{ONE_EACH} penalties=12/12": "both sides",
    f"{ONE_EACH} deal=50": "ended before",
    f"{ONE_EACH} seed=00": "seed",
    f"{ONE_EACH} seen=6S": "not a field",
    f"{ONE_EACH} taken=7S/-": "7S",
    f"{ONE_EACH} taken=6S/6S": "6S",
    f"{ONE_EACH} taken=6S": "sides 0 and 1",
    f"{ONE_EACH} taken=6S/-/-": "sides 0 and 1",
    f"{ONE_EACH} dropped=7S/-/-/-": "7S",
    f"{ONE_EACH} dropped=AS": "seats 0 to 3",
    f"{ONE_EACH} returned=6S/-/-/-": "seat 0 has not kept 6S",
    f"{ONE_EACH} returned=7S": "returned",
    f"{ONE_EACH} returned=7X/-/-/-": "not a card",
    f"{ONE_EACH} asked=0": "not asked",
    f"{ONE_EACH} asked=4": "asked",
    f"{ONE_EACH} table=lead:6S": "equally many",
    "hands=-/9S/6H/8D exposed=JH table=pass:7S": "not a play: pass:7S",
    "hands=-/9S/6H/8D exposed=JH table=drop:7S": "is not legal there",
    "hands=-/9S/6H/8D exposed=JH table=lead:9S": "9S",
    "hands=-/9S/6H/8D exposed=JH table=molodka": "not a play: molodka",
    "hands=-/-/6H/8D exposed=JH table=lead:7S/beat:6S": "is not legal there",
    "hands=-/-/6H/8D exposed=JH table=lead:7S/lead:8S": "is not legal there",
    "hands=6S/6C/KH/KD exposed=JH table=lead:7S8D/drop:8S9D/drop:9CTC": "equally many",
    "hands=-/-/-/- exposed=JH table=lead:7S/beat:8S/beat:9S/beat:TS": "at most three",
}


@pytest.mark.parametrize(("text", "why"), BAD.items(), ids=BAD)
def test_a_text_that_is_not_a_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        Kozel().position(text)


def test_with_trump_card_bottom_the_exposed_card_is_the_last_of_the_stock() -> None:
    rules = Kozel(trump_card="bottom")
    assert rules.position(f"{FULL} stock=JDQDKDJH").view(None)["stock"][-1] == "JH"
    with pytest.raises(BadPosition, match="last card of the stock"):
        rules.position(f"{FULL} stock=JHJDQDKD")


def test_a_game_that_ended_with_the_last_deal_can_be_set_up() -> None:
    assert Kozel().position("hands=-/-/-/- exposed=JH deal=49").scores() == (0.5, 0.5)


def test_a_game_that_is_over_can_be_set_up() -> None:
    text = "hands=-/-/-/- exposed=JH penalties=4/14"
    state = Kozel().position(text)
    assert state.seat is None
    assert state.scores() == (1.0, 0.0)
    assert Kozel().position(state.position()).position() == state.position()
    assert Kozel().position("hands=-/-/-/- exposed=JH deal=49").scores() == (0.5, 0.5)


cards = st.text("6789TJQKACDHS-/:", max_size=12)
words = st.tuples(st.sampled_from(FIELDS), cards | st.text(max_size=8)).map("=".join)


@settings(max_examples=300)
@given(parts=st.lists(words | st.sampled_from(ONE_EACH.split()), max_size=6))
def test_any_text_sets_up_a_state_or_is_a_bad_position(parts: list[str]) -> None:
    try:
        state = Kozel().position(" ".join(parts))
    except BadPosition as error:
        assert 0 < len(str(error)) < 500
    else:
        assert Kozel().position(state.position()).position() == state.position()
