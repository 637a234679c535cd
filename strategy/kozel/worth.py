"""What the end of a deal is worth to a side."""

from engine.kozel.options import KozelOptions
from engine.kozel.scoring import penalty
from engine.ruleset import View
from strategy.kozel.playout import Deal
from strategy.kozel.win_chances import win_chance


class Worth:
    """The expected score of the game for one side, by what a deal costs it or the other side."""

    def __init__(self, options: KozelOptions, view: View, side: int) -> None:
        own, other = view["penalties"][side], view["penalties"][1 - side]
        played = view["deal"] + 1
        # By the side's penalty in this deal; the other side's is negative.
        self._values = {
            cost: win_chance(options, own + max(cost, 0), other + max(-cost, 0), played)
            for cost in range(-6, 7, 2)
        }
        self._side = side
        self._of_a_penalty_point = (self._values[-2] - self._values[2]) / 4

    def of(self, deal: Deal, margin: float = 0.0) -> float:
        """The worth of a deal that is over. `margin`: see `search.Search`."""
        side = self._side
        own, other = deal.points[side], deal.points[1 - side]
        values = self._values
        if own == other:
            return values[0]
        if own < other:
            worth = values[penalty(own, deal.tricks[side])]
        else:
            worth = values[-penalty(other, deal.tricks[1 - side])]
        return worth + margin * self._of_a_penalty_point * (own - other)
