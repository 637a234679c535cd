"""Scores the moves of a decision of Svoi Kozyri. Nothing is hidden, so one row says it all."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.svoi_kozyri.state import SvoiKozyriState
from strategy.svoi_kozyri.evaluation import expected_score
from strategy.svoi_kozyri.positions import (
    drawn_next,
    position_of,
    representative,
    rules_of,
    suits_of,
)
from strategy.svoi_kozyri.proof import prove
from strategy.svoi_kozyri.search import PROVEN, Search

NODES: Final = 40_000  # of a decision's search
PROOF_NODES: Final = 4_000  # of a decision, for the proofs of what the search says is decided
_NEARLY: Final = 0.99  # the search sees a win, but it plays only one of several similar cards


class SvoiKozyriEvaluator:
    """An Evaluator (`strategy.evaluator`): a search that looks at all moves equally deep."""

    version = "svoi-kozyri-1"

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        """One row. 1, ½ and 0 are proved, all other scores estimates; samples do not matter."""
        state = knowledge.sample(random)
        if None in state.trumps:
            return [[0.5] * len(actions)]  # before the deal all suits are equal
        return [move_scores(state, actions, NODES)]


def move_scores(state: SvoiKozyriState, actions: Sequence[int], nodes: int) -> list[float]:
    """By action: the expected score of the seat to act, from searches of equal depth.

    Similar actions, which differ in neighbouring cards only, are searched once; proofs are of each.
    """
    scores: dict[int, float] = {}
    open_moves = []
    for action in actions:
        child = state.copy()
        child.play(action)
        if child.seat is None:
            scores[action] = child.scores()[state.turn]
        else:
            open_moves.append((action, child))
    suits = suits_of(state)
    rules = rules_of(state.options)
    position = position_of(state, suits)
    similar = [representative(position, suits.move(action)) for action, _ in open_moves]
    searched = sorted(set(similar))
    found = Search(rules).values(position, drawn_next(state, suits), searched, nodes)
    values = dict(zip(searched, found, strict=True))
    left = PROOF_NODES
    for (action, child), move in zip(open_moves, similar, strict=True):
        value = values[move]
        score = min(max(expected_score(value), 1 - _NEARLY), _NEARLY)
        if abs(value) > PROVEN and left > 0:
            proof = prove(position_of(child, suits), rules, drawn_next(child, suits), nodes=left)
            left -= proof.nodes
            if proof.value is not None:
                score = 1 - proof.value
        scores[action] = score
    return [scores[action] for action in actions]
