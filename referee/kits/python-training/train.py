"""Improves the bot by self-play, and writes what it learned into weights.json.

    python3 train.py --minutes 10

The method is deep Monte-Carlo (DouZero, Zha and others, 2021). The policy plays all seats of many
deals, now and then a random move. A network learns to predict, from a position and a move, what
the deal then brought to the side that moved; the policy is to play the move predicted best. It
needs numpy, and the package of `goat` for the rules.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from engine.rulesets import ruleset

from main import features, worth

RULES = ruleset("@RULESET@")
WEIGHTS = Path(__file__).with_name("weights.json")
MOST_WORDS = 4096  # inputs of the network
UNITS = 64  # hidden units
AT_ONCE = 128  # deals that are played at the same time
BATCH = 256  # decisions for one step of gradient descent
TESTED = 500  # deals of a test, each played twice with the sides exchanged
REPORTS = 10

Array = Any  # of numpy
Decision = tuple[int, int, list[int]]  # number of the deal, side, inputs that are 1


class Network:
    """One hidden layer (ReLU). `number` gives each word its input; words are numbered when they
    are met first. Trained by Adam (Kingma and Ba, 2015) on the squared error."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.number: dict[str, int] = {}
        shapes = ((MOST_WORDS, UNITS), (UNITS,), (UNITS,))
        self.weights = [rng.normal(0, 0.05, shape).astype(np.float32) for shape in shapes]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def inputs(self, words: list[str]) -> list[int]:
        number = self.number
        for word in words:
            if word not in number and len(number) < MOST_WORDS:
                number[word] = len(number)
        return [number[word] for word in words if word in number]

    def best(self, seen: list[list[int]], moves: list[list[list[int]]]) -> list[int]:
        """By position: which of its moves has the highest value."""
        rows, rest, out = self.weights
        every = [move for some in moves for move in some]
        hidden = rest + np.add.reduceat(rows[joined(every)], starts(every))
        base = np.add.reduceat(rows[joined(seen)], starts(seen))
        hidden += np.repeat(base, [len(some) for some in moves], axis=0)
        values = np.maximum(hidden, 0).dot(out)
        return [int(some.argmax()) for some in np.split(values, starts(moves)[1:])]

    def learn(self, batch: list[list[int]], targets: Array, rate: float) -> float:
        """One step of gradient descent. Returns the mean squared error before it."""
        used = len(self.number)
        x = np.zeros((len(batch), used), np.float32)
        for row, inputs in enumerate(batch):
            x[row, inputs] = 1
        rows, rest, out = self.weights
        hidden = np.maximum(x.dot(rows[:used]) + rest, 0)
        error = hidden.dot(out) - targets
        back = np.outer(error, out) * (hidden > 0)
        gradients = (x.T.dot(back), back.sum(axis=0), hidden.T.dot(error))
        self.steps += 1
        for whole, moments, gradient in zip(self.weights, self.moments, gradients):
            weights, mean, square = (array[: len(gradient)] for array in (whole, *moments))
            gradient = gradient / len(batch)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weights -= rate * mean / (1 - 0.9**self.steps) / size
        return float(np.mean(error**2))

    def save(self) -> None:
        rows, rest, out = (weights.astype(float).round(4) for weights in self.weights)
        words = {word: rows[number].tolist() for word, number in self.number.items()}
        text = json.dumps({"words": words, "rest": rest.tolist(), "out": out.tolist()})
        WEIGHTS.write_text(text + "\n", encoding="utf-8")


def joined(lists: list[list[int]]) -> list[int]:
    return [number for some in lists for number in some]


def starts(lists: Sequence[Sequence[Any]]) -> Array:
    """Where each list begins when all are joined. None of them is empty."""
    return np.cumsum([0, *map(len, lists[:-1])])


def deal(seeds: list[bytes]) -> list[Any]:
    return [RULES.start(seed, stop_at_deal=True) for seed in seeds]


def play(
    states: list[Any],
    network: Network,
    rng: random.Random,
    noise: float = 0.0,
    other: Callable[[Any, list[str]], int] | None = None,
    side_of_other: int | None = None,
) -> list[Decision]:
    """Plays deals to their end, and returns the decisions of the policy.

    `noise`: the probability of a random move. `other` plays one side, if there is one: it gets the
    state and the texts of the legal moves, and returns the number of one.
    """
    decisions: list[Decision] = []
    while True:
        asked = []
        for number, state in enumerate(states):
            while state.seat is not None:
                legal = state.legal()
                if len(legal) == 1:
                    state.play(legal[0])
                    continue
                seat, texts = state.seat, state.texts(legal)
                if other is None or seat % 2 != side_of_other:
                    words, by_move = features(state.view(seat), seat, texts)
                    inputs = [network.inputs(some) for some in by_move]
                    asked.append((number, network.inputs(words), inputs))
                    break
                state.play(legal[other(state, texts)])
        if not asked:
            return decisions
        best = network.best([seen for _, seen, _ in asked], [moves for _, _, moves in asked])
        for (number, seen, moves), move in zip(asked, best):
            state = states[number]
            if rng.random() < noise:
                move = rng.randrange(len(moves))
            decisions.append((number, state.seat % 2, seen + moves[move]))
            state.play(state.legal()[move])


def by_worth(state: Any, legal: list[str]) -> int:
    """What the bot plays before it has learned anything."""
    request: Any = {"view": state.view(state.seat), "seat": state.seat, "legal": legal}
    return max(range(len(legal)), key=lambda number: worth(legal[number], request))


def test(network: Network) -> tuple[float, float]:
    """The mean result of a deal against the bot before its training, and its standard error."""
    rng = random.Random(0)
    seeds = [rng.randbytes(32) for _ in range(TESTED)]
    results = []
    for side in range(2):
        states = deal(seeds)
        play(states, network, rng, other=by_worth, side_of_other=1 - side)
        results.append([state.utility()[side] for state in states])
    pairs = np.mean(results, axis=0)
    return float(pairs.mean()), float(pairs.std() / len(pairs) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description="Improves the bot by self-play.")
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    parser.add_argument("--deals", type=int, help="stop after so many deals instead")
    parser.add_argument("--seed", type=int, default=1, help="of all random choices (default: 1)")
    arguments = parser.parse_args()
    rng, network = random.Random(arguments.seed), Network(arguments.seed)
    began, deals, reported, done = time.monotonic(), 0, 0, 0.0
    errors: list[float] = []
    while done < 1:
        states = deal([rng.randbytes(32) for _ in range(AT_ONCE)])
        decisions = play(states, network, rng, 0.2 * (1 - done))
        results = [state.utility() for state in states]
        rng.shuffle(decisions)
        for first in range(0, len(decisions), BATCH):
            part = decisions[first : first + BATCH]
            targets = np.array([results[number][side] for number, side, _ in part], np.float32)
            inputs = [inputs for _, _, inputs in part]
            errors.append(network.learn(inputs, targets, 0.0001 + 0.002 * (1 - done)))
        deals += AT_ONCE
        minutes = (time.monotonic() - began) / 60
        done = deals / arguments.deals if arguments.deals else minutes / arguments.minutes
        if done * REPORTS >= reported:
            reported += 1
            network.save()
            mean, error = test(network)
            print(f"{minutes:5.1f} min, {deals} deals, error {np.mean(errors):.3f}, ", end="")
            print(f"against the bot before: {mean:+.3f} ± {error:.3f} a deal", flush=True)
            errors.clear()


if __name__ == "__main__":
    main()
