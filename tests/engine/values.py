"""What holds of a state as a value, in either build of the engine.

``python -m tests.engine.values`` checks it for the build that it imports; test_compiled.py runs
that with the compiled one.
"""

import copy
import pickle
from typing import Any

from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import played, start


def twins(rules: Ruleset, state: State[Any]) -> dict[str, State[Any]]:
    """The same state, made in every way there is."""
    return {
        "copy()": state.copy(),
        "copy.copy": copy.copy(state),
        "copy.deepcopy": copy.deepcopy([state, state])[1],
        "pickle": pickle.loads(pickle.dumps(state)),
        "position": rules.position(state.position()),
    }


def check(rules: Ruleset, number: int) -> None:
    """Checks the states of a random game: twins are equal and independent, others are not equal."""
    state = start(rules, number)
    for turn, (_, move) in enumerate(played(state, number)):
        if turn % 15:
            continue
        position = state.position()
        hashed = hash(state)
        for way, twin in twins(rules, state).items():
            where = f"{way} of {position}"
            assert twin is not state, where
            assert twin == state, where
            assert hash(twin) == hashed, where
            assert {twin: "found"}[state] == "found", where
            assert twin.view(None) == state.view(None), where
            assert list(twin.legal()) == list(state.legal()), where
            twin.play(move)
            assert twin != state, where
            assert state.position() == position, where
    assert state.texts([0]) == [], "a finished game has no moves"
    for way, twin in twins(rules, state).items():
        assert twin == state, way
        assert twin.scores() == state.scores(), way


def main() -> None:
    import engine.kozel.state

    print(engine.kozel.state.__file__)
    for name in RULESETS:
        check(ruleset(name), 1)


if __name__ == "__main__":
    main()
