"""Écarté, a duel to five points (rules.md, section 5).

The game in progress is in ``ecarte_state.py``, a deal's cards and points in ``ecarte_deal.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.ecarte import notation
from engine.ecarte.state import EcarteState
from engine.errors import BadPosition
from engine.options import Option, Value, changed, switch
from engine.randomness import SETUP, Stream


@dataclass(frozen=True)
class Ecarte:
    """The ruleset: deals until a player has five points."""

    must_trump: bool = False
    vulnerability: str = "seed"
    dealer_min: int = 0
    target: int = 5

    name: ClassVar[str] = "ecarte"
    seats: ClassVar[int] = 2
    OPTIONS: ClassVar[dict[str, Option]] = {
        "must_trump": switch(False, "a player without the suit led must trump"),
        "vulnerability": Option(
            "seed",
            ("seed", "classic", "winner", "none"),
            "who scores 2 when the cards were played without an exchange",
        ),
        "dealer_min": Option(0, (0, 1), "how many cards the dealer must exchange at least"),
        "target": Option(5, range(2, 22), "points that win the game"),
    }

    @property
    def options(self) -> Mapping[str, Value]:
        return changed(self)

    def start(self, seed: bytes) -> EcarteState:
        """The first deal of the game that `seed` deals."""
        state = EcarteState(self, seed)
        state.begin(dealer=Stream(seed, SETUP).below(2))  # ER1
        return state

    def position(self, text: str) -> EcarteState:
        """The state that a text sets up (`ecarte_position`). Raises BadPosition."""
        position = notation.read(text)
        reached = [points >= self.target for points in position.score].count(True)
        if reached != (position.phase == "over"):
            raise BadPosition(f"score: one seat has {self.target} when the game is over, or none")
        if max(position.score) > self.target + 1:
            raise BadPosition(f"score: nobody comes to more than {self.target + 1}")
        if position.deal > 2 * self.target - 2:
            raise BadPosition(f"deal={position.deal}: a game has {2 * self.target - 1} at most")
        state = EcarteState(self, position.seed)
        state.set_up(position)
        return state
