"""VectorEnv shows what states of the engine show that are played one by one."""

from typing import Any

import numpy as np
import pytest

from engine.ruleset import Ruleset
from tests.training.vector_games import RULES, random_actions
from training.batches.batch import episode_seed
from training.vector_env import Finals, Turn, VectorEnv

GAMES = 4
STEPS = 130
SEED = 7


class OneByOne:
    """The games of a VectorEnv as states of the engine."""

    def __init__(self, rules: Ruleset, n: int, episode: str) -> None:
        self.rules = rules
        self.stop_at_deal = episode == "deal"
        self.episodes = [0] * n
        self.repetitions = 0  # the most that a game of Svoi Kozyri ended with
        self.states: list[Any] = [None] * n
        for game in range(n):
            self.begin(game)

    def begin(self, game: int) -> None:
        seed = episode_seed(SEED.to_bytes(32, "big"), game, self.episodes[game])
        self.episodes[game] += 1
        self.states[game] = self.rules.start(seed, self.stop_at_deal)

    def check_turn(self, turn: Turn) -> None:
        for game, state in enumerate(self.states):
            assert turn.seat[game] == state.seat
            assert turn.obs[game].tobytes() == self.observed(state, state.seat), (
                f"game {game}: {state.position()}"
            )
            mask = bytearray(self.rules.num_outputs)
            state.mask(mask)
            assert turn.mask[game].tobytes() == mask, f"game {game}: {state.position()}"

    def observed(self, state: Any, seat: int) -> bytes:
        row = bytearray(self.rules.observation_shape[0])
        state.observe(seat, row)
        return bytes(row)

    def play(self, actions: Any) -> None:
        for state, action in zip(self.states, actions, strict=True):
            state.play(state.move_of_output(action))

    def check_ends(self, reward: Any, done: Any, finals: Finals) -> int:
        """Checks the episodes that have ended, and begins the next ones. Returns their number."""
        ended = [game for game, state in enumerate(self.states) if state.seat is None]
        assert np.flatnonzero(done).tolist() == finals.games.tolist() == ended
        assert len(finals.obs) == len(ended)
        for obs, game in zip(finals.obs, ended, strict=True):
            state = self.states[game]
            for seat in range(self.rules.seats):
                assert obs[seat].tobytes() == self.observed(state, seat), state.position()
            if self.rules.name == "svoi-kozyri":
                self.repetitions = max(self.repetitions, state.repetition())
            first, second = state.utility() if self.stop_at_deal else state.scores()
            worth = (first, second) if self.stop_at_deal else (2 * first - 1, 2 * second - 1)
            assert reward[game].tolist() == np.array(worth, np.float32).tolist()
            self.begin(game)
        assert not reward[~done].any()
        return len(ended)


@pytest.mark.parametrize("episode", ["deal", "game"])
@pytest.mark.parametrize("name", RULES)
def test_every_array_is_what_the_engine_says(name: str, episode: str) -> None:
    rules = RULES[name]
    env = VectorEnv(rules, GAMES, SEED, episode=episode, backend="python")
    engine = OneByOne(rules, GAMES, episode)
    choose = np.random.default_rng(SEED)
    engine.check_turn(env.reset())
    turn = env.reset()
    ends = 0
    for _ in range(STEPS):
        actions = random_actions(turn.mask, choose)
        engine.play(actions)
        *shown, reward, done = env.step(actions)
        turn = Turn(*shown)
        ends += engine.check_ends(reward, done, env.finals())
        engine.check_turn(turn)
    assert ends or episode == "game"
    if name == "svoi-kozyri/mirror":
        assert engine.repetitions == 3


def test_one_game_alone_is_the_first_of_many() -> None:
    alone, many = VectorEnv("ecarte", 1, SEED), VectorEnv("ecarte", 3, SEED)
    choose = np.random.default_rng(SEED)
    mask = many.reset().mask
    for _ in range(60):
        actions = random_actions(mask, choose)
        one, all_ = alone.step(actions[:1]), many.step(actions)
        assert all((a == b[:1]).all() for a, b in zip(one, all_, strict=True))
        mask = all_.mask
