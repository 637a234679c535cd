"""When points are scored and the game ends: ER15, ER16."""

import pytest

from engine.ecarte.ruleset import Ecarte
from tests.engine.ecarte.tables import play_to, table
from tests.engine.playing import play, seed


def test_the_announced_king_ends_the_game_when_it_reaches_five():
    state = play(table(hand0="KSQHJHAHTH", fields="score=4/4"), "stand", "card QH king")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (1.0, 0.0), [5, 4])


def test_the_turned_king_comes_before_the_tricks_so_the_dealer_can_win_first():
    state = table(turned="KS", fields="phase=deal score=4/4")
    assert state.scores() == (0.0, 1.0)


def test_points_of_the_tricks_are_scored_after_the_fifth():
    state = play(table(hand1="9D8D7DQCJC", fields="score=3/0"), "stand")
    for lead, answer in zip(["KH", "QH", "JH", "AH"], ["9D", "8D", "7D", "QC"], strict=True):
        play(state, f"card {lead}", f"card {answer}")
        assert state.view(0)["score"] == [3, 0]
    play(state, "card TH", "card JC")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (1.0, 0.0), [5, 0])


def test_all_five_tricks_are_played_although_three_decide():
    state = play(table(), "stand", "card KH", "card 9D", "card QH", "card 8D", "card JH", "card 7D")
    assert (state.view(0)["tricks"], state.deal, state.seat) == ([3, 0], 0, 0)


@pytest.mark.parametrize("target", [2, 5, 21])
def test_the_game_ends_when_a_player_reaches_the_target(target):
    for n in range(10):
        state = play_to(Ecarte(target=target).start(seed(n)), deal=99)
        score = state.view(0)["score"]
        assert target <= max(score) <= target + 1
        assert min(score) < target
        assert state.scores() == ((1.0, 0.0) if score[0] > score[1] else (0.0, 1.0))


def test_there_are_no_scores_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        table().scores()
