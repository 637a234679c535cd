"""Compares steps of many games at once with other libraries for programs that learn.

Every program plays random legal moves, and what a learner needs is made at each step: the
observation, the legal actions, the rewards. Choosing the actions is not counted where it can be
told apart, which is everywhere but inside pgx's compiled loop.
"""

import random
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from bench.measure import Row, in_rounds, one_processor, ratio
from engine.rulesets import RULESETS
from training.native.build import FILES, CannotBuild, build
from training.vector_env import VectorEnv

GAMES = 256  # at once
OPEN_SPIEL_GAMES = 64
PGX_STEPS = 1000  # in one call of its compiled loop
GOALS = {
    ("ecarte", "python"): 200_000,
    ("svoi-kozyri", "python"): 80_000,
    ("ecarte", "native"): 2_000_000,
}

Rate = Callable[[float], float]  # plays for so many seconds, and gives steps a second


def rows(seconds: float, rounds: int) -> Iterator[Row]:
    """`seconds`: for each program in each round."""
    ours = {(name, "python"): our_rate(name, "python") for name in RULESETS}
    for name in FILES:
        try:
            build(name)
        except CannotBuild as error:
            print(f"No row about steps of {name} in C: {error}", file=sys.stderr)
        else:
            ours[name, "native"] = our_rate(name, "native")
    yield from clone_rows()
    with one_processor():
        peers = dict(_peers())  # here, for jax makes threads, which stay on this processor
        measures = {name: partial(play, seconds) for name, play in {**ours, **peers}.items()}
        rates = in_rounds(measures, rounds)
    for name, backend in ours:
        yield Row(
            f"VectorEnv, {GAMES} games at once: {name}, {backend}",
            median(rates[name, backend]),
            "steps/s",
            at_least=GOALS.get((name, backend)),
        )
    for peer in peers:
        for backend in ("python", "native"):
            if ("ecarte", backend) in ours:
                yield Row(
                    f"VectorEnv of ecarte, {backend}, against {peer}",
                    ratio(rates["ecarte", backend], rates[peer]),
                    "×",
                    f"{median(rates[peer]):,.0f} steps/s",
                    at_least=1 if backend == "native" else None,
                )


def clone_rows() -> Iterator[Row]:
    """How long OpenSpiel takes to clone a state of ours: searches do it all the time."""
    try:
        import pyspiel

        from training.open_spiel_game import short_name
    except ModuleNotFoundError as error:
        print(f"No row about clones in OpenSpiel: {error}", file=sys.stderr)
        return
    for name in RULESETS:
        state = pyspiel.load_game(short_name(name)).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        took = min(timeit.repeat(state.clone, number=200, repeat=200)) / 200
        yield Row(f"OpenSpiel: clone of a state: {name}", took * 1e6, "µs", at_most=5)


def our_rate(name: str, backend: str) -> Rate:
    env = VectorEnv(name, GAMES, seed=1, backend=backend)
    choose = np.random.default_rng(1)
    mask = env.reset().mask

    def play(seconds: float) -> float:
        nonlocal mask
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = random_actions(mask, choose)
            start = time.process_time()
            mask = env.step(actions).mask
            spent += time.process_time() - start
            steps += GAMES
        return steps / spent

    return play


def random_actions(mask: Any, choose: np.random.Generator) -> Any:
    """A random legal action in each row."""
    rows, actions = np.nonzero(mask)
    counts = np.bincount(rows)
    return actions[np.cumsum(counts) - 1 - (choose.random(len(counts)) * counts).astype(np.int64)]


