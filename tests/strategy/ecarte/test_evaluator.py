"""The scores of a decision's moves, from what the seat could know."""

import random

import pytest

from engine.rulesets import ruleset
from strategy.ecarte.evaluator import EVALUATOR

CLASSIC = {"must_trump": True, "vulnerability": "classic"}


def decision(position, options=None):
    rules = ruleset("ecarte", options or {})
    state = rules.position(position)
    knowledge = rules.knowledge(state.seat)
    knowledge.hear([], state.view(state.seat))
    return knowledge, state.actions(), rules


def means(position, options=None, samples=60, seed=1):
    knowledge, actions, rules = decision(position, options)
    rows = EVALUATOR.scores(knowledge, actions, samples, random.Random(seed))
    assert len(rows) == samples
    assert all(len(row) == len(actions) and all(0 <= x <= 1 for x in row) for row in rows)
    texts = [rules.action_text(action) for action in actions]
    return {text: sum(row[i] for row in rows) / samples for i, text in enumerate(texts)}


STRONG = "hands=7CKHQHJHKS/8C9C8STSJS turned=8H dealer=1 stock=9S9D8D7D7STDQD score=0/0"
WEAK = "hands=7C8C9D8STS/KHQH9CJSKS turned=8H dealer=1 stock=9S8D7D7STDQD score=0/0"


def test_a_hand_of_three_high_trumps_stands():
    scores = means(f"phase=propose {STRONG}")
    assert scores["stand"] > scores["propose"]


def test_exchanging_a_king_of_trumps_scores_worst():
    scores = means(f"phase=discard {STRONG} proposals=1", samples=30)
    assert max(scores, key=scores.get) == "discard 7C"
    assert all(scores["discard 7C"] > x for text, x in scores.items() if "KH" in text)


def test_the_announced_king_scores_more_than_the_silent_one():
    scores = means(f"phase=card {STRONG}")
    assert scores["card KS king"] > scores["card KS"]


def test_a_card_that_wins_for_sure_scores_one():
    scores = means(f"phase=card {STRONG.replace('score=0/0', 'score=3/3')} proposals=0")
    assert scores["card KH king"] == 1


def test_the_same_generator_gives_the_same_scores():
    assert means(f"phase=card {STRONG}", seed=3) == means(f"phase=card {STRONG}", seed=3)
    assert means(f"phase=propose {WEAK}", seed=3) == means(f"phase=propose {WEAK}", seed=3)


def test_scores_do_not_depend_on_the_true_hidden_cards():
    other = STRONG.replace("8C9C8STSJS", "AC9C8DTDQD").replace("9S9D8D7D7STDQD", "9S9D8S7D7STSJS")
    assert means(f"phase=card {STRONG}") == means(f"phase=card {other}")


def test_to_stand_on_a_middling_hand_pays_by_the_match_own_rules():
    # The seed's rules reward standing without risk; the classic ones punish who stands and loses.
    position = "phase=propose hands=7H9C8D9SQS/KHQH9DJSKS turned=8H dealer=1 score=0/0 stock=8STSTD"
    seed, classic = means(position, samples=200), means(position, CLASSIC, samples=200)
    assert seed["stand"] - seed["propose"] > classic["stand"] - classic["propose"] + 0.02


def test_no_action_or_no_sample_is_an_error():
    knowledge, actions, _ = decision(f"phase=card {STRONG}")
    with pytest.raises(ValueError, match="ask for one of each"):
        EVALUATOR.scores(knowledge, actions, 0, random.Random(1))
    with pytest.raises(ValueError, match="ask for one of each"):
        EVALUATOR.scores(knowledge, [], 5, random.Random(1))


def test_open_cards_are_scored_as_they_lie():
    # The dealer holds nothing that beats a trump: with open cards all five tricks are safe.
    position = f"phase=card {STRONG.replace('7CKHQHJHKS', 'KHQHJHAHTH')} proposals=0"
    knowledge, actions, rules = decision(position.replace("score=0/0", "score=2/4"))
    state = rules.position(position.replace("score=0/0", "score=2/4"))
    rows = EVALUATOR.open_scores(knowledge, state, actions, 3, random.Random(1))
    assert len(rows) == 3
    # Silent they score two, which is a point short; with the king announced they win.
    assert min(rows[0]) < max(rows[0]) == 1
    bids = f"phase=propose {WEAK}"
    knowledge, actions, rules = decision(bids)
    state = rules.position(bids)
    one, two = EVALUATOR.open_scores(knowledge, state, actions, 2, random.Random(1))
    assert one == two and all(0 <= x <= 1 for x in one)
