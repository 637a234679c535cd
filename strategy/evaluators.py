"""Who analyses which game: the evaluators, and how many samples each decision gets.

A game that is not in ANALYSTS is not analysed, and the site then offers no analysis.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from engine.errors import EngineError
from engine.ruleset import Ruleset, State, View
from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.ecarte import win_chances as ecarte_win_chances
from strategy.ecarte.evaluator import EVALUATOR as ECARTE
from strategy.ecarte.reasons import explain as explain_ecarte
from strategy.evaluator import Evaluator
from strategy.kozel import win_chances as kozel_win_chances
from strategy.kozel.evaluator import EVALUATOR as KOZEL
from strategy.svoi_kozyri.evaluator import SvoiKozyriEvaluator
from strategy.svoi_kozyri.reasons import explain as explain_svoi_kozyri
from strategy.svoi_kozyri.solver import solve as solve_svoi_kozyri

METHOD: Final = 1  # raise it when the same evaluator gives other analyses (analysis.py)


class NoAnalysis(EngineError):
    """Nobody analyses this game."""


class Solved(Protocol):
    """A proof: `value` is 1, ½ or 0 for the seat to act, None without one; `line` is best play."""

    @property
    def value(self) -> float | None: ...

    @property
    def line(self) -> Sequence[str]: ...


def no_words(view: View, better: str, played: str) -> str:
    return ""


@dataclass(frozen=True)
class Analyst:
    """An evaluator for one ruleset with its options, and the work that a decision gets.

    At a decision with more than `candidates` moves, `first_look` samples choose that many (and the
    played one), which then get `samples`. `open_samples` are with all cards open. `explain` says in
    words why one move is better than another, where a rule of thumb does, from the view before
    them. `samples` and `open_samples` are 4 or more: two halves of each are independent.
    """

    evaluator: Evaluator
    samples: int = 120
    candidates: int = 6
    first_look: int = 16
    open_samples: int = 8
    explain: Callable[[View, str, str], str] = field(default=no_words)

    @property
    def version(self) -> str:
        """Analyses of the same game with the same version are the same."""
        work = f"{self.samples}.{self.candidates}.{self.first_look}.{self.open_samples}"
        return f"{self.evaluator.version}/{METHOD}.{work}"


def _svoi_kozyri(rules: Ruleset) -> Analyst:
    assert isinstance(rules, SvoiKozyri), "another game"
    return Analyst(SvoiKozyriEvaluator(), explain=partial(explain_svoi_kozyri, rules=rules))


# All by the ruleset's name.
ANALYSTS: dict[str, Callable[[Ruleset], Analyst]] = {
    "ecarte": lambda rules: Analyst(ECARTE, explain=explain_ecarte),
    "kozel": lambda rules: Analyst(KOZEL, explain=KOZEL.explain),
    "svoi-kozyri": _svoi_kozyri,
}
# The expected score of side 0 by the score at the start of a deal.
CHANCES: dict[str, Callable[[Ruleset, State[Any]], float]] = {
    "ecarte": ecarte_win_chances.chance_of_deal,
    "kozel": kozel_win_chances.chance_at_start,
}
# What best play leads to, from a state and seconds of the processor.
SOLVERS: dict[str, Callable[[Any, float], Solved]] = {"svoi-kozyri": solve_svoi_kozyri}


def analyst_of(rules: Ruleset) -> Analyst:
    """Who analyses games of this ruleset. Raises NoAnalysis."""
    if rules.name not in ANALYSTS:
        raise NoAnalysis(f"there is no analysis of {rules.name}: it has no evaluator")
    return ANALYSTS[rules.name](rules)
