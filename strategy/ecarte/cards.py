"""The cards as the search knows them: trumps are always the fourth suit.

A card is ``8 * suit + rank`` with the ranks in Écarté's order 7 8 9 T A J Q K; a set of cards is an
int with bit ``1 << card``. The search names a single card by its bit.
"""

from collections.abc import Iterable
from typing import Final

from engine.cards import NAMES, SUITS

RANKING: Final = "789TAJQK"
TRUMPS: Final = 0xFF000000
DECK: Final = 0xFFFFFFFF
KING: Final = 1 << 31  # of trumps
# By the bit of a card: the cards of its suit, and those that rank above it there.
SAME_SUIT: Final = {1 << card: 0xFF << (card // 8 * 8) for card in range(32)}
HIGHER: Final = {1 << card: (0xFF << (card // 8 * 8)) & ~((2 << card) - 1) for card in range(32)}


class Deck:
    """The bits of the cards by their names, for a suit of trumps. `names`: the other way round."""

    def __init__(self, trump: str) -> None:
        order = [suit for suit in SUITS if suit != trump] + [trump]
        self.bits = {
            name: 1 << (8 * order.index(name[1]) + RANKING.index(name[0]))
            for name in NAMES
            if name[0] in RANKING
        }
        self.names = {bit: name for name, bit in self.bits.items()}

    def mask(self, names: Iterable[str]) -> int:
        bits = self.bits
        mask = 0
        for name in names:
            mask |= bits[name]
        return mask


DECKS: Final = {trump: Deck(trump) for trump in SUITS}


def cards_of(mask: int) -> list[int]:
    """The bits of a set, lowest first."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found


def rank(bit: int) -> int:
    """0 for a seven to 7 for a king."""
    return (bit.bit_length() - 1) % 8


def replies(hand: int, lead: int, must_trump: bool) -> int:
    """The cards of `hand` that may answer a lead (ER9)."""
    found = hand & HIGHER[lead] or hand & SAME_SUIT[lead]
    if not found and must_trump:
        found = hand & TRUMPS
    return found or hand


def beats(reply: int, lead: int) -> bool:
    """Whether a legal answer wins the trick."""
    return bool(reply & (HIGHER[lead] | (0 if lead & TRUMPS else TRUMPS)))
