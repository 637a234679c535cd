"""All positions that a small deck can come to, solved backwards from the ends of the game.

It knows nothing of `strategy`: positions and moves are the engine's.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from engine.svoi_kozyri.ruleset import SvoiKozyri

Key = tuple[int, bytes, bytes]


def key(state: Any) -> Key:
    """The position of a state whose deck is known: the seat to act, its hand, and the pile."""
    return state.turn, state.hands[state.turn], state.pile


def without_history(state: Any) -> Any:
    state.occurred = [{}, {}]
    state.ply = 0
    return state


def solved(rules: SvoiKozyri, texts: Sequence[str]) -> dict[Key, float]:
    """By position that the given ones can come to: 1, ½ or 0 for the seat to act."""
    states = {key(state): state for state in map(rules.position, texts)}
    undecided = list(states.values())
    before: dict[Key, list[Key]] = defaultdict(list)
    left: dict[Key, int] = {}  # moves that are not known to lose
    value: dict[Key, float] = {}
    decided: list[Key] = []
    while undecided:
        state = undecided.pop()
        here = key(state)
        left[here] = len(state.legal())
        for move in state.legal():
            child = without_history(state.copy())
            child.play(move)
            if child.seat is None:
                score = child.scores()[state.turn]
                if score == 1 and here not in value:
                    value[here] = 1
                    decided.append(here)
                continue
            there = key(child)
            before[there].append(here)
            if there not in states:
                states[there] = child
                undecided.append(child)
    while decided:
        there = decided.pop()
        for here in before[there]:
            if here in value:
                continue
            if value[there] == 0:
                value[here] = 1
                decided.append(here)
            else:
                left[here] -= 1
                if not left[here]:
                    value[here] = 0
                    decided.append(here)
    return {position: value.get(position, 0.5) for position in states}
