"""What chance decides in Kozel: the first dealer, the cards of a deal, and the cards drawn.

A deal is dealt card by card from the dealer's left, then a card of the stock is turned up (KR2,
KR4). The cards drawn after a trick are any of the stock, the exposed one too, unless it lies at the
bottom.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards import DECK36, Card, to_mask
from engine.chance import FIRST_CHOICE
from engine.errors import BadPosition
from engine.kozel.moves import INDICES, LEAD, REPLYING, Move
from engine.kozel.notation import ANYONE, Position
from engine.kozel.options import KozelOptions
from engine.kozel.state import KozelState, state_at

_HANDS: Final = 16  # cards in all four hands


class KozelDealer:
    """A `Dealer`."""

    choice = "dealer"
    choices = "0123"

    def __init__(self, options: KozelOptions) -> None:
        self._options = options

    def opening(self, before: KozelState | None, dealt: Sequence[int]) -> Sequence[int]:
        if before is None and not dealt:
            return range(FIRST_CHOICE, FIRST_CHOICE + 4)
        cards = _cards(before, dealt)
        if len(cards) > _HANDS:
            return ()
        return [card for card in DECK36 if card not in cards]

    def opened(self, before: KozelState | None, dealt: Sequence[int]) -> KozelState:
        cards = _cards(before, dealt)
        hands, exposed = [0, 0, 0, 0], cards[-1]
        dealer = dealt[0] - FIRST_CHOICE if before is None else (before.dealer + 1) & 3
        for number, card in enumerate(cards[:-1]):
            hands[(dealer + 1 + number) & 3] |= 1 << card
        stock = [card for card in DECK36 if card not in cards]
        # The order of the stock means nothing but for an exposed card at the bottom.
        stock.append(exposed)
        first, second, third, fourth = hands
        position = Position(
            (first, second, third, fourth), exposed, tuple(stock), dealer, stop_at_deal=True
        )
        if before is None:
            position = replace(position, leader=(dealer + 1) & 3)
        else:
            position = replace(
                position,
                leader=before.leader,
                penalties=before.penalties,
                eggs=before.eggs,
                deal=before.deal + 1,
            )
        return state_at(self._options, position)

    def draws(self, state: KozelState, move: Move) -> int:
        """The last play of a trick makes all four draw (KR15)."""
        if state.phase != REPLYING or len(state.table) < 3 or not move & INDICES or move >= LEAD:
            return 0
        return min(4 * state.count, len(state.stock) - state.drawn)

    def draw(self, state: KozelState, move: Move, dealt: Sequence[int]) -> Sequence[int]:
        left = [card for card in state.stock[state.drawn :] if card not in dealt]
        if self._options.trump_card == "bottom" and len(left) > 1:
            left.remove(state.exposed)
        return sorted(left)

    def drawn(self, state: KozelState, move: Move, dealt: Sequence[int]) -> KozelState:
        rest = [card for card in state.stock[state.drawn :] if card not in dealt]
        state.stock = [*dealt, *rest]
        state.drawn = 0
        state.deal_keys = None
        state.play(move)
        return state

    def undealt(self, state: KozelState) -> tuple[list[Card], list[int]]:
        if state.table or any(state.returned):
            raise BadPosition("table, returned: both must be empty where hands are dealt again")
        cards = {card for hand in state.hands for card in hand} | set(state.stock[state.drawn :])
        cards -= set(state.stock) & {state.exposed}
        return sorted(cards), [len(hand) for hand in state.hands]

    def redealt(self, state: KozelState, hands: Sequence[Sequence[Card]]) -> KozelState:
        cards, _ = self.undealt(state)
        held = {card for hand in hands for card in hand}
        stock = [card for card in cards if card not in held]
        if state.exposed in state.stock[state.drawn :]:
            stock.append(state.exposed)
        first, second, third, fourth = map(to_mask, hands)
        position = replace(
            state.snapshot(),
            hands=(first, second, third, fourth),
            stock=tuple(stock),
            asked=ANYONE,
            stop_at_deal=True,
        )
        return state_at(self._options, position)


def _cards(before: KozelState | None, dealt: Sequence[int]) -> Sequence[Card]:
    """The cards among the outcomes of a deal: in the first, the dealer comes before them."""
    return dealt[1:] if before is None else dealt
