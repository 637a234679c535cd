"""A state is a value: it can be copied, compared, hashed and pickled."""

import random
from typing import Any

import pytest

from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset
from tests.engine import values
from tests.engine.games import every_ruleset, play_out, start


@every_ruleset
def test_a_copy_is_equal_until_it_is_played_on(rules: Ruleset) -> None:
    values.check(rules, 1)


@pytest.mark.parametrize("name", RULESETS)
def test_states_of_other_options_are_not_equal(name: str) -> None:
    option, takes = next(iter(RULESETS[name].OPTIONS.items()), (None, None))
    if option is None:
        pytest.skip(f"{name} has no options")
    other: Any = next(value for value in takes.values if value != takes.default)
    state = ruleset(name).start(bytes(32))
    assert ruleset(name).start(bytes(32)) == state
    assert ruleset(name, {option: other}).start(bytes(32)) != state


def test_states_of_different_games_are_not_equal() -> None:
    states = [ruleset(name).start(bytes(32)) for name in RULESETS]
    for state in states:
        assert [other for other in states if other == state] == [state]
        assert state != state.position()


def test_states_of_different_seeds_are_not_equal() -> None:
    for name in RULESETS:
        assert ruleset(name).start(bytes(32)) != ruleset(name).start(bytes([1] * 32))


@every_ruleset
def test_a_finished_game_lists_and_writes_no_moves(rules: Ruleset) -> None:
    state = start(rules, 1)
    move = state.legal()[0]
    end = play_out(state, 1)
    assert list(end.legal()) == []
    assert end.texts([move]) == []


@every_ruleset
def test_copies_and_their_source_go_their_own_ways(rules: Ruleset) -> None:
    rng = random.Random(1)
    states = [start(rules, 1)]
    texts = [states[0].position()]
    for _ in range(150):
        number = rng.randrange(len(states))
        state = states[number]
        assert state.position() == texts[number]
        if len(states) < 4:
            states.append(state.copy())
            texts.append(texts[number])
        if state.seat is not None:
            alone = rules.position(texts[number])
            move = rng.choice(state.legal())
            for each in (state, alone):
                each.play(move)
            texts[number] = alone.position()
    assert [state.position() for state in states] == texts
