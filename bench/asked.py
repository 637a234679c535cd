"""What searches and learning programs ask of a state, and what each answer costs.

Random games are played again with the question put at each turn, and without it. Processor time,
the best of the rounds: other load on the machine can only add to it. In Kozel and Écarté a key and
an observation remember what a trick or an exchange leaves as it is; so a first question costs more.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.measure import Row, in_rounds, one_processor
from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, ruleset

TURNS = 1200
# In µs.
GOALS = {"copy": 1, "actions": 2, "action": 2, "move": 2, "key": 0.5, "observe": 3, "mask": 3}
LONGER = {("svoi-kozyri", "actions"): 10}  # dozens of moves
Ask = Callable[[Any, Any], object]  # of a state, and the move that is played next


def rows(rounds: int) -> Iterator[Row]:
    with one_processor():
        for name in RULESETS:
            rules = ruleset(name)
            games = _games(rules)
            costs = in_rounds(
                {
                    what: partial(_seconds, rules, games, ask)
                    for what, ask in {"nothing": _nothing, **_questions(rules)}.items()
                },
                rounds,
            )
            turns = sum(len(moves) for _, moves in games)
            best = {what: min(seconds) for what, seconds in costs.items()}
            best["move"] -= best["action"] - best["nothing"]  # its question asks for both
            for what, goal in GOALS.items():
                took = (best[what] - best["nothing"]) / turns
                yield Row(
                    f"{what}(): {name}",
                    took * 1e6,
                    "µs",
                    "at each turn of random games",
                    at_most=LONGER.get((name, what), goal),
                )


def _games(rules: Ruleset) -> list[tuple[bytes, list[Any]]]:
    """The seeds and the moves of random games."""
    games: list[tuple[bytes, list[Any]]] = []
    turns = 0
    while turns < TURNS:
        rng = random.Random(len(games))
        seed = rng.randbytes(32)
        state = rules.start(seed)
        moves = []
        while state.seat is not None:
            moves.append(rng.choice(state.legal()))
            state.play(moves[-1])
        games.append((seed, moves))
        turns += len(moves)
    return games


def _seconds(rules: Ruleset, games: list[tuple[bytes, list[Any]]], ask: Ask) -> float:
    """The processor time of these games, with a question before each move."""
    start = time.process_time()
    for seed, moves in games:
        state = rules.start(seed)
        for move in moves:
            ask(state, move)
            state.play(move)
    return time.process_time() - start


def _nothing(state: State[Any], move: Any) -> None:
    pass


def _questions(rules: Ruleset) -> dict[str, Ask]:
    observation = bytearray(rules.observation_shape[0])
    mask = bytearray(rules.num_outputs)
    return {
        "copy": lambda state, _: state.copy(),
        "actions": lambda state, _: state.actions(),
        "action": lambda state, move: state.action(move),
        "move": lambda state, move: state.move(state.action(move)),
        "key": lambda state, _: state.key(),
        "observe": lambda state, _: state.observe(state.seat, observation),
        "mask": lambda state, _: state.mask(mask),
    }
