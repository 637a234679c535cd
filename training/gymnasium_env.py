"""A game against a chosen opponent as a Gymnasium environment.

    from training.gymnasium_env import CardGame

    env = CardGame("ecarte", opponent="house/greedy-ecarte")
    observation, info = env.reset(seed=7)
    terminated = False
    while not terminated:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
    env.close()

``gymnasium.make("goat/CardGame-v1", game="ecarte")`` makes it too, in Gymnasium's usual wrappers.
It needs Gymnasium: pip install gymnasium
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from engine.errors import MoveError
from engine.options import Value
from engine.ruleset import SPECTATOR, State
from engine.rulesets import ruleset

try:
    import gymnasium

    from training.spaces import Observation, action_mask, action_space, observation_space
    from training.spaces import observation as observed
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"training.gymnasium_env needs {error.name}: pip install gymnasium", name=error.name
    ) from error

from training.episode import begin, check_render_mode, most, result
from training.opponents import Function, opponent_of


class CardGame(gymnasium.Env[Observation, Any]):
    """A game in which the agent plays all seats of one side, and `opponent` those of the other.

    In a game of partners the agent plays both seats of its side in turn; each observation is what
    the seat to act may know, and no more.

    `game` is a ruleset or a named variant, `options` are its options. `opponent` is the name of a
    reference bot, the path of a bot's file, folder or zip, or a function that gets a view and the
    texts of the legal moves and returns one of them. Bots run in the sandbox (opponents.py); close
    the environment to end them.

    An episode is one deal, and its reward, at the end, is the deal's utility; with `whole_game` it
    is a game, and the reward −1, 0 or 1. The agent's side is drawn anew in each episode.

    Actions are the outputs of a policy network that engine/<game>/policy.py lists. An observation
    is a dictionary: ``observation`` as `State.observe` writes it, and ``action_mask``, 1 for each
    legal action. `info` names the ``seat`` that is to act. An action that is not legal loses the
    episode, as an illegal move loses a game: the reward is that of the worst loss, and `info` says
    why under ``illegal``.

    `reset` takes ``seed``, ``position`` (episode.py) and ``side``, 0 or 1, as options. Render mode
    ``ansi`` returns the view of a spectator as JSON.

    `reset` and `step` raise OpponentFailed when the opponent commits a fault.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str = "ecarte",
        opponent: str | Path | Function = "house/greedy-ecarte",
        options: Mapping[str, Value] | None = None,
        *,
        whole_game: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Raises BadOption, also for an unknown game, and what `opponents.opponent_of` raises."""
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.rules = ruleset(game, options)
        self.whole_game = whole_game
        self.render_mode = render_mode
        self.observation_space = observation_space(self.rules)
        self.action_space = action_space(self.rules)
        self._opponent = opponent_of(self.rules, opponent)
        self._state: State[Any] | None = None
        self._side = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        given = options or {}
        self._side = given.get("side", int(self.np_random.integers(2)))
        if self._side not in (0, 1):
            raise ValueError(f"options: side is {str(self._side)[:80]}; write 0 or 1")
        chosen = "seed" in given or "position" in given
        while True:
            self._state = begin(self.rules, self.np_random, given, self.whole_game)
            self._opponent.begin(range(1 - self._side, self.rules.seats, 2))
            if self._others_play():
                return self._seen(), self._info()
            if chosen:  # another deal may be as short, but it is another
                raise ValueError("options: that game is over before the agent can act")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        state = self._now
        if state.seat is None:
            raise RuntimeError("the episode is over: call reset() first")
        worst = -most(self.rules, self.whole_game)
        try:
            move = state.move_of_output(action)
        except MoveError as error:
            seen, info = self._seen(), self._info() | {"illegal": str(error)}
            self._state = None
            return seen, worst, True, False, info
        self._opponent.watch(state, move)
        if self._others_play():
            return self._seen(), 0.0, False, False, self._info()
        reward = result(state, self.whole_game)[self._side]
        return self._seen(), reward, True, False, self._info()

    def action_masks(self) -> Any:
        """The mask of the legal actions alone, under the name that sb3-contrib's MaskablePPO asks
        for."""
        return action_mask(self.rules, self._now)

    def render(self) -> str | None:
        if self.render_mode is None or self._state is None:
            return None
        return json.dumps(self._state.view(SPECTATOR))

    def close(self) -> None:
        self._opponent.close()

    @property
    def _now(self) -> State[Any]:
        if self._state is None:
            raise RuntimeError("there is no episode: call reset() first")
        return self._state

    def _others_play(self) -> bool:
        """Plays the opponent's turns. Returns whether the agent is to act."""
        state = self._now
        while state.seat is not None and state.seat % 2 != self._side:
            self._opponent.watch(state, self._opponent.choose(state))
        return state.seat is not None

    def _seat(self) -> int:
        """The agent's seat that is to act; at the end, its first one."""
        seat = self._now.seat
        return self._side if seat is None else seat

    def _seen(self) -> Observation:
        state = self._now
        return {
            "observation": observed(self.rules, state, self._seat()),
            "action_mask": action_mask(self.rules, state),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seat()}


gymnasium.register("goat/CardGame-v1", entry_point="training.gymnasium_env:CardGame")
