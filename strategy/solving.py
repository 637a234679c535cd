"""Solving a position: a proof of its result with best play, where one is found in time."""

from typing import Any, Final

from engine.errors import EngineError
from engine.ruleset import Ruleset
from strategy.evaluators import SOLVERS

Json = dict[str, Any]

MAX_SECONDS: Final = 10.0
RESULTS: Final = {1.0: "win", 0.5: "draw", 0.0: "loss"}


class NoSolver(EngineError):
    """Nobody solves positions of this game."""


def solve(rules: Ruleset, position: str, seconds: float) -> Json:
    """What best play from a position leads to, as JSON: ``{"result", "line"}``.

    ``result`` is ``win``, ``draw`` or ``loss`` for the seat to move, or null if no proof was found
    within these seconds of the processor; ``line`` lists moves of best play, as the protocol writes
    them. Raises BadPosition, NoSolver for a game without a solver, and EngineError for a position
    in which there is nothing to solve.
    """
    if rules.name not in SOLVERS:
        raise NoSolver(f"positions of {rules.name} cannot be solved: it has no solver")
    state = rules.position(position)
    try:
        found = SOLVERS[rules.name](state, min(max(seconds, 0.0), MAX_SECONDS))
    except ValueError as error:  # the game is over, or has not begun
        raise EngineError(str(error)) from None
    result = None if found.value is None else RESULTS[found.value]
    return {"result": result, "line": list(found.line)}
