"""The king of trumps, turned or announced: ER3, ER8."""

from engine.ecarte.ruleset import Ecarte
from tests.engine.ecarte.tables import table
from tests.engine.playing import legal, play


def test_a_turned_king_is_a_point_for_the_dealer_at_once():
    state = table(turned="KS", fields="phase=deal")
    assert (state.view(0)["score"], state.seat, state.view(0)["phase"]) == ([0, 1], 0, "propose")


def test_a_turned_king_is_scored_once():
    state = table(turned="KS", fields="phase=deal")
    play(state, "propose", "accept", "discard AH", "discard 7D")
    assert state.view(0)["score"] == [0, 1]
    assert Ecarte().position(state.position()).view(0)["score"] == [0, 1]


def test_a_turned_king_may_end_the_game_before_a_card_is_played():
    state = table(turned="KS", fields="phase=deal score=4/4")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (0.0, 1.0), [4, 5])
    assert (list(state.legal()), state.view(1)["phase"]) == ([], "over")


def test_the_non_dealer_who_leads_the_king_of_trumps_always_announces_it():
    state = play(table(hand0="KSQHJHAHTH"), "stand")
    leads = [text for text in legal(state) if "KS" in text]
    assert leads == ["card KS king"]
    play(state, "card KS king")
    view = state.view(1)
    assert (view["score"], view["king"], view["led"]) == ([1, 0], 0, "KS")


def test_the_holder_of_the_king_may_announce_it_with_another_first_card_or_not_at_all():
    state = play(table(hand0="KSQHJHAHTH"), "stand")
    assert {"card QH", "card QH king"} <= set(legal(state))
    announced, silent = play(state.copy(), "card QH king"), play(state, "card QH")
    assert (announced.view(1)["score"], announced.view(1)["king"]) == ([1, 0], 0)
    assert (silent.view(1)["score"], silent.view(1)["king"]) == ([0, 0], None)


def test_the_dealer_decides_on_the_king_after_he_has_seen_the_lead():
    state = play(table(hand0="QDJDADTD9D", hand1="KSQHJHAHTH"), "stand", "card QD")
    assert {"card KS", "card KS king", "card QH", "card QH king"} <= set(legal(state))
    silent, announced = play(state.copy(), "card KS"), play(state, "card KS king")
    assert (silent.view(0)["score"], silent.view(0)["king"]) == ([0, 0], None)
    assert (announced.view(0)["score"], announced.view(0)["king"]) == ([0, 1], 1)


def test_the_dealer_announces_also_when_he_has_to_follow_with_another_card():
    state = play(table(hand1="KS7H8DQCJC"), "stand", "card KH")
    assert legal(state) == ["card 7H", "card 7H king"]


def test_the_king_cannot_be_announced_after_the_first_card():
    state = play(table(hand0="KSQHJHAHTH", hand1="QDJDADTD9D"), "stand", "card QH", "card 9D")
    assert legal(state) == ["card TH", "card JH", "card AH", "card KS"]


def test_the_king_of_another_suit_cannot_be_announced():
    assert not any("king" in text for text in legal(play(table(), "stand")))
