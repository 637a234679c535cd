"""An evaluator for tests that knows no game: random playouts to the end of the deal.

And records of games between players who play at random.
"""

import random
from collections.abc import Sequence
from random import Random
from typing import Any

import engine
from engine.randomness import commitment, pair_seed
from engine.ruleset import Ruleset, State
from strategy.evaluators import Analyst
from strategy.open_cards import OpenCards


class RandomPlayouts:
    """Scores moves by a playout in each sample; the deal's utility stands for the game's score."""

    version = "playouts-1"

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        rows = []
        for _ in range(samples):
            start = knowledge.sample(random)
            rows.append([self._playout(start.copy(), action, random) for action in actions])
        return rows

    def open_scores(
        self,
        knowledge: Any,
        state: State[Any],
        actions: Sequence[int],
        samples: int,
        random: Random,
    ) -> list[list[float]]:
        return self.scores(OpenCards(knowledge, state), actions, samples, random)

    def _playout(self, state: State[Any], action: int, random: Random) -> float:
        side = state.seat % 2
        state.play(state.move(action))
        while state.seat is not None:
            state.play(random.choice(state.legal()))
        return 0.5 + max(-0.5, min(0.5, state.utility()[side] / 4))


def playouts(**work: int) -> Analyst:
    return Analyst(RandomPlayouts(), **({"samples": 24, "first_look": 6, "open_samples": 4} | work))


def random_record(rules: Ruleset, seed: int, games: int = 1) -> dict[str, Any]:
    """A record of games that are played at random, with what an analysis reads of one."""
    picks = random.Random(seed)
    match_seed = picks.randbytes(32)
    played = []
    for pair in range(games):
        state = rules.start(pair_seed(match_seed, pair))
        moves = []
        while state.seat is not None:
            move = picks.choice(state.legal())
            moves.append(state.text(move))
            state.play(move)
        played.append(
            {
                "pair": pair,
                "leg": 0,
                "sides": [0, 1],
                "moves": moves,
                "scores": list(state.scores()),
                "reason": "normal",
            }
        )
    return {
        "format": "goat-record/2",
        "engine": engine.VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": match_seed.hex(),
        "commitment": commitment(match_seed),
        "games": played,
    }
