"""What plays many games at once: the interface, the arrays that it fills, and the seeds."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.digest import sha256

Numbers = NDArray[np.int64]


def episode_seed(seed: bytes, game: int, episode: int) -> bytes:
    """The seed that deals episode number `episode` of game number `game`.

    It is a block of a stream of `seed`, as engine/randomness.py has them: block `episode` of stream
    `game`. Two episodes have the same seed only if SHA-256 has a collision.
    """
    return sha256(seed + game.to_bytes(4, "big") + episode.to_bytes(4, "big")).digest()


@dataclass(frozen=True)
class Arrays:
    """What a batch shows of n games after a step. `final` has a row for each of the games that
    ended with it, in their order, and in that the observation of each seat."""

    observation: NDArray[np.uint8]  # (n, size), of the seat to act
    mask: NDArray[np.uint8]  # (n, actions): 1 where an action is legal
    seat: NDArray[np.int8]  # (n,)
    reward: NDArray[np.float32]  # (n, 2), by side; 0 unless the episode ended
    done: NDArray[np.uint8]  # (n,): 1 where the episode ended
    final: NDArray[np.uint8]  # (n, seats, size)


class Batch(Protocol):
    """Plays n games, and shows each to the seat that is to act."""

    def begin(self) -> None:
        """Begins the first episode of each game, and shows it."""

    def step(self, actions: Numbers) -> None:
        """Plays one action in each game, and shows what follows. An episode that ends is followed
        by the first turn of the next. The actions are legal: n of them, checked by the mask."""


class Games(Protocol):
    """The games that `InPython` steps."""

    def begin(self, games: Numbers, seeds: list[bytes]) -> None:
        """Begins the games that `seeds` deal in the places `games`."""

    def play(self, actions: Numbers) -> None:
        """Plays a legal action in each game."""

    def ended(self) -> Numbers:
        """The places of the games whose episode has ended, ascending."""

    def rewards(self, games: Numbers) -> NDArray[np.float32]:
        """The rewards by side of games that have ended."""

    def show(self, arrays: Arrays) -> None:
        """Fills observations, masks and seats. Every game has a seat to act."""

    def show_ends(self, games: Numbers, final: NDArray[np.uint8]) -> None:
        """Fills the observations of all seats of games that have ended, a row each."""


class InPython:
    """A batch that steps `games` with the interpreter. `seed` deals all their episodes."""

    def __init__(self, games: Games, seed: bytes, arrays: Arrays) -> None:
        self._games = games
        self._seed = seed
        self._arrays = arrays
        self._episodes = [0] * len(arrays.seat)  # begun, by game

    def begin(self) -> None:
        self._episodes = [0] * len(self._episodes)
        self._begin(np.arange(len(self._episodes)))
        self._games.show(self._arrays)

    def step(self, actions: Numbers) -> None:
        games, arrays = self._games, self._arrays
        games.play(actions)
        arrays.reward.fill(0)
        arrays.done.fill(0)
        ended = games.ended()
        if len(ended):
            arrays.reward[ended] = games.rewards(ended)
            arrays.done[ended] = 1
            games.show_ends(ended, arrays.final[: len(ended)])
            self._begin(ended)
        games.show(arrays)

    def _begin(self, games: Numbers) -> None:
        """Begins the next episode of some games."""
        seeds = []
        for game in games.tolist():
            seeds.append(episode_seed(self._seed, game, self._episodes[game]))
            self._episodes[game] += 1
        self._games.begin(games, seeds)
