"""Why a move is better than another, in words."""

import pytest

from engine.rulesets import ruleset
from strategy.ecarte.reasons import explain

BID = "phase=propose turned=8H dealer=1 stock=TDQD"
EXCHANGE = "phase=discard proposals=1 turned=8H dealer=1 stock=TDQDADJCTC"
LEAD = "phase=card turned=8H dealer=1 stock=TDQD"
CASES = [
    (f"{BID} hands=7CKHQHJH9S/8C9C8STSJS", "stand", "propose", "three trumps with the king: stand"),
    (f"{BID} hands=7C8C9D7S9S/KH9C8STSJS", "propose", "stand", "no trumps and no side king"),
    (f"{BID} hands=7C8CKD7HKS/KH9C8STSJS", "stand", "propose", "one trump and two side kings"),
    (f"{EXCHANGE} hands=7C8C9D7H9S/KH9C8STSJS", "discard 7C", "discard 7H", "keep the trumps"),
    (f"{EXCHANGE} hands=7C8C9D7HKS/KH9C8STSJS", "discard 7C", "discard 7C KS", "keep the king"),
    (f"{EXCHANGE} hands=7C8C9D7HKS/KH9C8STSJS", "discard 7C 8C", "discard 7C", "exchange more"),
    (f"{LEAD} hands=7CKHQH9D9S/8C9C8STSJS", "card KH king", "card 7C", "announce the king"),
    (f"{LEAD} hands=7CQHJH9D9S/8C9C8STSJS", "card QH", "card 9S", "lead trumps: it draws"),
    (f"{LEAD} hands=7CQH8D9DKS/8C9C8STSJS", "card KS", "card QH", "keep the last trump"),
]


@pytest.mark.parametrize(("position", "better", "played", "words"), CASES)
def test_a_rule_of_thumb_says_why(position, better, played, words):
    state = ruleset("ecarte").position(position)
    assert explain(state.view(state.seat), better, played).startswith(words)


def test_nothing_is_said_where_no_rule_of_thumb_fits():
    state = ruleset("ecarte").position(f"{BID} hands=7C8CKD7HKS/KH9C8STSJS")
    assert explain(state.view(state.seat), "propose", "stand") == ""


def test_the_trump_that_takes_the_trick_is_named():
    position = f"{LEAD} hands=8C9C8STSJS/7HAD9D8D9S led=8C seat=1"
    state = ruleset("ecarte").position(position.replace("8C9C", "9C"))
    said = explain(state.view(1), "card 7H", "card 8D")
    assert said == "take the trick with a trump"
