"""Écarté, a duel to five points (docs/2-rules.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.cards import Cards
from engine.chance import ChanceState
from engine.ecarte import actions, notation
from engine.ecarte.chance import EcarteDealer
from engine.ecarte.deal import first_dealer
from engine.ecarte.knowledge import EcarteKnowledge
from engine.ecarte.observation import FEATURES, SIZE
from engine.ecarte.options import EcarteOptions
from engine.ecarte.policy import NUM_OUTPUTS
from engine.ecarte.state import EcarteState, state_at
from engine.observation import Feature
from engine.options import Value, changed_options

# 21 exchanges of one card each, with four turns; `stand`; and five tricks.
TURNS_A_DEAL = 21 * 4 + 1 + 10


@dataclass(frozen=True)
class Ecarte(EcarteOptions):
    """The ruleset: deals until a player has five points."""

    name: ClassVar[str] = "ecarte"
    seats: ClassVar[int] = 2
    num_actions: ClassVar[int] = actions.NUM_ACTIONS
    num_outputs: ClassVar[int] = NUM_OUTPUTS
    features: ClassVar[tuple[Feature, ...]] = FEATURES
    observation_shape: ClassVar[tuple[int, ...]] = (SIZE,)

    @property
    def options(self) -> Mapping[str, Value]:
        return changed_options(self)

    @property
    def most_turns(self) -> int:
        """Every deal scores at least a point."""
        return (2 * self.target - 1) * TURNS_A_DEAL

    def start(self, seed: bytes, stop_at_deal: bool = False) -> EcarteState:
        """The first deal of the game that `seed` deals."""
        state = EcarteState(self, seed)
        state.stop_at_deal = stop_at_deal
        state.begin(first_dealer(seed))
        return state

    def action_text(self, action: int) -> str:
        """An action as the protocol writes it. Raises BadAction."""
        return actions.text(action)

    def position(self, text: str, stop_at_deal: bool = False) -> EcarteState:
        """The state that a text describes (``notation.py``). Raises BadPosition."""
        position = notation.read(text)
        return state_at(self, replace(position, stop_at_deal=True) if stop_at_deal else position)

    def chance(
        self, state: EcarteState | None = None, stop_at_deal: bool = False, redeal: bool = False
    ) -> ChanceState:
        """The game with its cards dealt one at a time, as `engine.chance.chance_of` says."""
        return ChanceState(EcarteDealer(self), state, stop_at_deal, redeal)

    def knowledge(self, seat: int, deck: Cards | None = None) -> EcarteKnowledge:
        """What a seat knows, still without having heard anything. `deck`: as for `Knowledge`."""
        return EcarteKnowledge(self, seat, deck)
