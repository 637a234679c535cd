"""How Svoi Kozyri is dealt: the two trump suits, and all the cards (SR2, SR3)."""

from engine.cards import (
    ALL_CARDS,
    DECK36,
    HEARTS,
    SPADES,
    SUIT_CARDS,
    Cards,
    suit,
    to_list,
    to_mask,
)
from engine.randomness import SETUP, Stream

FIXED_TRUMPS = (SPADES, HEARTS)


def draw_trumps(seed: bytes) -> tuple[int, int]:
    """The trump suits by seat that `seed` draws, two different ones."""
    setup = Stream(seed, SETUP)
    first = setup.below(4)
    return first, [s for s in range(4) if s != first][setup.below(3)]


def deal_hands(seed: bytes, trumps: tuple[int, int], deal: str) -> tuple[Cards, Cards]:
    """The two hands that `seed` deals to the owners of `trumps`. `deal` is the option."""
    deck = Stream(seed, 0).shuffle(DECK36)
    if deal == "mirror":
        return mirror_deal(to_mask(deck[:18]), trumps)
    return to_mask(deck[0::2]), to_mask(deck[1::2])


def mirror_deal(
    first_half: Cards, trumps: tuple[int, int], deck: Cards = ALL_CARDS
) -> tuple[Cards, Cards]:
    """The two hands that mirror each other when the suits are exchanged (SR2, ``deal=mirror``).

    Seat 0 keeps the first half's cards of its own suits, which are its trump and the lower of the
    two suits that are not trumps; seat 1 gets the same ranks in its own suits; each gets the rest
    of the other's suits.
    """
    sides = [s for s in range(4) if s not in trumps]
    twin = {trumps[0]: trumps[1], sides[0]: sides[1]}
    own = SUIT_CARDS[trumps[0]] | SUIT_CARDS[sides[0]]
    kept = first_half & own
    twins = to_mask(9 * twin[suit(card)] + card % 9 for card in to_list(kept))
    return kept | (deck & ~own & ~twins), twins | (deck & own & ~kept)
