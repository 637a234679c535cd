"""Random play with this engine and with the libraries that it is compared with.

All are driven from Python in the same way: whole games with a random legal move each. Dealing is
included but not counted as moves.
"""

import random
import time
from collections.abc import Callable
from typing import Any

Game = Callable[[], int]  # plays a game and returns the number of moves

_random = random.Random(1).random


def rate(game: Game, seconds: float) -> float:
    """Moves per second of processor time, over whole games for about `seconds`."""
    moves = 0
    start = time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        moves += game()
    return moves / spent


def our_game(name: str) -> Game:
    from engine.rulesets import ruleset

    rules = ruleset(name)
    seeds = random.Random(name)

    def game() -> int:
        moves = 0
        state = rules.start(seeds.randbytes(32))
        while state.seat is not None:
            legal = state.legal()
            state.play(legal[int(_random() * len(legal))])
            moves += 1
        return moves

    return game


def open_spiel_game(name: str) -> Game:
    """As fast as Python can drive it: its deals are uniform, so outcomes are drawn like moves."""
    import pyspiel

    spiel = pyspiel.load_game(name)

    def game() -> int:
        moves = 0
        state = spiel.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(_random() * len(legal))])
        return moves

    return game


def open_spiel_example_game(name: str) -> Game:
    """As in OpenSpiel's own Python example: numpy draws from the chance outcomes."""
    import numpy
    import pyspiel

    spiel = pyspiel.load_game(name)

    def game() -> int:
        moves = 0
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numpy.random.choice(outcomes, p=chances))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(_random() * len(legal))])
                moves += 1
        return moves

    return game


def rlcard_game(name: str) -> Game:
    import rlcard

    environment: Any = rlcard.make(name, config={"seed": 1})

    def game() -> int:
        moves = 0
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(_random() * len(legal))])
            moves += 1
        return moves

    return game
