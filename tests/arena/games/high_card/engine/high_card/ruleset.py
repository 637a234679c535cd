"""High Card: two players, a few tricks, and the higher card takes each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.errors import BadPosition
from engine.high_card import notation
from engine.high_card.deal import deal_cards
from engine.high_card.notation import Position
from engine.high_card.observation import FEATURES, SIZE
from engine.high_card.options import HighCardOptions
from engine.high_card.state import NUM_ACTIONS, HighCardState, action_text
from engine.observation import Feature
from engine.options import Value, changed_options


@dataclass(frozen=True)
class HighCard(HighCardOptions):
    """The ruleset: a game is one deal."""

    name: ClassVar[str] = "high-card"
    seats: ClassVar[int] = 2
    num_actions: ClassVar[int] = NUM_ACTIONS
    num_outputs: ClassVar[int] = NUM_ACTIONS
    features: ClassVar[tuple[Feature, ...]] = FEATURES
    observation_shape: ClassVar[tuple[int, ...]] = (SIZE,)

    @property
    def options(self) -> Mapping[str, Value]:
        return changed_options(self)

    @property
    def most_turns(self) -> int:
        return 2 * self.cards

    def action_text(self, action: int) -> str:
        return action_text(action)

    def start(self, seed: bytes, stop_at_deal: bool = False) -> HighCardState:
        """The game that a seed deals; seat 0 leads."""
        (first, second), stock = deal_cards(seed, self.cards)
        hands = (tuple(first), tuple(second))
        position = Position(hands, tuple(stock), (), (0, 0), seat=0, stop_at_deal=stop_at_deal)
        return HighCardState(self, position)

    def position(self, text: str, stop_at_deal: bool = False) -> HighCardState:
        """The state that a text describes (``notation.py``). Raises BadPosition."""
        position = notation.read(text)
        if max(map(len, position.hands)) > self.cards:
            raise BadPosition(f"hands: a player has {self.cards} cards at most")
        if stop_at_deal:
            position = replace(position, stop_at_deal=True)
        return HighCardState(self, position)
