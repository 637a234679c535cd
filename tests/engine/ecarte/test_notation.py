"""The position notation of Écarté sets up any state."""

import random

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.errors import BadPosition

RULESETS = [
    Ecarte(),
    Ecarte(must_trump=True, vulnerability="classic"),
    Ecarte(dealer_min=1, target=3),
]
FIVES = "hands=KHQHJHAHTH/9D8D7DQCJC turned=QS dealer=1"
ONES = "hands=KH/9D turned=QS dealer=1 phase=card"


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: str(rules.options))
def test_every_state_of_a_game_can_be_set_up_from_its_text(rules):
    rng = random.Random(3)
    for _ in range(30):
        state = rules.start(rng.randbytes(32))
        while True:
            text = state.position()
            again = rules.position(text)
            assert "\n" not in text
            assert again.position() == text
            assert (again.seat, again.deal) == (state.seat, state.deal)
            for seat in (0, 1, None):
                assert again.view(seat) == state.view(seat)
            assert again.legal() == state.legal()
            if state.seat is None:
                assert again.scores() == state.scores()
                break
            state.play(rng.choice(state.legal()))


def test_a_state_set_up_from_its_text_deals_the_same_later_deals():
    rng = random.Random(5)
    state = Ecarte().start(rng.randbytes(32))
    state.play(state.parse("propose"))
    again = Ecarte().position(state.position())
    while state.seat is not None:
        move = rng.choice(state.legal())
        state.play(move)
        again.play(move)
        assert again.view(None) == state.view(None)
    assert state.deal > 0


def test_only_hands_turned_card_and_dealer_have_to_be_given():
    state = Ecarte().position(FIVES)
    view = state.view(None)
    assert (state.seat, state.deal, view["phase"], view["score"]) == (0, 0, "propose", [0, 0])
    assert (view["stock"], view["exchanges"], view["proposals"]) == ([], [], 0)


def test_the_acting_seat_follows_from_the_phase():
    for fields, seat in [
        ("phase=respond stock=7S", 1),
        ("phase=discard stock=7S", 0),
        ("phase=discard exchanges=3-", 1),
        ("phase=card", 0),
    ]:
        assert Ecarte().position(f"{FIVES} {fields}").seat == seat


@pytest.mark.parametrize("seat", [0, 1])
def test_the_field_seat_says_who_leads_to_a_later_trick(seat):
    state = Ecarte().position(f"{ONES} tricks=2/2 seat={seat}")
    assert state.seat == seat


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "lacks hands="),
        ("hands=KH/9D turned=QS", "lacks dealer="),
        ("hands=KH/9D dealer=1", "lacks turned="),
        ("hands=KH dealer=1 turned=QS", "cards of seats 0 to 1"),
        (FIVES.replace("QS", "QSJS"), "write one card"),
        (FIVES.replace("dealer=1", "dealer=2"), "write 0 or 1"),
        (FIVES.replace("TH", "6H"), "6H is not in this game's deck"),
        (FIVES.replace("TH", "9D"), "9D is in hands= and hands="),
        (FIVES + " stock=QS", "QS is in turned= and stock="),
        (FIVES + " stock=7S played=7S", "7S is in"),
        (FIVES + " phase=lunch", "write deal or propose"),
        (FIVES + " seat=1", "write 0"),
        (FIVES + " score=5/0", "when the game is over"),
        (FIVES + " score=5/5 phase=over", "when the game is over"),
        (FIVES + " score=7/0 phase=over", "at most 6 points"),
        (FIVES + " phase=over", "when the game is over"),
        (FIVES + " score=1", "2 numbers"),
        (FIVES + " deal=9", "at most 9 deals"),
        (FIVES + " tricks=1/0", "no card is played"),
        (FIVES + " led=7S", "no card is played"),
        (FIVES + " phase=card led=7S9S", "one card or a dash"),
        (FIVES + " phase=card tricks=1/0", "4 and 4 cards"),
        (FIVES + " phase=card led=7S", "4 and 5 cards"),
        (FIVES + " phase=card tricks=6/0", "from 0 to 5"),
        ("hands=-/- turned=QS dealer=1 phase=card tricks=3/2", "0 and 0 cards"),
        ("hands=KHQHJHAHTH/9D8D7DQC turned=QS dealer=1 phase=card led=JC tricks=0/0 seat=0",
         "non-dealer leads"),
        (ONES + " tricks=2/2 seat=-", "write 0 or 1"),
        (FIVES + " phase=respond", "a card in the stock"),
        (FIVES + " phase=discard", "a card in the stock"),
        (FIVES + " phase=propose exchanges=3-", "all are complete"),
        (FIVES + " exchanges=3-2 proposals=0", "proposals=0"),
        (FIVES + " phase=card exchanges=3-2 proposals=3", "proposals=3"),
        (FIVES + " phase=discard exchanges=3-/2-", "exchanges"),
        (FIVES + " exchanges=0-2", "exchanges"),
        (FIVES + " exchanges=3-6", "exchanges"),
        (FIVES + " king=2", "write - or 0 or 1"),
        (FIVES + " seed=12", "64 hexadecimal digits"),
        (FIVES + " deal=" + "9" * 5000, "from 0"),
        (FIVES + " colour=red", "not a field"),
        (FIVES + " dealer=1", "given twice"),
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_position_is_refused_with_a_short_reason(text, reason):
    with pytest.raises(BadPosition, match=reason) as refused:
        Ecarte().position(text)
    assert len(str(refused.value)) < 300
