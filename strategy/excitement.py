"""How eventful a game was by its score alone: cheap enough for all games of a day.

Between deals a table of win chances by the score says what each side may expect
(`win_chances.py` of the game). The more these chances move up and down in a game, the more it
has seen. It is a short list's measure: the analysis decides (docs/14-analysis.md).
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.faults import Reason
from engine.record import replay, ruleset_of
from engine.ruleset import Ruleset, State
from strategy.evaluators import CHANCES
from strategy.score_curve import swing

Progress = Callable[[int, int], None]


def of_games(
    record: Mapping[str, Any], progress: Progress = lambda done, of: None
) -> list[float | None]:
    """The swing of each game of a record; None for a game that a fault ended, or of a ruleset
    without a table of chances. Raises BadRecord."""
    rules = ruleset_of(record)
    games = record["games"]
    found: list[float | None] = []
    for index, game in enumerate(games):
        progress(index, len(games))
        normal = game["reason"] == Reason.NORMAL
        points = chances(record, index, rules) if normal else []
        found.append(round(swing(points), 4) if points else None)
    return found


def chances(record: Mapping[str, Any], index: int, rules: Ruleset) -> list[float]:
    """The expected score of side 0 at the start of each deal, and the result. Raises BadRecord."""
    chance = CHANCES.get(rules.name)
    if chance is None:
        return []
    found: list[float] = []
    deal = -1
    state: State[Any] | None = None
    for _, state in replay(record, index):
        if state.seat is not None and state.deal != deal:
            deal = state.deal
            found.append(chance(rules, state))
    if state is not None and state.seat is None:
        found.append(state.scores()[0])
    return found
