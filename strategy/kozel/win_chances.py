"""The chance to win a game of Kozel by its penalties between two deals.

A deal brings one side 2, 4 or 6 penalty points, or nobody (eggs). How often was measured in play of
equal searches, for the side that leads the deal and for the other one. From these the table follows
by dynamic programming: the expected score of a side, with ½ for a draw at the cap of deals.
"""

from functools import lru_cache
from typing import Final

from engine.kozel.options import KozelOptions

PENALTIES: Final = (2, 4, 6)
EGGS: Final = 0.008
# The chance that a deal costs its leader's side, and the other side, 2, 4 or 6.
COSTS_LEADER: Final = (0.235, 0.200, 0.045)
COSTS_OTHER: Final = (0.245, 0.215, 0.052)
FAR_CAP: Final = 40  # deals; a cap further off is never met but by one game in millions


def win_chance(
    options: KozelOptions, own: int, other: int, deals_played: int, leads: bool
) -> float:
    """The expected score of a side, 0 to 1, before a deal.

    `own` and `other` are the penalties of the sides, `leads` says whether the side leads the deal.
    """
    limit = options.limit
    # Penalties are even: what counts is how many steps of two are left.
    need, needs = (limit - own + 1) // 2, (limit - other + 1) // 2
    left = options.max_deals - deals_played
    return _chance(need, needs, min(left, FAR_CAP), leads)


@lru_cache(maxsize=200_000)
def _chance(need: int, needs: int, left: int, leads: bool) -> float:
    """`need`, `needs`: by how many steps of two the side and the other one lose."""
    if need <= 0:
        return 0.0
    if needs <= 0:
        return 1.0
    if left <= 0:
        return 0.5
    costs, gains = (COSTS_LEADER, COSTS_OTHER) if leads else (COSTS_OTHER, COSTS_LEADER)
    # Who takes a deal's last trick leads the next one: mostly the side that did well.
    total = 0.0
    for steps, (cost, gain) in enumerate(zip(costs, gains, strict=True), start=1):
        total += cost * _chance(need - steps, needs, left - 1, False)
        total += gain * _chance(need, needs - steps, left - 1, True)
    eggs = 1.0 - sum(costs) - sum(gains)
    if left >= FAR_CAP:
        # Eggs leave everything as it was, so they only put the decision off.
        return total / (1.0 - eggs)
    return total + eggs * _chance(need, needs, left - 1, leads)
