"""Svoi Kozyri ("your own trumps"), a duel with open cards (docs/2-rules.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Cards
from engine.options import Value, changed_options
from engine.svoi_kozyri import notation
from engine.svoi_kozyri.deal import FIXED_TRUMPS, deal_hands, draw_trumps
from engine.svoi_kozyri.knowledge import SvoiKozyriKnowledge
from engine.svoi_kozyri.notation import Position
from engine.svoi_kozyri.options import SvoiKozyriOptions
from engine.svoi_kozyri.state import SvoiKozyriState, state_at


@dataclass(frozen=True)
class SvoiKozyri(SvoiKozyriOptions):
    """The ruleset: one deal of all 36 cards. The player who runs out of cards first wins."""

    name: ClassVar[str] = "svoi-kozyri"
    seats: ClassVar[int] = 2

    @property
    def options(self) -> Mapping[str, Value]:
        return changed_options(self)

    @property
    def most_turns(self) -> int:
        return self.max_plies + 2  # each player may choose a trump suit first

    def start(self, seed: bytes) -> SvoiKozyriState:
        """The game that `seed` deals. With ``trumps=choose`` it begins with the two choices."""
        if self.trumps == "choose":
            return state_at(self, Position((None, None), seed=seed))
        trumps = draw_trumps(seed) if self.trumps == "random" else FIXED_TRUMPS
        hands = deal_hands(seed, trumps, self.deal)
        return state_at(self, Position(trumps, hands, seed=seed))

    def position(self, text: str) -> SvoiKozyriState:
        """The state that a text describes (``notation.py``). Raises BadPosition."""
        return state_at(self, notation.read(text))

    def knowledge(self, seat: int, deck: Cards | None = None) -> SvoiKozyriKnowledge:
        """What a seat knows, still without having heard anything. `deck`: as for `Knowledge`."""
        return SvoiKozyriKnowledge(self, seat, deck)
