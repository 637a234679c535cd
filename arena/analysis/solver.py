"""Solving a position: at most one at a time in a web process, and few of each address."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from arena.analysis.child import Child, JobFailed, JobLost
from arena.analysis.errors import AnalysisError
from arena.web.rate_limit import Limit, LimitReached, take
from arena.web.turns import NoTurn, Turns
from engine.errors import BadOption, BadPosition
from engine.rulesets import ruleset
from strategy.evaluators import SOLVERS

SECONDS = 0.8  # of search; the answer takes a second with the start of the process
MOST_SECONDS = 10.0  # on a machine that is busy with matches, which come first
BUSY_SECONDS = 2
TEN_MINUTES = 600

_turns = Turns(at_once=1, in_line=4, in_line_of_one=1, seconds=5.0)

Json = dict[str, Any]


class BadQuestion(Exception):
    """`field` of the request is wrong; the text says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def solve(name: str, options: Mapping[str, object], position: str, network: str) -> Json:
    """``{"result", "line"}``, as SolutionSerializer describes it.

    Raises BadQuestion for a position that does not exist, and AnalysisError for a game without a
    solver and for a limit that is reached.
    """
    try:
        rules = ruleset(name, options)
    except BadOption as error:
        raise BadQuestion("options", str(error)) from None
    if rules.name not in SOLVERS:
        raise AnalysisError("no_analysis", _("Positions of this game cannot be solved."))
    try:
        state = rules.position(position)
    except BadPosition as error:
        raise BadQuestion("position", str(error)) from None
    if state.seat is None:
        raise BadQuestion("position", _("The game is over in this position."))
    job = {
        "job": "solve",
        "ruleset": rules.name,
        "options": dict(rules.options),
        "position": position,
        "seconds": SECONDS,
    }
    try:
        with _turns.turn(network):
            _count(network)  # only now: who finds the solver busy has had nothing
            with Child(job) as child:
                if not child.wait(MOST_SECONDS):
                    return {"result": None, "line": []}
                found: Json = child.result()
                return found
    except JobLost:
        return {"result": None, "line": []}
    except NoTurn:
        message = _("Other positions are being solved. Try again in a moment.")
        raise AnalysisError("busy", message, 429, wait=BUSY_SECONDS) from None
    except JobFailed as error:
        raise BadQuestion("position", str(error)) from None


def _count(network: str) -> None:
    """Counts a position for the address. Raises AnalysisError if it has had as many as allowed."""
    limit = Limit("positions to solve", settings.SOLVES_PER_TEN_MINUTES, TEN_MINUTES)
    try:
        take((limit, network))
    except LimitReached as reached:
        message = _("You have asked for many positions. Try again in %d seconds.") % reached.wait
        raise AnalysisError("throttled", message, 429, wait=reached.wait) from None
