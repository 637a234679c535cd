"""Many games at once for programs that learn: arrays of numpy in and out."""

import warnings
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import EngineError
from engine.randomness import SEED_BYTES
from engine.ruleset import Ruleset
from engine.rulesets import ruleset as ruleset_named
from training.batches.batch import Arrays, Batch, InPython, Numbers
from training.batches.games import arrays_for, games_for
from training.batches.native import InC, has_native, is_built
from training.native.build import CannotBuild

MOST_GAMES: Final = 2**20
EPISODES: Final = ("deal", "game")
BACKENDS: Final = ("auto", "python", "native")


class BadBatch(EngineError):
    """What a VectorEnv cannot be made of: a number of games, a seed, or an option."""


class BadActions(EngineError):
    """Actions that cannot be played: of another shape or type, out of range, or illegal."""


class Turn(NamedTuple):
    """What n games show: the observation and the legal actions of the seat to act in each.

    `obs`: (n, size) uint8, `Ruleset.observation_shape`. `mask`: (n, actions) bool. `seat`: (n,)
    int8.
    """

    obs: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    seat: NDArray[np.int8]


class Step(NamedTuple):
    """A `Turn`, and what the actions before it brought.

    `reward`: (n, 2) float32, by side (seat mod 2); 0 but where an episode ended. `done`: (n,) bool,
    true where an episode ended: `obs`, `mask` and `seat` are then the first turn of the next one.
    """

    obs: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    seat: NDArray[np.int8]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]


class Finals(NamedTuple):
    """The k episodes that ended in the last step, as every seat saw their end.

    `games`: (k,) int64, ascending. `obs`: (k, seats, size) uint8.
    """

    games: NDArray[np.int64]
    obs: NDArray[np.uint8]


