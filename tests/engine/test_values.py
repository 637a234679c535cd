"""A state is a value: it can be copied, compared, hashed and pickled."""

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
