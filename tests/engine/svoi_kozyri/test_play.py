"""Beating and taking: SR5 to SR7, SR10, SR11."""

import pytest

from engine.errors import IllegalMove
from engine.svoi_kozyri.ruleset import SvoiKozyri
from tests.engine.playing import legal, play


def at(text, **options):
    return SvoiKozyri(**options).position(text)


def test_a_player_who_can_beat_may_not_take():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    assert legal(state) == ["beat 9D 7D"]
    with pytest.raises(IllegalMove, match="not legal now"):
        state.parse("take")


def test_with_voluntary_take_a_player_who_can_beat_may_take_instead():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1", voluntary_take=True)
    assert legal(state) == ["beat 9D 7D", "take"]
    play(state, "take")
    assert state.view(1)["hand"] == ["7D", "8D", "9D"]


def test_nobody_takes_from_an_empty_pile():
    state = at("hands=6C7C/9D7D trumps=S/H pile=- seat=1", voluntary_take=True)
    assert legal(state) == ["lead 7D", "lead 9D"]


def test_the_second_card_may_be_lower_or_of_any_suit_and_swapping_makes_another_move():
    state = at("hands=6C7C/9D6HTDJC trumps=S/H pile=8D seat=1")
    beating = {"9D", "TD", "6H"}
    expected = {f"beat {b} {c}" for b in beating for c in {"9D", "6H", "TD", "JC"} - {b}}
    assert set(legal(state)) == expected
    one, other = state.copy(), state.copy()
    assert play(one, "beat 9D TD").view(0)["pile"] == ["8D", "9D", "TD"]
    assert play(other, "beat TD 9D").view(0)["pile"] == ["8D", "TD", "9D"]


def test_a_last_card_beats_without_a_second_one():
    state = at("hands=KS/6D7D trumps=S/H pile=9S seat=0")
    assert legal(state) == ["beat KS"]
    play(state, "beat KS")
    assert (state.seat, state.scores()) == (None, (1.0, 0.0))
    assert legal(state) == []


def test_one_card_that_does_not_beat_has_to_take():
    assert legal(at("hands=7S/6D7D trumps=S/H pile=9S seat=0")) == ["take"]


@pytest.mark.parametrize(
    ("top", "seat", "taken"),
    [
        *(("6S", 0, 5), ("KS", 0, 5), ("AS", 0, 8), ("AH", 0, 3), ("AC", 0, 3)),
        *(("6S", 1, 3), ("AS", 1, 3), ("6H", 1, 5), ("KH", 1, 5), ("AH", 1, 8)),
    ],
)
def test_how_many_are_taken_depends_on_the_top_card_and_the_takers_trump(top, seat, taken):
    pile = ["7C", "8C", "9C", "TC", "JC", "QC", "KC", top]
    state = at(f"hands=7D/8D trumps=S/H pile={''.join(pile)} seat={seat}", voluntary_take=True)
    assert state.view(seat)["take"] == taken
    play(state, "take")
    assert state.view(None)["pile"] == pile[: 8 - taken]
    assert set(state.view(seat)["hand"]) == {*pile[8 - taken :], "7D" if seat == 0 else "8D"}


def test_after_a_pick_up_the_opponent_has_to_beat_what_is_left():
    state = play(at("hands=JDAS/7C8D trumps=S/H pile=6D7D9DTS seat=1"), "take")
    assert (state.seat, state.view(0)["pile"]) == (0, ["6D"])
    assert legal(state) == ["beat JD AS", "beat AS JD"]


def test_after_a_pick_up_of_the_whole_pile_the_opponent_leads_one_card():
    state = play(at("hands=JDAS/7C8D trumps=S/H pile=7D9DTS seat=1"), "take")
    assert (state.seat, state.view(0)["pile"]) == (0, [])
    assert legal(state) == ["lead JD", "lead AS"]


def test_both_may_have_to_take_from_one_pile():
    state = at("hands=6C6D/7C8C trumps=S/H pile=9C9DTDJDQDKD seat=1")
    play(state, "take")
    assert legal(state) == ["take"]
    play(state, "take")
    assert (state.seat, state.view(0)["pile"]) == (1, [])