class VectorEnv:
    """`n` games of one ruleset that are played side by side: each step plays one action in each.

        env = VectorEnv("ecarte", n=256, seed=1)
        obs, mask, seat = env.reset()
        while True:
            actions = policy(obs, mask)                     # (n,), any type of integers
            obs, mask, seat, reward, done = env.step(actions)

    An episode is one deal by default: it ends with the deal, and its reward is the deal's
    `State.utility()`. With ``episode="game"`` it is a whole game, whose reward is 1 for the side
    that won it, −1 for the other, and 0 for both after a draw. Where an episode ended, `step`
    returns the first turn of the next one; its end, as each seat saw it, is in `finals()`.

    Actions are the outputs of a policy network that engine/<game>/policy.py lists. Observations are
    those of engine/<game>/observation.py.

    The seats of a game act in turn, so an observation and the next one of the same game mostly
    belong to different seats. A reward is that of a side: with ``reward[game, seat % 2]`` a seat
    reads its own. Nothing is truncated: every episode ends by the rules.

    Episode e of game i is dealt by the seed SHA-256(seed ‖ be32(i) ‖ be32(e)), whatever the
    actions, n, or other games (`episode_seed` in training/batches/batch.py). So the same seed and
    actions give the same arrays, and no two games have the same deal.

    The arrays that `reset`, `step` and `finals` return are the caller's: later steps leave them as
    they are.

    `backend`: "python" steps with numpy and the engine; "native" steps in C, which is compiled
    first if need be, and warns and steps in Python where that is impossible; "auto" takes the
    native one if it has been compiled (``python -m training.native``). All show the same arrays,
    bit for bit. The attribute `backend` says which one it is.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        n: int,
        seed: int | bytes = 0,
        *,
        episode: str = "deal",
        backend: str = "auto",
    ) -> None:
        """`ruleset`: one with its options, or a name, such as ``ecarte/classic``. `seed`: 32 bytes,
        or a number from 0 to 2^256 − 1.

        Raises BadOption for an unknown ruleset, BadBatch for the rest.
        """
        self.ruleset = _ruleset(ruleset)
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or not 0 < n <= MOST_GAMES:
            raise BadBatch(f"n is a number of games from 1 to {MOST_GAMES}, not {_shown(n)}")
        if episode not in EPISODES:
            raise BadBatch(f"episode is one of {', '.join(EPISODES)}, not {_shown(episode)}")
        if backend not in BACKENDS:
            raise BadBatch(f"backend is one of {', '.join(BACKENDS)}, not {_shown(backend)}")
        self.n = int(n)
        self.episode = episode
        self._arrays = arrays_for(self.ruleset, self.n)
        self._places = np.arange(self.n)
        self.backend, self._batch = _batch(
            self.ruleset, _seed_bytes(seed), episode == "game", backend, self._arrays
        )
        self._ended = self._places[:0]
        self._batch.begin()

    def reset(self) -> Turn:
        """Begins the first episode of each game again, and shows its first turn."""
        self._ended = self._places[:0]
        self._batch.begin()
        return self._turn()

    def step(self, actions: ArrayLike) -> Step:
        """Plays action `actions[i]` in each game i, and shows what follows.

        `actions`: n integers. Raises BadActions, before anything is played.
        """
        numbers = self._checked(actions)
        self._batch.step(numbers)
        arrays = self._arrays
        done = arrays.done.view(np.bool_).copy()
        self._ended = np.flatnonzero(done)
        return Step(*self._turn(), arrays.reward.copy(), done)

    def finals(self) -> Finals:
        """The ends of the episodes that the last step ended."""
        return Finals(self._ended.copy(), self._arrays.final[: len(self._ended)].copy())

    def _turn(self) -> Turn:
        arrays = self._arrays
        return Turn(
            arrays.observation.copy(), arrays.mask.view(np.bool_).copy(), arrays.seat.copy()
        )

    def _checked(self, actions: ArrayLike) -> Numbers:
        """The actions as an array of int64. Raises BadActions."""
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise BadActions(f"actions have the shape ({self.n},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadActions(f"actions are integers, not of the type {given.dtype}")
        numbers = np.ascontiguousarray(given, np.int64)
        most = self._arrays.mask.shape[1]
        outside = (numbers < 0) | (numbers >= most) | (given != numbers)
        if outside.any():
            game = int(np.flatnonzero(outside)[0])
            raise BadActions(
                f"actions[{game}] is {given[game]}: actions are numbers from 0 to {most - 1}"
            )
        legal = self._arrays.mask[self._places, numbers]
        if not legal.all():
            game = int(np.flatnonzero(legal == 0)[0])
            legals = np.flatnonzero(self._arrays.mask[game])
            some = ", ".join(map(str, legals[:10])) + (", …" if len(legals) > 10 else "")
            raise BadActions(
                f"actions[{game}] is {numbers[game]}, which is not legal in game {game} now; "
                f"its mask allows {some}"
            )
        return numbers


def _seed_bytes(seed: int | bytes) -> bytes:
    """Raises BadBatch."""
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool):
        if 0 <= seed < 2 ** (8 * SEED_BYTES):
            return int(seed).to_bytes(SEED_BYTES, "big")
    elif isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise BadBatch(
        f"seed is {SEED_BYTES} bytes or a number from 0 to 2^256 − 1, not {_shown(seed)}"
    )


def _shown(value: object) -> str:
    return repr(value)[:80]


def _ruleset(given: Ruleset | str) -> Ruleset:
    """Raises BadOption, and BadBatch for a ruleset that cannot be shown in numbers."""
    rules: Any = given
    if isinstance(given, str | type) or not hasattr(given, "start"):
        rules = ruleset_named(rules)
    if not hasattr(rules, "observation_shape"):
        raise BadBatch(f"{rules.name} has no observations as numbers (State.observe, State.mask)")
    named: Ruleset = rules
    return named


def _batch(
    rules: Ruleset, seed: bytes, whole_games: bool, backend: str, arrays: Arrays
) -> tuple[str, Batch]:
    """The backend that is used, and its batch."""
    if backend == "native" and not has_native(rules):
        _warn(f"{rules.name} has no step in C")
    elif backend == "native" or (backend == "auto" and is_built(rules)):
        try:
            return "native", InC(rules, seed, whole_games, arrays)
        except CannotBuild as error:
            _warn(str(error))
    n = len(arrays.seat)
    return "python", InPython(games_for(rules, n, whole_games), seed, arrays)


def _warn(why: str) -> None:
    warnings.warn(f"VectorEnv steps in Python: {why}", RuntimeWarning, stacklevel=4)