def _peers() -> Iterator[tuple[str, Rate]]:
    for name, library, make in (
        (
            "PettingZoo connect_four",
            "pettingzoo[classic]",
            partial(_petting_zoo, "connect_four_v3"),
        ),
        (
            "PettingZoo leduc_holdem",
            "pettingzoo[classic]",
            partial(_petting_zoo, "leduc_holdem_v4"),
        ),
        (
            f"OpenSpiel SyncVectorEnv({OPEN_SPIEL_GAMES}) leduc_poker",
            "open-spiel",
            partial(_open_spiel, "leduc_poker"),
        ),
        (
            f"OpenSpiel SyncVectorEnv({OPEN_SPIEL_GAMES}) euchre",
            "open-spiel",
            partial(_open_spiel, "euchre"),
        ),
        ("RLCard leduc-holdem", "rlcard", partial(_rlcard, "leduc-holdem")),
        ("RLCard uno", "rlcard", partial(_rlcard, "uno")),
        ("pgx leduc_holdem in its compiled loop", "pgx", partial(_pgx, True)),
        ("pgx leduc_holdem stepped from Python", "pgx", partial(_pgx, False)),
    ):
        try:
            yield name, make()
        except ImportError as error:
            print(f"No row about {name}: pip install {library} ({error})", file=sys.stderr)


def _petting_zoo(name: str) -> Rate:
    import importlib

    environment: Any = importlib.import_module(f"pettingzoo.classic.{name}").env()
    environment.reset(seed=1)

    def play(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            start = time.process_time()
            environment.reset()
            observation, _, over, _, _ = environment.last()
            spent += time.process_time() - start
            while not over:
                action = random.choice(observation["action_mask"].nonzero()[0])
                start = time.process_time()
                environment.step(action)
                observation, _, over, _, _ = environment.last()
                spent += time.process_time() - start
                steps += 1
        return steps / spent

    return play


def _open_spiel(name: str) -> Rate:
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    games: Any = SyncVectorEnv([rl_environment.Environment(name) for _ in range(OPEN_SPIEL_GAMES)])
    turns = games.reset()

    def play(seconds: float) -> float:
        nonlocal turns
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = [StepOutput(random.choice(_spiel_legal(turn)), None) for turn in turns]
            start = time.process_time()
            turns, _, _, _ = games.step(actions, reset_if_done=True)
            spent += time.process_time() - start
            steps += OPEN_SPIEL_GAMES
        return steps / spent

    return play


def _spiel_legal(turn: Any) -> list[int]:
    seen = turn.observations
    legal: list[int] = seen["legal_actions"][seen["current_player"]]
    return legal


def _rlcard(name: str) -> Rate:
    import rlcard

    environment: Any = rlcard.make(name, config={"seed": 1})

    def play(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            start = time.process_time()
            state, _ = environment.reset()
            spent += time.process_time() - start
            while not environment.is_over():
                action = random.choice(list(state["legal_actions"]))
                start = time.process_time()
                state, _ = environment.step(action)
                spent += time.process_time() - start
                steps += 1
        return steps / spent

    return play


def _pgx(in_its_loop: bool) -> Rate:
    """`in_its_loop`: the loop is compiled too, and so is the choice of actions, which is counted.

    Otherwise each step is called from Python, and its arrays are made arrays of numpy.
    """
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment: Any = pgx.make("leduc_holdem")
    step_all = jax.vmap(auto_reset(environment.step, environment.init))

    def random_step(state: Any, key: Any) -> tuple[Any, None]:
        for_choice, for_step = jax.random.split(key)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(for_choice, chances)
        return step_all(state, actions, jax.random.split(for_step, GAMES)), None

    loop = jax.jit(
        lambda state, key: jax.lax.scan(random_step, state, jax.random.split(key, PGX_STEPS))[0]
    )
    one_step = jax.jit(
        lambda state, actions, key: step_all(state, actions, jax.random.split(key, GAMES))
    )
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, GAMES))
    choose = np.random.default_rng(1)

    def play_loop(seconds: float) -> float:
        nonlocal state, key
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            key, now = jax.random.split(key)
            state = jax.block_until_ready(loop(state, now))
            steps += GAMES * PGX_STEPS
        return steps / spent

    def play_steps(seconds: float) -> float:
        nonlocal state, key
        steps, spent = 0, 0.0
        while spent < seconds:
            key, now = jax.random.split(key)
            actions = random_actions(np.asarray(state.legal_action_mask), choose)
            start = time.process_time()
            state = one_step(state, actions, now)
            for shown in (state.observation, state.legal_action_mask, state.current_player):
                np.asarray(shown)
            spent += time.process_time() - start
            steps += GAMES
        return steps / spent

    return play_loop if in_its_loop else play_steps
