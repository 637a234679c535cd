"""Open play of the tricks is exact: it agrees with trying every move of the engine."""

import random

import pytest

from engine.cards import NAMES
from engine.ecarte.state import EcarteState
from engine.rulesets import ruleset
from strategy.ecarte.cards import DECKS
from strategy.ecarte.solver import holds, most_tricks

SEED = random.randrange(10**6)


def brute_force(state: EcarteState, leader: int) -> int:
    """The tricks of `leader` by trying every move."""
    if sum(state.tricks) == 5:
        return state.tricks[leader]
    results = []
    for move in state.legal():
        after = state.copy()
        after.play(move)
        results.append(brute_force(after, leader))
    return max(results) if state.seat == leader else min(results)


def deal(rules, rng) -> EcarteState:
    deck = [name for name in NAMES if name[0] != "6"]
    rng.shuffle(deck)
    hands = "".join(deck[:5]) + "/" + "".join(deck[5:10])
    text = f"phase=card hands={hands} turned={deck[10]} dealer=1 score=0/0 proposals=0"
    return rules.position(text, stop_at_deal=True)


@pytest.mark.parametrize("must_trump", [False, True])
def test_most_tricks_are_those_of_brute_force_on_the_engine(must_trump):
    print("seed", SEED)
    rng = random.Random(SEED)
    rules = ruleset("ecarte", {"must_trump": must_trump, "target": 21})
    for _ in range(12):
        state = deal(rules, rng)
        deck = DECKS["CDHS"[state.trump]]
        first, second = (deck.mask(state.view(seat)["hand"]) for seat in (0, 1))
        assert most_tricks(first, second, must_trump) == brute_force(state, 0), state.position()


def test_a_lead_holds_as_many_tricks_as_brute_force_finds_after_it():
    print("seed", SEED)
    rng = random.Random(SEED)
    rules = ruleset("ecarte", {"target": 21})
    for _ in range(5):
        state = deal(rules, rng)
        deck = DECKS["CDHS"[state.trump]]
        first, second = (deck.mask(state.view(seat)["hand"]) for seat in (0, 1))
        for move in state.legal():
            after = state.copy()
            after.play(move)
            card = deck.bits[state.text(move).split()[1]]
            tricks = brute_force(after, 0)
            assert holds(first ^ card, card, second, tricks, 5, False), state.position()
            assert not holds(first ^ card, card, second, tricks + 1, 5, False), state.position()


@pytest.mark.parametrize(
    ("hands", "turned"),
    [
        ("8S8DJSJH8H/ASTS7CKH7H", "9H"),
        ("8D9C9HQDAC/KC8CKSKHTD", "7H"),
        ("TH9CKD8STS/7STCACAHJS", "7H"),
    ],
)
def test_the_duty_to_trump_changes_what_is_won(hands, turned):
    tricks = []
    for must_trump in (False, True):
        rules = ruleset("ecarte", {"must_trump": must_trump, "target": 21})
        text = f"phase=card hands={hands} turned={turned} dealer=1 proposals=0"
        state = rules.position(text, stop_at_deal=True)
        first, second = (DECKS["H"].mask(state.view(seat)["hand"]) for seat in (0, 1))
        tricks.append(most_tricks(first, second, must_trump))
        assert tricks[-1] == brute_force(state, 0)
    assert tricks[0] != tricks[1]
