"""What all games share in numbering their moves: the check of a number, and sets of cards.

Sets are consecutive numbers: small sets first, then by their highest cards. A set of k cards comes
after all smaller sets. Among those of its size its number is the sum of C(card, place) over its
cards in ascending order, places counted from 1: the combinatorial number system. So the number of a
set is computed, without a table of all sets: 36 cards have 66,711 sets of one to four.
"""

from collections.abc import Sequence
from math import comb
from operator import index
from typing import Final

from engine.cards import Card
from engine.errors import BadAction

MOST_CARDS: Final = 36
LARGEST_SET: Final = 5
# CHOOSE[place][card]: C(card, place + 1), the ways to choose place + 1 cards below this one.
CHOOSE: Final = tuple(
    tuple(comb(card, place + 1) for card in range(MOST_CARDS + 1)) for place in range(LARGEST_SET)
)


def checked_number(number: int, bound: int, kind: str, game: str) -> int:
    """A number below `bound` as an int, also if it is one of numpy's. `kind` is what it numbers.

    Raises BadAction.
    """
    try:
        checked = index(number)
    except TypeError:
        checked = -1
    if not 0 <= checked < bound:
        raise BadAction(
            f"not an {kind} of {game}: {str(number)[:80]}; write a whole number from 0 to "
            f"{bound - 1}, one of those that are legal in the state"
        )
    return checked


def sets_below(deck: int, size: int) -> int:
    """How many sets of one card or more, but less than `size`, a deck of `deck` cards has."""
    return sum(comb(deck, smaller) for smaller in range(1, size))


def set_number(cards: Sequence[Card], deck: int) -> int:
    """The number of a set of 1 to 5 different cards, which are in ascending order."""
    number = sets_below(deck, len(cards))
    for place, card in enumerate(cards):
        number += CHOOSE[place][card]
    return number


def set_with_number(number: int, deck: int) -> list[Card]:
    """The cards of a set in ascending order. Sets of 1 to 5 cards have numbers from 0."""
    size = 1
    while number >= (sets := comb(deck, size)):
        number -= sets
        size += 1
    cards = []
    card = deck
    for place in range(size - 1, -1, -1):
        row = CHOOSE[place]
        card -= 1
        while row[card] > number:
            card -= 1
        number -= row[card]
        cards.append(card)
    cards.reverse()
    return cards
