"""Kozel, "Goat" on four cards: two teams of two play to 12 penalty points (docs/2-rules.md)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.cards import Cards
from engine.chance import ChanceState
from engine.kozel import actions, notation
from engine.kozel.chance import KozelDealer
from engine.kozel.deal import first_dealer
from engine.kozel.knowledge import KozelKnowledge
from engine.kozel.observation import FEATURES, SIZE
from engine.kozel.options import KozelOptions
from engine.kozel.policy import NUM_OUTPUTS
from engine.kozel.state import KozelState, state_at
from engine.observation import Feature
from engine.options import Value, changed_options

LEAST_PENALTY = 2
RARE_EGGS = 4  # more in one game have a chance of one in a hundred thousand
TURNS_A_DEAL = 40  # nine tricks of four plays, and a question about a molodka now and then


@dataclass(frozen=True)
class Kozel(KozelOptions):
    """The ruleset: a game of several deals, to 12 penalty points."""

    name: ClassVar[str] = "kozel"
    seats: ClassVar[int] = 4
    num_actions: ClassVar[int] = actions.NUM_ACTIONS
    num_outputs: ClassVar[int] = NUM_OUTPUTS
    features: ClassVar[tuple[Feature, ...]] = FEATURES
    observation_shape: ClassVar[tuple[int, ...]] = (SIZE,)

    @property
    def options(self) -> Mapping[str, Value]:
        return changed_options(self)

    @property
    def most_turns(self) -> int:
        """All deals but eggs bring a penalty of at least 2; one deal in 78 brings eggs."""
        deals = 2 * math.ceil(self.limit / LEAST_PENALTY) - 1 + RARE_EGGS
        return min(deals, self.max_deals) * TURNS_A_DEAL

    def start(self, seed: bytes, stop_at_deal: bool = False) -> KozelState:
        state = KozelState(self, seed)
        state.stop_at_deal = stop_at_deal
        state.begin(first_dealer(seed))
        return state

    def action_text(self, action: int) -> str:
        """An action as the protocol writes it. Raises BadAction."""
        return actions.text(action)

    def position(self, text: str, stop_at_deal: bool = False) -> KozelState:
        """The state that a text describes (``notation.py``). Raises BadPosition."""
        position = notation.read(text)
        return state_at(self, replace(position, stop_at_deal=True) if stop_at_deal else position)

    def chance(
        self, state: KozelState | None = None, stop_at_deal: bool = False, redeal: bool = False
    ) -> ChanceState:
        """The game with its cards dealt one at a time, as `engine.chance.chance_of` says."""
        return ChanceState(KozelDealer(self), state, stop_at_deal, redeal)

    def knowledge(self, seat: int, deck: Cards | None = None) -> KozelKnowledge:
        """What a seat knows, still without having heard anything. `deck`: as for `Knowledge`."""
        return KozelKnowledge(self, seat, deck)
