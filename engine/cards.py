"""Cards as small ints, sets of cards as bit masks, and how both are written.

A card is ``9 * suit + rank`` with the suits in the order C, D, H, S and the ranks in the order
6 7 8 9 T J Q K A, whatever a game's own ranking is: its index in the canonical deck of 36
(docs/2-rules.md, "Cards and moves"). A set of cards is an int with bit ``1 << card``; reading
its bits upwards gives canonical deck order.
"""

from collections.abc import Iterable
from typing import Final

from engine.errors import BadCard

Card = int
Cards = int

SUITS: Final = "CDHS"
SUIT_WORDS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS: Final = "6789TJQKA"
CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK36: Final[tuple[Card, ...]] = tuple(range(36))
DECK32: Final[tuple[Card, ...]] = tuple(card for card in DECK36 if card % 9)
SUIT_CARDS: Final[tuple[Cards, ...]] = tuple(0x1FF << (9 * suit) for suit in range(4))
ALL_CARDS: Final[Cards] = (1 << 36) - 1

_CARD_BY_NAME = {name: card for card, name in enumerate(NAMES)}


def _cards_by_bits(suit: int) -> list[list[Card]]:
    """By the nine bits that a set of cards has in a suit: those cards."""
    return [[9 * suit + rank for rank in range(9) if (bits >> rank) & 1] for bits in range(512)]


def _names_by_bits(by_bits: list[list[Card]]) -> list[list[str]]:
    return [[NAMES[card] for card in cards] for cards in by_bits]


# A table for each suit: views and moves convert sets of cards all the time, and bit by bit it takes
# several times as long (bench/engine.py, "view() and JSON of one seat").
_CLUB_CARDS: Final = _cards_by_bits(CLUBS)
_DIAMOND_CARDS: Final = _cards_by_bits(DIAMONDS)
_HEART_CARDS: Final = _cards_by_bits(HEARTS)
_SPADE_CARDS: Final = _cards_by_bits(SPADES)
_CLUB_NAMES: Final = _names_by_bits(_CLUB_CARDS)
_DIAMOND_NAMES: Final = _names_by_bits(_DIAMOND_CARDS)
_HEART_NAMES: Final = _names_by_bits(_HEART_CARDS)
_SPADE_NAMES: Final = _names_by_bits(_SPADE_CARDS)


def suit(card: Card) -> int:
    return card // 9


def rank(card: Card) -> int:
    return card % 9


def parse_card(text: str) -> Card:
    """The card named by `text`, e.g. ``TH``. ``10H`` is read too; ``TH`` is always written.

    Raises BadCard.
    """
    name = "T" + text[2:] if text.startswith("10") else text
    try:
        return _CARD_BY_NAME[name]
    except KeyError:
        raise BadCard(
            f"not a card: {text[:80]!r}; write a rank of {RANKS} and a suit of {SUITS}"
        ) from None


def parse_suit(text: str) -> int:
    """The suit named by one letter. Raises BadCard."""
    if len(text) != 1 or text not in SUITS:
        raise BadCard(f"not a suit: {text[:80]!r}; write one letter of {SUITS}")
    return SUITS.index(text)


def parse_cards(words: Iterable[str]) -> Cards:
    """The set of the named cards, in any order. Raises BadCard, also for a card named twice."""
    cards = 0
    for word in words:
        bit = 1 << parse_card(word)
        if cards & bit:
            raise BadCard(f"{word} is named twice")
        cards |= bit
    return cards


def to_list(cards: Cards) -> list[Card]:
    """The cards of a set in canonical deck order."""
    return (
        _CLUB_CARDS[cards & 511]
        + _DIAMOND_CARDS[(cards >> 9) & 511]
        + _HEART_CARDS[(cards >> 18) & 511]
        + _SPADE_CARDS[cards >> 27]
    )


def to_mask(cards: Iterable[Card]) -> Cards:
    """The set of the given cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def names(cards: Cards) -> list[str]:
    """The names of a set's cards in canonical deck order."""
    return (
        _CLUB_NAMES[cards & 511]
        + _DIAMOND_NAMES[(cards >> 9) & 511]
        + _HEART_NAMES[(cards >> 18) & 511]
        + _SPADE_NAMES[cards >> 27]
    )


def names_in_order(cards: Iterable[Card]) -> list[str]:
    """The names of cards in the order given."""
    return [NAMES[card] for card in cards]
