"""The chance to win a game of Kozel by its penalties between two deals.

A deal brings one side 2, 4 or 6 penalty points, or nobody (eggs). How often was counted in 400,000
deals between equal policies; who leads makes no difference that shows there. From these the chances
follow by dynamic programming.
"""

from functools import lru_cache
from typing import Any, Final

from engine.kozel.options import KozelOptions
from engine.ruleset import SPECTATOR, Ruleset, State

# The chance that a deal costs a side 2, 4 or 6; the other side's is the same.
COSTS: Final = (0.3305, 0.1350, 0.0281)
EGGS: Final = 1 - 2 * sum(COSTS)
MOST_EGGS: Final = 4  # more in one series are too rare to count


def win_chance(options: KozelOptions, own: int, other: int, deals_played: int) -> float:
    """The expected score of a side, 0 to 1, before a deal: ½ for a draw at the cap of deals.

    `own` and `other` are the penalties of the side and of the other one.
    """
    # Penalties are even, so it counts how many steps of two are missing.
    steps = (options.limit - own + 1) // 2
    others = (options.limit - other + 1) // 2
    left = options.max_deals - deals_played
    if left >= steps + others + MOST_EGGS:
        return _without_cap(steps, others)
    return _chance(steps, others, left)


def chance_at_start(rules: Ruleset, state: State[Any]) -> float:
    """The expected score of side 0 at the start of a deal."""
    assert isinstance(rules, KozelOptions), "a state of Kozel"
    view = state.view(SPECTATOR)
    own, other = view["penalties"]
    return win_chance(rules, own, other, view["deal"])


@lru_cache(maxsize=1 << 18)
def _chance(own: int, other: int, left: int) -> float:
    """`own`, `other`: the steps by which the sides lose. `left`: the deals until the cap."""
    if own <= 0:
        return 0.0
    if other <= 0:
        return 1.0
    if left <= 0:
        return 0.5
    if left >= own + other + MOST_EGGS:
        return _without_cap(own, other)
    total = EGGS * _chance(own, other, left - 1)
    for steps, cost in enumerate(COSTS, start=1):
        total += cost * _chance(own - steps, other, left - 1)
        total += cost * _chance(own, other - steps, left - 1)
    return total


@lru_cache(maxsize=1 << 14)
def _without_cap(own: int, other: int) -> float:
    """As `_chance`; eggs then change nothing, they only put the decision off."""
    if own <= 0:
        return 0.0
    if other <= 0:
        return 1.0
    total = 0.0
    for steps, cost in enumerate(COSTS, start=1):
        total += cost * _without_cap(own - steps, other)
        total += cost * _without_cap(own, other - steps)
    return total / (1 - EGGS)
