"""The scores of moves of Svoi Kozyri, and why one is better than another."""

from random import Random

import pytest

from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.svoi_kozyri.evaluator import SvoiKozyriEvaluator
from strategy.svoi_kozyri.reasons import explain
from strategy.svoi_kozyri.solver import solve
from tests.strategy.svoi_kozyri.positions import random_state, small_deals

RULES = SvoiKozyri()


def scores(rules, text):
    """The score of each legal move of a position, by its text."""
    state = rules.position(text)
    return by_move(rules, state)


def by_move(rules, state):
    knowledge = rules.knowledge(state.seat)
    knowledge.hear([], state.view(state.seat))
    (row,) = SvoiKozyriEvaluator().scores(knowledge, state.actions(), 8, Random(1))
    return dict(zip(state.texts(state.legal()), row, strict=True))


def test_won_drawn_and_lost_moves_have_exact_scores():
    assert scores(RULES, "hands=7C9S/8C trumps=S/H pile=6C") == {
        "beat 7C 9S": 1,
        "beat 9S 7C": 0.5,
    }


def test_the_scores_of_small_deals_are_those_of_the_proofs():
    random = Random(seed := Random().getrandbits(32))
    for text in random.sample(list(small_deals("KA")), 8):
        state = RULES.position(text)
        for move, score in scores(RULES, text).items():
            child = state.copy()
            child.play(child.parse(move))
            proved = 1 - solve(child, 60).value
            assert score == proved or 0 < score < 1, f"seed {seed}"
            assert (score > 0.5) >= (proved == 1), f"seed {seed}"


def test_every_legal_move_of_a_game_has_a_score():
    state = random_state(RULES, Random(3), 5)
    found = by_move(RULES, state)
    assert len(found) == len(state.legal())
    assert all(0 <= score <= 1 for score in found.values())
    assert by_move(RULES, state) == found


def test_before_the_deal_all_trumps_are_equal():
    rules = SvoiKozyri(trumps="choose")
    assert set(by_move(rules, rules.start(bytes(32))).values()) == {0.5}


@pytest.mark.parametrize(
    ("text", "better", "played", "why"),
    [
        (
            "hands=7C9S/8C trumps=S/H pile=6C",
            "beat 7C 9S",
            "beat 9S 7C",
            "it lays the last cards, and the game is over",
        ),
        (
            "hands=AH7C/9H8D trumps=S/H",
            "lead AH",
            "lead 7C",
            "it wins by force, in 1 more move",
        ),
        (
            "hands=7CAH6D8D9DTDJD/KHQHJHTH7S8S9STSJSQS trumps=S/H pile=QDKDAD9C8C6C",
            "beat 7C AH",
            "beat 7C 8D",
            "the opponent cannot beat the ace of its own trumps and takes the whole pile",
        ),
        (
            "hands=7CKH6D8D9DTDJD/QHJHTH9H7S8S9STSJSQS trumps=S/H pile=AHQDKDAD9C8C6C",
            "beat 7C KH",
            "beat 7C 8D",
            "the opponent cannot beat this card of its own trumps and takes 5 cards",
        ),
        (
            "hands=7C7S6D8D9DTDJDKS/QHJH7H8H9H6HTHAH trumps=S/H pile=QDKDAD9C8C6C",
            "beat 7C 6D",
            "beat 7S 6D",
            "it keeps a trump for later",
        ),
    ],
)
def test_a_rule_of_thumb_says_why_a_move_is_better(text, better, played, why):
    state = RULES.position(text)
    assert {better, played} <= set(state.texts(state.legal()))
    assert explain(state.view(state.seat), better, played) == why


def test_words_are_empty_where_no_rule_of_thumb_fits():
    state = RULES.start(bytes(32))
    first = state.texts(state.legal())[0]
    assert explain(state.view(0), first, first) == ""


def test_any_two_moves_of_a_game_can_be_compared():
    random = Random(seed := Random().getrandbits(32))
    for plies in (4, 12, 20):
        rules = SvoiKozyri(voluntary_take=True)
        state = random_state(rules, random, plies)
        better, played = random.sample(state.texts(state.legal()), 2)
        words = explain(state.view(state.seat), better, played, rules)
        assert words == words.strip(), f"seed {seed}"
