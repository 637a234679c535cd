"""What chance decides in Svoi Kozyri: the trumps, if they are drawn, and all the cards (SR2, SR3).

Cards are dealt alternately from seat 0. With the option ``deal=mirror`` only the first half of the
deck is dealt, and makes both hands.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards import DECK36, Card, to_mask
from engine.chance import FIRST_CHOICE
from engine.svoi_kozyri.deal import FIXED_TRUMPS, mirror_deal
from engine.svoi_kozyri.moves import TRUMP, Move
from engine.svoi_kozyri.notation import Position
from engine.svoi_kozyri.options import SvoiKozyriOptions
from engine.svoi_kozyri.state import SvoiKozyriState, state_at

_HALF: Final = len(DECK36) // 2


class SvoiKozyriDealer:
    """A `Dealer`."""

    choice = "trump"
    choices = "CDHS"

    def __init__(self, options: SvoiKozyriOptions) -> None:
        self._options = options
        self._trumps = 2 if options.trumps == "random" else 0  # that are drawn
        self._cards = _HALF if options.deal == "mirror" else len(DECK36)

    def opening(self, before: SvoiKozyriState | None, dealt: Sequence[int]) -> Sequence[int]:
        if self._options.trumps == "choose":
            return ()
        if len(dealt) < self._trumps:
            return [s for s in range(FIRST_CHOICE, FIRST_CHOICE + 4) if s not in dealt]
        return self._left(dealt[self._trumps :])

    def opened(self, before: SvoiKozyriState | None, dealt: Sequence[int]) -> SvoiKozyriState:
        trumps: tuple[int | None, int | None] = FIXED_TRUMPS
        if self._options.trumps == "choose":
            trumps = (None, None)
        elif self._trumps:
            trumps = (dealt[0] - FIRST_CHOICE, dealt[1] - FIRST_CHOICE)
        return self._state(trumps, dealt[self._trumps :])

    def draws(self, state: SvoiKozyriState, move: Move) -> int:
        """Cards are dealt when seat 0 has chosen its trump, after seat 1."""
        return self._cards if move >= TRUMP and state.trumps[1] is not None else 0

    def draw(self, state: SvoiKozyriState, move: Move, dealt: Sequence[int]) -> Sequence[int]:
        return self._left(dealt)

    def drawn(self, state: SvoiKozyriState, move: Move, dealt: Sequence[int]) -> SvoiKozyriState:
        return self._state((move - TRUMP, state.trumps[1]), dealt)

    def undealt(self, state: SvoiKozyriState) -> tuple[list[Card], list[int]]:
        return sorted([*state.hands[0], *state.hands[1]]), [*map(len, state.hands)]

    def redealt(self, state: SvoiKozyriState, hands: Sequence[Sequence[Card]]) -> SvoiKozyriState:
        dealt = (to_mask(hands[0]), to_mask(hands[1]))
        position = replace(state.snapshot(), hands=dealt, earlier=(), stop_at_deal=True)
        return state_at(self._options, position)

    def _left(self, cards: Sequence[Card]) -> Sequence[Card]:
        return [c for c in DECK36 if c not in cards] if len(cards) < self._cards else ()

    def _state(
        self, trumps: tuple[int | None, int | None], cards: Sequence[Card]
    ) -> SvoiKozyriState:
        first, second = trumps
        hands = (to_mask(cards[0::2]), to_mask(cards[1::2]))
        if first is not None and second is not None and self._options.deal == "mirror":
            hands = mirror_deal(to_mask(cards), (first, second))
        return state_at(self._options, Position(trumps, hands, stop_at_deal=True))
