"""What chance decides in Écarté: the first dealer, the cards of a deal, and the cards drawn.

A deal is dealt in packets of 3, 3, 2, 2 from the non-dealer, then a card is turned up (ER1, ER2).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards import DECK32, Card, to_mask
from engine.chance import FIRST_CHOICE
from engine.ecarte.deal import deal_cards
from engine.ecarte.moves import Move
from engine.ecarte.notation import Position
from engine.ecarte.options import EcarteOptions
from engine.ecarte.state import EcarteState, state_at

_DEALT: Final = 11  # two hands, and the turned card


class EcarteDealer:
    """A `Dealer`."""

    choice = "dealer"
    choices = "01"

    def __init__(self, options: EcarteOptions) -> None:
        self._options = options

    def opening(self, before: EcarteState | None, dealt: Sequence[int]) -> Sequence[int]:
        if before is None and not dealt:
            return range(FIRST_CHOICE, FIRST_CHOICE + 2)
        cards = _cards(before, dealt)
        if len(cards) == _DEALT:
            return ()
        return [card for card in DECK32 if card not in cards]

    def opened(self, before: EcarteState | None, dealt: Sequence[int]) -> EcarteState:
        cards = list(_cards(before, dealt))
        dealer = dealt[0] - FIRST_CHOICE if before is None else 1 - before.dealer
        rest = [card for card in DECK32 if card not in cards]
        hands, turned, stock = deal_cards(cards + rest, dealer)
        position = Position(
            (to_mask(hands[0]), to_mask(hands[1])),
            turned,
            dealer,
            seat=1 - dealer,
            stock=tuple(stock),
            phase="deal",
            stop_at_deal=True,
        )
        if before is not None:
            score = (before.points[0], before.points[1])
            position = replace(position, score=score, deal=before.deal + 1)
        return state_at(self._options, position)

    def draws(self, state: EcarteState, move: Move) -> int:
        """As many cards as were discarded (ER5)."""
        return (~move).bit_count() if move < 0 else 0

    def draw(self, state: EcarteState, move: Move, dealt: Sequence[int]) -> Sequence[int]:
        return sorted(card for card in state.stock if card not in dealt)

    def drawn(self, state: EcarteState, move: Move, dealt: Sequence[int]) -> EcarteState:
        state.stock = [*dealt, *(card for card in state.stock if card not in dealt)]
        state.play(move)
        return state

    def undealt(self, state: EcarteState) -> tuple[list[Card], list[int]]:
        return sorted([*state.hands[0], *state.hands[1], *state.stock]), [*map(len, state.hands)]

    def redealt(self, state: EcarteState, hands: Sequence[Sequence[Card]]) -> EcarteState:
        cards, _ = self.undealt(state)
        position = replace(
            state.snapshot(),
            hands=(to_mask(hands[0]), to_mask(hands[1])),
            stock=tuple(card for card in cards if card not in (*hands[0], *hands[1])),
            stop_at_deal=True,
        )
        return state_at(self._options, position)


def _cards(before: EcarteState | None, dealt: Sequence[int]) -> Sequence[Card]:
    """The cards among the outcomes of a deal: in the first, the dealer comes before them."""
    return dealt[1:] if before is None else dealt
