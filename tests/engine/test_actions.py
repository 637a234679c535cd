"""Actions: the numbers of moves, the same number for the same cards in every state."""

import random
from typing import Any

import pytest

from engine.action_numbers import set_number, set_with_number
from engine.errors import BadAction, IllegalMove, MoveError
from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import deal_hidden_again, every_ruleset, played, start, states

NUMBERS = pytest.mark.parametrize("number", range(2))


def some(moves: Any, rng: random.Random) -> list[Any]:
    """All moves, or forty of them."""
    return list(moves) if len(moves) <= 40 else rng.sample(list(moves), 40)


@every_ruleset
@NUMBERS
def test_actions_are_the_sorted_numbers_of_the_legal_moves(rules: Ruleset, number: int) -> None:
    for state in states(rules, number):
        actions = list(state.actions())
        assert actions == sorted(state.action(move) for move in state.legal())
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < rules.num_actions for action in actions)


@every_ruleset
@NUMBERS
def test_an_action_is_a_move_and_its_text(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=2):
        for move in some(state.legal(), rng):
            action = state.action(move)
            assert state.move(action) == move
            assert rules.action_text(action) == state.text(move)


@every_ruleset
def test_the_same_action_is_the_same_text_in_all_states(rules: Ruleset) -> None:
    texts: dict[int, str] = {}
    for number in range(3):
        for state in states(rules, number, every=3):
            for move in some(state.legal(), random.Random(number)):
                action, text = state.action(move), state.text(move)
                assert texts.setdefault(action, text) == text
    assert len(set(texts.values())) == len(texts)


@every_ruleset
def test_an_action_means_the_same_cards_when_hidden_cards_are_dealt_again(rules: Ruleset) -> None:
    rng = random.Random(5)
    for state in states(rules, 1, every=4):
        if state.seat is None:
            continue
        other = deal_hidden_again(rules, state, state.seat, rng)
        assert list(other.actions()) == list(state.actions())
        for action in some(state.actions(), rng):
            assert other.text(other.move(action)) == state.text(state.move(action))


def test_a_tree_of_actions_is_followed_in_another_deal() -> None:
    """What moves cannot do: they are places in a hand."""
    rules = ruleset("kozel", {"molodka": "off"})
    one = rules.position("hands=7S9S/8SKS/6H7H/8D6D exposed=JH leader=0")
    two = rules.position("hands=7S9S/KSAS/6H7H/8D6D exposed=JH leader=0")
    for state in (one, two):
        state.play(state.parse("lead 7S"))
    action = one.action(one.parse("beat KS"))
    assert one.parse("beat KS") != two.parse("beat KS")
    assert two.move(action) == two.parse("beat KS")


@every_ruleset
@NUMBERS
def test_only_legal_actions_are_moves(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=7):
        legal = set(state.actions())
        near = [action + step for action in some(sorted(legal), rng) for step in (-1, 1)]
        anything = [rng.randrange(rules.num_actions) for _ in range(30)]
        for action in {*near, *anything} - legal:
            if not 0 <= action < rules.num_actions:
                continue
            with pytest.raises(IllegalMove) as caught:
                state.move(action)
            assert rules.action_text(action) in str(caught.value)
            assert 0 < len(str(caught.value)) < 500


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("action", [-1, 10**6, 10**40, -(10**40), 0.5, "7", None, "x" * 1000])
def test_a_number_that_no_action_has_is_an_error_that_says_the_range(
    name: str, action: Any
) -> None:
    rules = ruleset(name)
    state = rules.start(bytes(32))
    for read in (state.move, rules.action_text):
        with pytest.raises(BadAction, match=f"{name}.* to {rules.num_actions - 1}") as caught:
            read(action)
        assert len(str(caught.value)) < 300
        assert isinstance(caught.value, MoveError)


@pytest.mark.parametrize("name", RULESETS)
def test_the_bounds_of_the_numbers_are_actions(name: str) -> None:
    rules = ruleset(name)
    texts = [rules.action_text(action) for action in (0, rules.num_actions - 1)]
    assert all(texts)
    with pytest.raises(BadAction):
        rules.action_text(rules.num_actions)


@pytest.mark.parametrize("name", RULESETS)
def test_every_number_has_a_text_of_its_own(name: str) -> None:
    rules = ruleset(name)
    few = rules.num_actions < 2000
    numbers = range(rules.num_actions) if few else range(0, rules.num_actions, 53)
    texts = [rules.action_text(number) for number in numbers]
    assert len(set(texts)) == len(texts)


@every_ruleset
def test_no_action_is_left_when_the_game_is_over(rules: Ruleset) -> None:
    state: State[Any] = start(rules, 0)
    for _ in played(state, 0):
        pass
    assert list(state.actions()) == []
    with pytest.raises(IllegalMove):
        state.move(0)


@pytest.mark.parametrize("deck", [5, 9, 12])
def test_sets_are_numbered_without_gaps(deck: int) -> None:
    sets = [set_with_number(number, deck) for number in range(2**deck - 1 if deck == 5 else 255)]
    assert [set_number(cards, deck) for cards in sets] == list(range(len(sets)))
    assert all(cards == sorted(set(cards)) and cards[-1] < deck for cards in sets)
    assert [len(cards) for cards in sets] == sorted(len(cards) for cards in sets)
