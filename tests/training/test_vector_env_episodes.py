"""The episodes of VectorEnv: dealt by the seed, ended apart from the next one's first turn."""

import numpy as np
import pytest

from engine.rulesets import RULESETS
from tests.training.vector_games import random_actions
from training.batches import games
from training.batches.batch import episode_seed
from training.vector_env import Step, Turn, VectorEnv

STEPS = 40


def played(name: str, n: int, seed: int | bytes, choice: int = 1) -> list[Step]:
    env = VectorEnv(name, n, seed, backend="python")
    choose = np.random.default_rng(choice)
    mask = env.reset().mask
    steps = []
    for _ in range(STEPS):
        steps.append(env.step(random_actions(mask, choose)))
        mask = steps[-1].mask
    return steps


def same(one: list[Step], other: list[Step]) -> bool:
    return all(
        np.array_equal(a, b)
        for left, right in zip(one, other, strict=True)
        for a, b in zip(left, right, strict=True)
    )


@pytest.mark.parametrize("name", RULESETS)
def test_the_same_seed_and_actions_give_the_same_arrays(name: str) -> None:
    assert same(played(name, 3, 5), played(name, 3, (5).to_bytes(32, "big")))
    assert not same(played(name, 3, 5), played(name, 3, 6))


def test_other_games_do_not_change_an_episode() -> None:
    seeds = [episode_seed(bytes(32), game, episode) for game in range(50) for episode in range(50)]
    assert len(set(seeds)) == len(seeds)
    few, many = VectorEnv("kozel", 2, 3).reset(), VectorEnv("kozel", 5, 3).reset()
    assert (many.obs[:2] == few.obs).all()


def test_no_two_games_have_the_same_deal() -> None:
    for name in RULESETS:
        shown = VectorEnv(name, 300, 1, backend="python").reset().obs
        assert len({row.tobytes() for row in shown}) > 290, name


def test_reset_begins_the_same_episodes_again() -> None:
    env = VectorEnv("ecarte", 4, 9, backend="python")
    first = env.reset()
    choose = np.random.default_rng(1)
    turn = first
    for _ in range(40):
        turn = env.step(random_actions(turn.mask, choose))
    again = env.reset()
    assert not len(env.finals().games)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))


def test_an_end_is_apart_from_the_first_turn_of_the_next_episode() -> None:
    env = VectorEnv("ecarte", 8, 2, backend="python")
    choose = np.random.default_rng(1)
    mask = env.reset().mask
    phase = slice(6 * 32 + 4, 6 * 32 + 9)  # propose, respond, discard, card, over
    ends = 0
    for _ in range(STEPS):
        obs, mask, _, reward, done = env.step(random_actions(mask, choose))
        finals = env.finals()
        ends += len(finals.games)
        assert (finals.obs[:, :, phase] == [0, 0, 0, 0, 1]).all()
        assert (obs[done, phase] == [1, 0, 0, 0, 0]).all()
        assert (reward.sum(axis=1) == 0).all() and reward[done].all()
    assert ends > 8


def test_returned_arrays_are_the_callers() -> None:
    env, other = (VectorEnv("ecarte", 2, 4, backend="python") for _ in range(2))
    choose = np.random.default_rng(1)
    turn, twin = env.reset(), other.reset()
    for _ in range(30):
        actions = random_actions(turn.mask, choose)
        for array in (*turn, *env.finals()):
            array.fill(1)  # is nobody's business but the caller's
        turn, twin = Turn(*env.step(actions)[:3]), Turn(*other.step(actions)[:3])
        assert all((a == b).all() for a, b in zip(turn, twin, strict=True))
    kept = [array.copy() for array in turn]
    env.step(random_actions(turn.mask, choose))
    assert all((a == b).all() for a, b in zip(turn, kept, strict=True))


def test_shapes_and_types_are_those_of_the_docstring() -> None:
    for name, kind in RULESETS.items():
        env = VectorEnv(name, 3, backend="python")
        choose = np.random.default_rng(1)
        obs, mask, seat, reward, done = env.step(random_actions(env.reset().mask, choose))
        assert (obs.shape, obs.dtype) == ((3, *kind.observation_shape), np.uint8)
        assert (mask.shape, mask.dtype) == ((3, kind.num_outputs), np.bool_)
        assert (seat.shape, seat.dtype) == ((3,), np.int8)
        assert (reward.shape, reward.dtype) == ((3, 2), np.float32)
        assert (done.shape, done.dtype) == ((3,), np.bool_)
        assert env.finals().obs.shape == (0, kind.seats, *kind.observation_shape)


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_without_arrays_of_its_own_is_stepped_state_by_state(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = played(name, 3, 5)
    monkeypatch.setattr(games, "_GAMES", {})
    assert same(played(name, 3, 5), expected)
