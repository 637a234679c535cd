"""How High Card is dealt."""

from engine.cards import DECK36, Card
from engine.randomness import Stream


def deal_cards(seed: bytes, count: int) -> tuple[list[list[Card]], list[Card]]:
    """The hands of `count` cards by seat, dealt one by one from seat 0, and the stock."""
    deck = Stream(seed, 0).shuffle(DECK36)
    hands = [sorted(deck[seat : 2 * count : 2]) for seat in (0, 1)]
    return hands, deck[2 * count :]
