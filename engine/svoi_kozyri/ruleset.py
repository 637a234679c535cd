"""Svoi Kozyri ("your own trumps"), a duel with open cards (docs/2-rules.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.action_numbers import checked_number
from engine.cards import Cards
from engine.chance import ChanceState
from engine.observation import Feature
from engine.options import Value, changed_options
from engine.svoi_kozyri import notation
from engine.svoi_kozyri.chance import SvoiKozyriDealer
from engine.svoi_kozyri.deal import FIXED_TRUMPS, deal_hands, draw_trumps
from engine.svoi_kozyri.knowledge import SvoiKozyriKnowledge
from engine.svoi_kozyri.moves import NUM_ACTIONS, TEXT
from engine.svoi_kozyri.notation import Position
from engine.svoi_kozyri.observation import FEATURES, SIZE
from engine.svoi_kozyri.options import SvoiKozyriOptions
from engine.svoi_kozyri.policy import NUM_OUTPUTS
from engine.svoi_kozyri.state import SvoiKozyriState, state_at


@dataclass(frozen=True)
class SvoiKozyri(SvoiKozyriOptions):
    """The ruleset: one deal of all 36 cards. The player who runs out of cards first wins."""

    name: ClassVar[str] = "svoi-kozyri"
    seats: ClassVar[int] = 2
    num_actions: ClassVar[int] = NUM_ACTIONS
    num_outputs: ClassVar[int] = NUM_OUTPUTS
    features: ClassVar[tuple[Feature, ...]] = FEATURES
    observation_shape: ClassVar[tuple[int, ...]] = (SIZE,)

    @property
    def options(self) -> Mapping[str, Value]:
        return changed_options(self)

    @property
    def most_turns(self) -> int:
        return self.max_plies + 2  # each player may choose a trump suit first

    def start(self, seed: bytes, stop_at_deal: bool = False) -> SvoiKozyriState:
        """The game that `seed` deals. With ``trumps=choose`` it begins with the two choices.

        It is one deal: whether it stops after it makes no difference to the play.
        """
        if self.trumps == "choose":
            return state_at(self, Position((None, None), seed=seed, stop_at_deal=stop_at_deal))
        trumps = draw_trumps(seed) if self.trumps == "random" else FIXED_TRUMPS
        hands = deal_hands(seed, trumps, self.deal)
        position = Position(trumps, hands, seed=seed, stop_at_deal=stop_at_deal)
        return state_at(self, position)

    def action_text(self, action: int) -> str:
        """An action as the protocol writes it. Raises BadAction."""
        return TEXT[checked_number(action, NUM_ACTIONS, "action", self.name)]

    def position(self, text: str, stop_at_deal: bool = False) -> SvoiKozyriState:
        """The state that a text describes (``notation.py``). Raises BadPosition."""
        position = notation.read(text)
        return state_at(self, replace(position, stop_at_deal=True) if stop_at_deal else position)

    def chance(
        self, state: SvoiKozyriState | None = None, stop_at_deal: bool = False, redeal: bool = False
    ) -> ChanceState:
        """The game with its cards dealt one at a time, as `engine.chance.chance_of` says."""
        return ChanceState(SvoiKozyriDealer(self), state, stop_at_deal, redeal)

    def knowledge(self, seat: int, deck: Cards | None = None) -> SvoiKozyriKnowledge:
        """What a seat knows, still without having heard anything. `deck`: as for `Knowledge`."""
        return SvoiKozyriKnowledge(self, seat, deck)
