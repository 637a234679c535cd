"""What the five tricks of a deal are worth, by vulnerability: E29 to E32, ER11 to ER14."""

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.ecarte.scoring import deal_points

# (proposals, exchanges): more proposals than exchanges say that play began by a refusal.
STOOD, REFUSED, EXCHANGED, REFUSED_LATER = (0, 0), (1, 0), (1, 1), (2, 1)

# By vulnerability and how play began: points for (non-dealer, dealer) with three of the tricks.
THREE_TRICKS = {
    ("seed", STOOD): (2, 1),
    ("seed", REFUSED): (2, 1),
    ("seed", EXCHANGED): (1, 1),
    ("seed", REFUSED_LATER): (2, 1),
    ("classic", STOOD): (1, 2),
    ("classic", REFUSED): (2, 1),
    ("classic", EXCHANGED): (1, 1),
    ("classic", REFUSED_LATER): (1, 1),
    ("winner", STOOD): (2, 2),
    ("winner", REFUSED): (2, 2),
    ("winner", EXCHANGED): (1, 1),
    ("winner", REFUSED_LATER): (1, 1),
    ("none", STOOD): (1, 1),
    ("none", REFUSED): (1, 1),
    ("none", EXCHANGED): (1, 1),
    ("none", REFUSED_LATER): (1, 1),
}


@pytest.mark.parametrize(("rule", "began"), THREE_TRICKS)
def test_three_or_four_tricks_are_worth_what_the_vulnerability_says(rule, began):
    non_dealer, dealer = THREE_TRICKS[rule, began]
    for won in (3, 4):
        assert deal_points(rule, won, *began) == (non_dealer, 0)
    for won in (1, 2):
        assert deal_points(rule, won, *began) == (0, dealer)


@pytest.mark.parametrize(("rule", "began"), THREE_TRICKS)
def test_all_five_tricks_are_two_points_and_never_more(rule, began):
    assert deal_points(rule, 5, *began) == (2, 0)
    assert deal_points(rule, 0, *began) == (0, 2)


def play(state, text):
    for move in text.split(", "):
        state.play(state.parse(move))
    return state


def table(fields="", turned="QS", **options):
    """Seat 0, the non-dealer, can take four tricks but not the fifth."""
    return Ecarte(**options).position(
        f"hands=KHQHJHAH7S/9D8D7DQC9S turned={turned} stock=8S7C8C9C dealer=1 {fields}"
    )


FOUR_TRICKS = (
    "card KH, card 9D, card QH, card 8D, card JH, card 7D, card AH, card QC, card 7S, card 9S"
)


@pytest.mark.parametrize(
    ("rule", "opening", "score"),
    [
        ("seed", "stand", [2, 0]),
        ("seed", "propose, refuse", [2, 0]),
        ("seed", "propose, accept, discard 7S, discard, propose, refuse", [2, 0]),
        ("classic", "stand", [1, 0]),
        ("classic", "propose, refuse", [2, 0]),
        ("classic", "propose, accept, discard 7S, discard, propose, refuse", [1, 0]),
        ("winner", "stand", [2, 0]),
        ("none", "propose, refuse", [1, 0]),
        ("seed", "propose, accept, discard 7S, discard, stand", [1, 0]),
    ],
)
def test_a_played_deal_scores_by_how_its_play_began(rule, opening, score):
    state = play(table(vulnerability=rule), opening)
    tricks = FOUR_TRICKS if "7S" not in opening else FOUR_TRICKS.replace("card 7S", "card 8S")
    play(state, tricks)
    assert state.deal == 1
    assert not state.view(0)["turned"].startswith("K"), (
        "a point of the next deal would be counted too"
    )
    assert state.view(0)["score"] == score


def test_standing_because_the_stock_is_empty_scores_nothing_extra():
    """ER14: an exchange was accepted before, so a proposal was made."""
    state = Ecarte().position("hands=KHQHJHAH7S/9D8D7DQC9S turned=QS stock=8S dealer=1")
    play(state, "propose, accept, discard 7S, discard")
    assert [state.text(move) for move in state.legal()] == ["stand"]
    play(state, "stand, " + FOUR_TRICKS.replace("card 7S", "card 8S"))
    assert state.view(0)["score"] == [1, 0]


def test_a_player_can_make_three_points_in_a_deal_as_non_dealer():
    state = Ecarte().position("hands=KSQHJHAHTH/QDJDADTD9D turned=QS dealer=1")
    play(
        state,
        "stand, card KS king, card 9D, card QH, card QD, card JH, card JD, card AH, card AD, "
        "card TH, card TD",
    )
    assert state.view(0)["score"] == [3, 0]


def test_a_player_can_make_three_points_in_a_deal_as_dealer():
    state = Ecarte().position("hands=QDJDADTD9D/KSQSJSTS9S turned=8S dealer=1")
    play(
        state,
        "stand, card QD, card KS king, card QS, card 9D, card JS, card TD, card TS, card JD, "
        "card 9S, card AD",
    )
    assert state.view(0)["score"] == [0, 3]
