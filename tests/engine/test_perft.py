"""The numbers of move sequences that an independent engine counted (tests/data/perft.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import options
from engine.ruleset import State
from engine.rulesets import ruleset

CASES = json.loads(Path(__file__).parents[1].joinpath("data/perft.json").read_text())
IDS = [
    f"{case['ruleset']}{case['options']}-{case['seed'][:4]}-{len(case['moves'])}" for case in CASES
]


def sequences(state: State, length: int) -> int:
    """How many sequences of `length` moves there are; a finished game is one."""
    if length == 0 or state.seat is None:
        return 1
    total = 0
    for move in state.legal():
        after = state.copy()
        after.play(move)
        total += sequences(after, length - 1)
    return total


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_tree_of_moves_has_as_many_branches_as_counted(case: dict[str, Any]) -> None:
    rules = ruleset(case["ruleset"], options.parse_assignments(case["options"]))
    state = rules.start(bytes.fromhex(case["seed"]))
    for text in case["moves"]:
        state.play(state.parse(text))
    counted = [sequences(state, length + 1) for length in range(len(case["perft"]))]
    assert counted == case["perft"]
