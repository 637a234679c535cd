"""Solving a position: a proof of its result with best play, where one is found in time."""

from typing import Any, Final

from engine.errors import EngineError
from engine.ruleset import Ruleset
from strategy.evaluators import SOLVERS

Json = dict[str, Any]

MAX_SECONDS: Final = 10.0


class NoSolver(EngineError):
    """Nobody solves positions of this game."""


def solve(rules: Ruleset, position: str, seconds: float) -> Json:
    """What best play from a position leads to, as JSON: ``{"result", "line"}``.

    ``result`` is ``win``, ``draw`` or ``loss`` for the seat to move, or null if no proof was found
    in time; ``line`` lists moves of best play, as the protocol writes them. Raises BadPosition, and
    NoSolver for a game without a solver.
    """
    solver = SOLVERS.get(rules.name)
    if solver is None:
        raise NoSolver(f"positions of {rules.name} cannot be solved: it has no solver")
    state = rules.position(position)
    if state.seat is None:
        raise EngineError("the game is over in this position: there is nothing to solve")
    return solver(state, min(max(seconds, 0.0), MAX_SECONDS))
