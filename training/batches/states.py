"""Many games as states of the engine, shown one by one: for rulesets without anything faster."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.batches.batch import Arrays, Numbers


class States:
    """The `Games` (training/batches/batch.py) of any ruleset: `states` has the state of each."""

    def __init__(self, rules: Any, n: int, whole_games: bool) -> None:
        self.rules = rules
        self.whole_games = whole_games
        self.states: list[Any] = [None] * n

    def begin(self, games: Numbers, seeds: list[bytes]) -> None:
        stop_at_deal = not self.whole_games
        for game, seed in zip(games.tolist(), seeds, strict=True):
            self.states[game] = self.rules.start(seed, stop_at_deal)

    def play(self, actions: Numbers) -> None:
        for state, action in zip(self.states, actions.tolist(), strict=True):
            state.play(state.move_of_output(action))

    def ended(self) -> Numbers:
        ended = [game for game, state in enumerate(self.states) if state.seat is None]
        return np.array(ended, np.int64)

    def rewards(self, games: Numbers) -> NDArray[np.float32]:
        states = [self.states[game] for game in games.tolist()]
        if self.whole_games:
            return 2 * np.array([state.scores() for state in states], np.float32) - 1
        return np.array([state.utility() for state in states], np.float32)

    def show(self, arrays: Arrays) -> None:
        arrays.seat[:] = [state.seat for state in self.states]
        self.observe(self.states, arrays.seat.tolist(), arrays.observation)
        self.mask(arrays)

    def show_ends(self, games: Numbers, final: NDArray[np.uint8]) -> None:
        seats = range(self.rules.seats)
        states = [self.states[game] for game in games.tolist() for _ in seats]
        size = final.shape[2]
        self.observe(states, [*seats] * len(games), final.reshape(-1, size))

    def observe(self, states: list[Any], seats: list[int], out: NDArray[np.uint8]) -> None:
        """Fills a row with what a seat knows of a state."""
        for state, seat, row in zip(states, seats, out, strict=True):
            state.observe(seat, row)

    def mask(self, arrays: Arrays) -> None:
        """Fills the mask of each game, whose seat to act and observation are there."""
        for state, row in zip(self.states, arrays.mask, strict=True):
            state.mask(row)
