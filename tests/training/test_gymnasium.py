"""A game against a chosen opponent as a Gymnasium environment."""

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from engine.errors import BadOption
from engine.rulesets import RULESETS
from referee.errors import RefereeError
from training.gymnasium_env import CardGame
from training.opponents import OpponentFailed

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        CODE
"""
LAST = 'print(json.dumps({"move": message["legal"][-1]}), flush=True)'


def first(view: dict[str, Any], legal: list[str]) -> str:
    return legal[0]


def play(env: CardGame, seed: int, options: dict[str, Any] | None = None) -> list[float]:
    """Plays an episode with random legal actions. Returns its rewards."""
    seen, info = env.reset(seed=seed, options=options)
    generator = np.random.default_rng(seed)
    rewards = []
    terminated = False
    while not terminated:
        assert env.observation_space.contains(seen)
        assert info["seat"] % 2 == env._side
        action = generator.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        assert truncated is False and isinstance(reward, float)
        rewards.append(reward)
    assert not seen["action_mask"].any()
    return rewards


@pytest.mark.parametrize("game", RULESETS)
def test_the_environment_passes_the_check_of_gymnasium(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("goat/CardGame-v1", game=game, opponent=first, render_mode="ansi")
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", RULESETS)
def test_an_episode_is_a_deal_and_its_reward_what_the_deal_is_worth_to_the_agent(game: str) -> None:
    env = CardGame(game, opponent=first)
    found = set()
    for seed in range(8):
        *before, last = play(env, seed)
        assert not any(before)
        assert last == env._now.utility()[env._side]
        found.add((env._side, last))
    assert {side for side, _ in found} == {0, 1}
    assert {last for _, last in found} - {0.0}


def test_with_whole_games_the_reward_is_that_of_the_game() -> None:
    env = CardGame("ecarte", opponent=first, whole_game=True)
    assert play(env, 1)[-1] in (-1.0, 1.0)
    assert max(env._now.points) >= 5


def test_in_a_game_of_partners_the_agent_plays_both_seats_of_its_side() -> None:
    env = CardGame("kozel", opponent=first)
    seats = set()
    seen, info = env.reset(seed=4, options={"side": 1})
    terminated = False
    while not terminated:
        seats.add(info["seat"])
        action = np.flatnonzero(seen["action_mask"])[0]
        seen, _, terminated, _, info = env.step(action)
    assert seats == {1, 3}


@pytest.mark.parametrize("game", RULESETS)
def test_a_reference_bot_plays_through_the_protocol_from_episode_to_episode(game: str) -> None:
    env = CardGame(game, opponent=f"house/greedy-{game}")
    try:
        rewards = [play(env, seed)[-1] for seed in range(3)]
        assert rewards == [play(env, seed)[-1] for seed in range(3)]
    finally:
        env.close()


def test_a_file_plays_the_moves_that_it_prints(tmp_path: Path) -> None:
    program = tmp_path / "last.py"
    program.write_text(BOT.replace("CODE", LAST))
    by_file = CardGame("ecarte", opponent=program)
    by_function = CardGame("ecarte", opponent=lambda view, legal: legal[-1])
    try:
        for seed in range(4):
            assert play(by_file, seed) == play(by_function, seed)
    finally:
        by_file.close()


def test_the_fault_of_a_bot_says_whose_it_is_and_what_it_wrote(tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text(BOT.replace("CODE", "raise SystemExit('I do not know this game')"))
    env = CardGame("ecarte", opponent=program)
    try:
        with pytest.raises(OpponentFailed, match=r"broken crashed[\s\S]*I do not know this game"):
            play(env, 1)
    finally:
        env.close()


def test_a_function_must_return_a_legal_move() -> None:
    env = CardGame("ecarte", opponent=lambda view, legal: "resign")
    with pytest.raises(OpponentFailed, match="'resign', which is none of its legal moves: "):
        play(env, 1)


def test_an_illegal_action_loses_the_episode_and_says_why() -> None:
    env = CardGame("ecarte", opponent=first)
    seen, _ = env.reset(seed=1)
    illegal = np.flatnonzero(seen["action_mask"] == 0)[0]
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert "not legal" in info["illegal"]
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step(0)


def test_mistaken_settings_are_named() -> None:
    with pytest.raises(BadOption, match="there is no ruleset 'whist'"):
        CardGame("whist", opponent=first)
    with pytest.raises(OpponentFailed, match="no reference bot 'house/greedy-kozel' for ecarte"):
        CardGame("ecarte", opponent="house/greedy-kozel")
    with pytest.raises(RefereeError, match="there is no bot nowhere"):
        CardGame("ecarte", opponent="nowhere.py")
    env = CardGame("ecarte", opponent=first)
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step(0)
    with pytest.raises(ValueError, match="side is 2; write 0 or 1"):
        env.reset(options={"side": 2})


def test_the_same_seed_deals_the_same_and_the_next_episode_another() -> None:
    env = CardGame("kozel", opponent=first)
    seen, _ = env.reset(seed=7)
    again, _ = env.reset(seed=7)
    other, _ = env.reset()
    assert np.array_equal(seen["observation"], again["observation"])
    assert not np.array_equal(seen["observation"], other["observation"])
