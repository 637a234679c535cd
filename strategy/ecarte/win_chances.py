"""The chance to win the game by the score between two deals.

Computed backwards from the last deals (dynamic programming): what deals bring was measured with
good play of both sides (`RESULTS` of the tables), and every deal scores at least a point.
"""

from functools import cache
from typing import Any, Final, cast

from engine.ecarte.moves import KINGS
from engine.ecarte.options import EcarteOptions
from engine.ecarte.state import EcarteState
from engine.ruleset import Ruleset, State
from strategy.ecarte import tables_classic, tables_seed
from strategy.ecarte.outcomes import KING_OF, outcome_points

KING_TURNED: Final = 1 / 8  # how often the turned card is a king


class WinChances:
    """`before_deal[a][b]`: the expected score of the next deal's non-dealer.

    a and b are the points of the non-dealer and the dealer, both below the target, before the cards
    are dealt.
    """

    def __init__(self, options: EcarteOptions) -> None:
        self.target = options.target
        self._results = results(options.vulnerability)
        size = range(self.target)
        self.before_deal = [[0.5] * self.target for _ in size]
        for a, b in sorted(((a, b) for a in size for b in size), key=sum, reverse=True):
            self.before_deal[a][b] = self._deal(a, b)

    def _deal(self, a: int, b: int) -> float:
        without, with_king = self._results
        total = 0.0
        for chance, distribution, turned in (
            (1 - KING_TURNED, without, 0),
            (KING_TURNED, with_king, 1),
        ):
            if b + turned >= self.target:
                continue
            values = self.outcome_values(a, b + turned)
            total += chance * sum(p * v for p, v in zip(distribution, values, strict=True))
        return total

    def after_deal(self, non_dealer: int, dealer: int) -> float:
        """The expected score of a deal's non-dealer when it ends with these points."""
        if non_dealer >= self.target:
            return 1.0
        if dealer >= self.target:
            return 0.0
        return 1.0 - self.before_deal[dealer][non_dealer]

    def outcome_values(self, non_dealer: int, dealer: int) -> list[float]:
        """By outcome of a deal: the expected score of its non-dealer.

        The points are those at which the deal is now. The king scores before the tricks (ER15).
        """
        found = []
        for outcome, king in enumerate(KING_OF):
            a, b = non_dealer + king[0], dealer + king[1]
            if a < self.target and b < self.target:
                gained, lost = outcome_points(outcome)
                a, b = non_dealer + gained, dealer + lost
            found.append(self.after_deal(a, b))
        return found


@cache
def win_chances(options: EcarteOptions) -> WinChances:
    """The table for these options; it is made once."""
    return WinChances(options)


def win_chance(options: EcarteOptions, points: tuple[int, int], dealer: int) -> tuple[float, float]:
    """The expected scores by seat between two deals. `dealer` deals next.

    Both points must be below the target.
    """
    chance = win_chances(options).before_deal[points[1 - dealer]][points[dealer]]
    return (chance, 1 - chance) if dealer == 1 else (1 - chance, chance)


def chance_of_deal(rules: Ruleset, state: State[Any]) -> float:
    """The expected score of side 0 at the start of a deal; a turned king is already scored."""
    if state.seat is None:
        return state.scores()[0]
    options, state = cast(EcarteOptions, rules), cast(EcarteState, state)
    first, dealer = 1 - state.dealer, state.dealer
    table = win_chances(options)
    values = table.outcome_values(state.points[first], state.points[dealer])
    turned = state.turned == KINGS[state.trump]
    distribution = results(options.vulnerability)[turned]
    chance = sum(p * v for p, v in zip(distribution, values, strict=True))
    return chance if first == 0 else 1 - chance


def results(vulnerability: str) -> list[list[float]]:
    """How often each outcome is seen, without and with a turned king."""
    tables = tables_classic if vulnerability in ("classic", "winner") else tables_seed
    found: list[list[float]] = tables.RESULTS
    return found
