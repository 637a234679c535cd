"""How a deal of Écarté is dealt (ER1, ER2)."""

from engine.cards import DECK32, Card
from engine.randomness import SETUP, Stream


def first_dealer(seed: bytes) -> int:
    """The dealer of a game's first deal (ER1)."""
    return Stream(seed, SETUP).below(2)


def shuffled_deck(seed: bytes, deal: int) -> list[Card]:
    """The deck of deal number `deal`, its top first."""
    return Stream(seed, deal).shuffle(DECK32)


def deal_cards(deck: list[Card], dealer: int) -> tuple[list[list[Card]], Card, list[Card]]:
    """The hands by seat in deck order, the turned card and the stock with its top first.

    The deck is dealt in packets of 3, 3, 2, 2 from the non-dealer (ER2).
    """
    hands = [sorted(deck[0:3] + deck[6:8]), sorted(deck[3:6] + deck[8:10])]
    if dealer == 0:
        hands.reverse()
    return hands, deck[10], deck[11:]
