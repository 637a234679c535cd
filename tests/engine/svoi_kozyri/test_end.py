"""How the game ends: SR8, SR9, SR12."""

import pytest

from engine.svoi_kozyri.ruleset import SvoiKozyri
from tests.engine.playing import play, seed


def at(text, **options):
    return SvoiKozyri(**options).position(text)


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("hands=7C/8C9C trumps=S/H pile=- seat=0", "lead 7C"),
        ("hands=KSQD/8C9C trumps=S/H pile=9S seat=0", "beat KS QD"),
        ("hands=KS/8C9C trumps=S/H pile=9S seat=0", "beat KS"),
    ],
    ids=["lead", "second card", "beating card"],
)
def test_the_game_ends_at_once_when_a_player_lays_his_last_card(position, move):
    state = play(at(position), move)
    assert (state.seat, state.scores()) == (None, (1.0, 0.0))
    assert state.view(0)["phase"] == "over"


def test_seat_1_wins_in_the_same_way():
    state = play(at("hands=8C9C/KHQD trumps=S/H pile=9H seat=1"), "beat KH QD")
    assert (state.seat, state.scores()) == (None, (0.0, 1.0))


@pytest.mark.parametrize(
    ("left", "scores"),
    [
        ("KD", (0.5, 0.5)),  # higher of the suit
        ("6H", (0.5, 0.5)),  # his own trump
        ("JD", (1.0, 0.0)),  # lower
        ("6S", (1.0, 0.0)),  # the winner's trump gives him nothing
        ("KDAD", (1.0, 0.0)),  # two cards, both of which would beat
    ],
)
def test_a_draw_needs_exactly_one_card_that_beats_the_top_by_its_owners_trumps(left, scores):
    state = play(at(f"hands=KSQD/{left} trumps=S/H pile=9S seat=0"), "beat KS QD")
    assert state.scores() == scores


def test_the_drawing_card_is_judged_and_stays_in_hand():
    state = play(at("hands=KSQD/KD trumps=S/H pile=9S seat=0"), "beat KS QD")
    assert (state.seat, state.view(1)["hand"]) == (None, ["KD"])


def test_without_the_draw_rule_the_player_who_is_out_wins():
    state = play(at("hands=KSQD/KD trumps=S/H pile=9S seat=0", draw_rule=False), "beat KS QD")
    assert state.scores() == (1.0, 0.0)


@pytest.mark.parametrize("limit", [1, 5, 300, 1000])
def test_the_game_is_a_draw_after_the_last_ply(limit):
    state = at(f"hands=7C8C/9C9D trumps=S/H pile=- seat=0 ply={limit - 1}", max_plies=limit)
    play(state, "lead 7C")
    assert (state.seat, state.scores(), state.view(0)["ply"]) == (None, (0.5, 0.5), limit)


def test_a_win_with_the_last_ply_is_a_win():
    state = play(at("hands=7C/8C9C trumps=S/H pile=- seat=0 ply=299"), "lead 7C")
    assert state.scores() == (1.0, 0.0)


def test_there_are_no_scores_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        SvoiKozyri().start(seed(1)).scores()
