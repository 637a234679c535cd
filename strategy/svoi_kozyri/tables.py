"""What a search looks up: cards as the owners of the trump suits see them.

A card is ``9 * suit + rank`` as in `engine.cards`, but its suit is 0 for the trump suit of seat 0,
1 for that of seat 1, and 2 or 3 for the other two. So one set of tables, by seat, serves all games.
A hand is a mask of 36 bits. A pile is bytes with its top card last and NO_CARD below all cards, as
in `engine.svoi_kozyri.moves`.
"""

from collections.abc import Iterable
from typing import Final

NO_CARD: Final = 36
EMPTY_PILE: Final = bytes([NO_CARD])
ALL: Final = (1 << 36) - 1
SUIT: Final = tuple(0x1FF << (9 * suit) for suit in range(4))
# By card: its bit. NO_CARD has none, so a pile that is taken whole needs no special case.
BIT: Final = (*(1 << card for card in range(36)), 0)

_ACES = (1 << 8) | (1 << 17)  # of both trump suits
_LOWEST = sum(1 << (9 * suit) for suit in range(4))
# Cards that may be the upper neighbour of an equal card: not a six, and not the ace of a trump
# suit, which makes its owner take the whole pile.
_MAY_FOLLOW: Final = ALL & ~_LOWEST & ~_ACES


def _beating(seat: int, top: int) -> int:
    """The cards that beat `top` in the turn of `seat`; every card may be led to an empty pile."""
    if top == NO_CARD:
        return ALL
    suit = top // 9
    higher = SUIT[suit] & -(2 << top)
    return higher if suit == seat else higher | SUIT[seat]


def _taken(seat: int, top: int) -> int:
    if top == NO_CARD:
        return 0
    if top // 9 != seat:
        return 3
    return 37 if top % 9 == 8 else 5


# By seat, then by top card: the cards that beat it, and how many cards the seat must take (at most
# the pile). 37 is the whole pile with NO_CARD.
BEATING: Final = tuple(tuple(_beating(seat, top) for top in range(37)) for seat in range(2))
TAKEN: Final = tuple(tuple(_taken(seat, top) for top in range(37)) for seat in range(2))


def cards(mask: int) -> list[int]:
    """The cards of a hand, lowest first."""
    result = []
    while mask:
        low = mask & -mask
        result.append(low.bit_length() - 1)
        mask ^= low
    return result


def mask_of(cards: Iterable[int]) -> int:
    """The hand with these cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def representatives(mask: int) -> int:
    """The lowest card of each run of neighbours in a suit.

    The cards of a run are nearly equal: no other card lies between them. The aces of the trump
    suits stand for themselves.
    """
    return mask & ~((mask << 1) & _MAY_FOLLOW)
