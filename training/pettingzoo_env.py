"""The games as PettingZoo environments, in which the agents act in turn (AEC).

    from training import pettingzoo_env

    env = pettingzoo_env.env("ecarte")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

`env` is in PettingZoo's usual wrappers, `raw_env` is bare. They need PettingZoo:
pip install pettingzoo
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from engine.options import Value
from engine.ruleset import SPECTATOR, State
from engine.rulesets import ruleset

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from training.spaces import Observation, action_mask, action_space, mask_of
    from training.spaces import observation as observed
    from training.spaces import observation_space as observations
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"training.pettingzoo_env needs {error.name}: pip install pettingzoo", name=error.name
    ) from error

from training.episode import begin, check_render_mode, result
from training.secret_questions import Turns


def env(
    game: str = "ecarte",
    options: Mapping[str, Value] | None = None,
    *,
    whole_game: bool = False,
    render_mode: str | None = None,
) -> Any:
    """`raw_env` in the usual wrappers: an illegal action loses, and a step before `reset` is an
    error."""
    wrapped: Any = raw_env(game, options, whole_game=whole_game, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """A game, bare. The agents are ``seat_0``, ``seat_1`` …; even seats are partners, odd ones too.

    `game` is a ruleset or a named variant, `options` are its options. An episode is one deal, and
    its reward the deal's utility; with `whole_game` it is a game, and the reward −1, 0 or 1. Every
    seat gets its side's, when the episode ends.

    Actions are the outputs of a policy network that engine/<game>/policy.py lists. An observation
    is a dictionary: ``observation`` as `State.observe` writes it, and ``action_mask``, 1 for each
    legal action, all zeros for an agent that is not to act. Bare, `step` raises BadAction or
    IllegalMove for an action that is not legal; both are an EngineError.

    In Kozel nobody's turn tells that a seat holds a molodka: all seats are asked that might by what
    everybody knows, and those without one can only pass (secret_questions.py).

    `reset` takes the options ``seed`` and ``position`` (episode.py). Render mode ``ansi`` returns
    what a spectator sees as JSON, ``human`` prints it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "goat_arena_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = "ecarte",
        options: Mapping[str, Value] | None = None,
        *,
        whole_game: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Raises BadOption, also for an unknown game, and ValueError for a render mode."""
        super().__init__()
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.rules = ruleset(game, options)
        self.whole_game = whole_game
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {name: observations(self.rules) for name in self.possible_agents}
        self.action_spaces = {name: action_space(self.rules) for name in self.possible_agents}
        self._generator = np.random.default_rng()
        self._turns: Turns | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._turns = Turns(begin(self.rules, self._generator, options, self.whole_game))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turns = self._now
        turns.play(turns.move_of_output(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know."""
        seat = self.possible_agents.index(agent)
        turns = self._now
        if turns.seat != seat:
            mask = mask_of(self.rules, ())
        elif turns.only_pass:
            mask = mask_of(self.rules, [turns.pass_output])
        else:
            mask = action_mask(self.rules, turns.state)
        return {"observation": observed(self.rules, turns.state, seat), "action_mask": mask}

    def render(self) -> str | None:
        text = json.dumps(self._now.state.view(SPECTATOR))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """There is nothing to release."""

    @property
    def game(self) -> State[Any]:
        """The state of the game, all cards open: for tests, and to look what happened. It is to be
        read, not to be played on."""
        return self._now.state

    @property
    def _now(self) -> Turns:
        if self._turns is None:
            raise RuntimeError("there is no episode: call reset() first")
        return self._turns

    def _go_on(self) -> None:
        """Selects the agent to act, or ends the episode."""
        turns = self._now
        if turns.seat is not None:
            self.agent_selection = self.possible_agents[turns.seat]
            return
        by_side = result(turns.state, self.whole_game)
        seats = enumerate(self.possible_agents)
        self.rewards = {name: by_side[seat % 2] for seat, name in seats}
        self.terminations = dict.fromkeys(self.agents, True)
