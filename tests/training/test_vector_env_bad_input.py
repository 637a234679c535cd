"""VectorEnv says what is wrong with what it is given, and then nothing has changed."""

from typing import Any

import numpy as np
import pytest

from engine.ecarte.ruleset import Ecarte
from engine.errors import BadOption
from engine.rulesets import RULESETS
from tests.training.vector_games import random_actions
from training.vector_env import BadActions, BadBatch, Turn, VectorEnv

SHAPES = [[0, 0], [], 0, [[0], [0], [0]], [0, 0, 0, 0]]
TYPES = [[0.0, 0.0, 0.0], [True, True, True], ["0", "0", "0"], [None, None, None]]


@pytest.mark.parametrize("n", [0, -1, 2**20 + 1, 2.0, True, "4", None])
def test_the_number_of_games_is_a_positive_whole_number(n: Any) -> None:
    with pytest.raises(BadBatch, match="n is a number of games from 1 to 1048576, not"):
        VectorEnv("ecarte", n)


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "1", b"short", True, None])
def test_a_seed_is_a_number_or_32_bytes(seed: Any) -> None:
    with pytest.raises(BadBatch, match="seed is 32 bytes or a number"):
        VectorEnv("ecarte", 1, seed)


@pytest.mark.parametrize("given", [{"episode": "match"}, {"backend": "cuda"}, {"episode": None}])
def test_options_have_named_values(given: Any) -> None:
    with pytest.raises(BadBatch, match="is one of"):
        VectorEnv("ecarte", 1, **given)


def test_a_ruleset_must_be_known() -> None:
    with pytest.raises(BadOption, match="there is no ruleset 'bridge'; there are kozel"):
        VectorEnv("bridge", 1)
    for given in (7, None, Ecarte):
        with pytest.raises(BadOption, match=f"of type {type(given).__name__}"):
            VectorEnv(given, 1)  # type: ignore[arg-type]


def test_a_ruleset_must_have_observations() -> None:
    class Riddles:
        name = "riddles"

        def start(self, seed: bytes, stop_at_deal: bool) -> None: ...

    with pytest.raises(BadBatch, match="riddles has no observations as numbers"):
        VectorEnv(Riddles(), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("actions", SHAPES)
def test_actions_are_one_for_each_game(actions: Any) -> None:
    env = VectorEnv("ecarte", 3, backend="python")
    with pytest.raises(BadActions, match=r"actions have the shape \(3,\), not"):
        env.step(np.array(actions, np.int64))


@pytest.mark.parametrize("actions", TYPES)
def test_actions_are_integers(actions: Any) -> None:
    with pytest.raises(BadActions, match="actions are integers, not of the type"):
        VectorEnv("ecarte", 3, backend="python").step(actions)


@pytest.mark.parametrize("name", RULESETS)
def test_an_action_that_cannot_be_played_changes_nothing(name: str) -> None:
    env, other = (VectorEnv(name, 3, 1, backend="python") for _ in range(2))
    turn = env.reset()
    choose = np.random.default_rng(1)
    most = turn.mask.shape[1]
    for _ in range(20):
        actions = random_actions(turn.mask, choose)
        for bad, why in ((-1, "numbers from 0 to"), (most, "numbers from 0 to")):
            check_refused(env, [*actions[:2], bad], rf"actions\[2\] is {bad}: .*{why}")
        illegal = int(np.flatnonzero(~turn.mask[2])[0])
        legal = int(np.flatnonzero(turn.mask[2])[0])
        why = rf"actions\[2\] is {illegal}, which is not legal in game 2 now; .* allows {legal}"
        check_refused(env, [*actions[:2], illegal], why)
        after, twins = env.step(actions), other.step(actions)
        assert all((a == b).all() for a, b in zip(after, twins, strict=True))
        turn = Turn(*after[:3])


def check_refused(env: VectorEnv, actions: Any, why: str) -> None:
    with pytest.raises(BadActions, match=why):
        env.step(actions)


def test_integers_of_every_type_are_actions() -> None:
    for kind in (np.int8, np.uint8, np.int32, np.uint64, np.int64, int):
        env = VectorEnv("ecarte", 2, backend="python")
        actions = env.reset().mask.argmax(axis=1)
        env.step(actions.astype(kind))
        env.step(env.reset().mask.argmax(axis=1).tolist())
    with pytest.raises(BadActions, match="numbers from 0 to 99"):
        env.step(np.array([2**63 + 5, 0], np.uint64))
