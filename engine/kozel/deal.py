"""How a deal of Kozel is dealt (KR1 to KR4)."""

from engine.cards import DECK36, Card
from engine.randomness import SETUP, Stream


def first_dealer(seed: bytes) -> int:
    """The dealer of a game's first deal (KR2)."""
    return Stream(seed, SETUP).below(4)


def deal_cards(
    seed: bytes, deal: int, dealer: int, trump_card: str
) -> tuple[list[list[Card]], list[Card], Card]:
    """The hands by seat in deck order, the stock with its top first, and the exposed card."""
    stream = Stream(seed, deal)
    deck = stream.shuffle(DECK36)
    first = 3 - dealer  # seat 0 gets this card and every fourth one after it
    hands = [sorted(deck[(first + seat) & 3 : 16 : 4]) for seat in range(4)]
    stock = deck[16:]
    # This is the stream's last draw, so the option changes nothing else of the deal.
    place = 19 if trump_card == "bottom" else stream.below(20)
    return hands, stock, stock[place]
