"""Cards as the search counts them: the higher card beats, and the last suit is trump.

A card is ``9 * suit + strength``, with the strength by 6 7 8 9 J Q K T A and the trump suit always
number 3, so that the lowest bit of the cards that beat another is the cheapest of them. A set of
cards is a bit mask. For each trump suit of the engine there is a table of each direction.
"""

from collections.abc import Iterable
from typing import Final

from engine.cards import DECK36, NAMES
from engine.kozel.moves import RANKING
from engine.kozel.scoring import POINTS as ENGINE_POINTS

Cards = int

DECK: Final[Cards] = (1 << 36) - 1
TRUMPS: Final[Cards] = 0x1FF << 27

_STRENGTHS: Final = [RANKING.index(name[0]) for name in NAMES]


def _suit_for(suit: int, trump: int) -> int:
    """The suit's number in the search: the trump suit and the last one change places."""
    return 3 if suit == trump else trump if suit == 3 else suit


# By trump suit and engine's card: the card of the search; and back.
OURS: Final[list[list[int]]] = [
    [9 * _suit_for(card // 9, trump) + _STRENGTHS[card] for card in DECK36] for trump in range(4)
]
ENGINES: Final[list[list[int]]] = [[row.index(card) for card in DECK36] for row in OURS]
# By trump suit: the card of the search by its name.
BY_NAME: Final[list[dict[str, int]]] = [{NAMES[card]: row[card] for card in DECK36} for row in OURS]

POINTS: Final[list[int]] = [ENGINE_POINTS[ENGINES[3][card]] for card in range(36)]
# By card: all cards that beat it.
BEATS: Final[list[int]] = [
    (((0x1FF << (card % 9 + 1)) & 0x1FF) << (card // 9 * 9)) | (TRUMPS if card < 27 else 0)
    for card in range(36)
]


def to_list(cards: Cards) -> list[int]:
    """The cards of a set, the lowest first."""
    result = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


def to_mask(cards: Iterable[int]) -> Cards:
    """The set of the given cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def read(names: Iterable[str], trump: int) -> Cards:
    """The set of the named cards."""
    cards = BY_NAME[trump]
    result = 0
    for name in names:
        result |= 1 << cards[name]
    return result


_SUIT_POINTS: Final[list[int]] = [
    sum([POINTS[rank] for rank in range(9) if (bits >> rank) & 1]) for bits in range(512)
]


def points_of(cards: Cards) -> int:
    """The points of a set."""
    return (
        _SUIT_POINTS[cards & 511]
        + _SUIT_POINTS[(cards >> 9) & 511]
        + _SUIT_POINTS[(cards >> 18) & 511]
        + _SUIT_POINTS[cards >> 27]
    )
