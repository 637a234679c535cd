"""What beats what in Kozel, the moves a hand offers, and what a deal's points cost.

A move is an int: a verb, and in the four bits below it the places of its cards in the hand of its
player, which lies in deck order; bit 0 stands for the first card. So hands that look alike offer
the same moves, which come ready from tables: leads by the suits of the hand, replies by what in it
beats what.

A mark says which cards of a hand beat one card of a set. It is a number with the digits, to base 2,
1 and then for each card of the hand 1 if it beats that card, else 0.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final

from engine.cards import DECK36, NAMES, SUIT_CARDS, Card, Cards, listed, mask, names

Move = int
Moves = tuple[Move, ...]
Hand = list[Card]  # in deck order; four cards at most

PLACES: Final = 15  # move & PLACES are the places of its cards, move & ~PLACES is its verb
DROP: Final = 0
BEAT: Final = 16
LEAD: Final = 32
MOLODKA: Final = 48
PASS: Final = 64
VERBS: Final = {DROP: "drop", BEAT: "beat", LEAD: "lead", MOLODKA: "molodka", PASS: "pass"}

# By a move: the place of its card if it is of one card, else -1.
PLACE: Final = tuple(
    (move & PLACES).bit_length() - 1 if (move & PLACES).bit_count() == 1 else -1
    for move in range(PASS + 1)
)
# By a move: the places of its cards, the last first, so that each may be taken out in turn.
PLACES_OF: Final = tuple(
    tuple([place for place in (3, 2, 1, 0) if move >> place & 1]) for move in range(PASS + 1)
)

ORDER = "6789JQKTA"  # lowest first (K19)
# By card: its points (K37), and the set of it alone.
VALUES: Final = tuple({"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(name[0], 0) for name in NAMES)
ALONE: Final = tuple(1 << card for card in DECK36)

_STRENGTH = tuple(ORDER.index(name[0]) for name in NAMES)


def higher(card: Card, trump: int) -> Cards:
    """All the cards that beat `card` (K19, K20, K21)."""
    suit = card // 9
    above = mask(c for c in listed(SUIT_CARDS[suit]) if _STRENGTH[c] > _STRENGTH[card])
    return above | (SUIT_CARDS[trump] if suit != trump else 0)


def _by_card(cards: Cards) -> tuple[int, ...]:
    """By card: 1 if it is one of these, else 0."""
    return tuple([cards >> card & 1 for card in DECK36])


# HIGHER[trump][card][other]: 1 if the other card beats the card, else 0.
HIGHER: Final = tuple(tuple(_by_card(higher(card, trump)) for card in DECK36) for trump in range(4))


def chosen(hand: Hand, move: Move) -> Cards:
    """The set of the cards that a move plays from a hand."""
    return sum([ALONE[hand[place]] for place in PLACES_OF[move]])


def places(hand: Hand, cards: Cards) -> int:
    """Where in a hand the cards of a set are; those that are not there count for nothing."""
    return _together(place for place, card in enumerate(hand) if cards >> card & 1)


def _together(some: Iterable[int]) -> int:
    """A set of places as a move has it."""
    return sum(1 << place for place in some)


@lru_cache(4096)
def written(verb: Move, cards: Cards) -> str:
    """A move as the protocol writes it."""
    return " ".join([VERBS[verb], *names(cards)])


# By verb and card: the same for a move of one card, for nearly all are.
WRITTEN: Final = {verb: [f"{VERBS[verb]} {name}" for name in NAMES] for verb in (DROP, BEAT, LEAD)}


def penalty(points: int, tricks: int) -> int:
    """The penalty points of a side that took `points` in `tricks` tricks of a deal.

    K38 to K44; tricks are counted, not points (KR17).
    """
    if points >= 60:
        return 0
    if not tricks:
        return 6
    return 4 if points < 31 else 2


def _leads(suits: Sequence[int]) -> Moves:
    """The leads of a hand with cards of these suits: one or more of one suit (KR5)."""
    moves = []
    for suit in range(4):
        own = [place for place, other in enumerate(suits) if other == suit]
        for count in range(1, len(own) + 1):
            moves += [LEAD | _together(some) for some in combinations(own, count)]
    return tuple(moves)


def _number(suits: Iterable[int]) -> int:
    """The suits of a hand as one number: after a 1, they are its digits to base 4."""
    number = 1
    for suit in suits:
        number = 4 * number + suit
    return number


_LEADS: Final = {
    _number(suits): _leads(suits)
    for size in range(1, 5)
    for suits in combinations_with_replacement(range(4), size)
}


def leads(hand: Hand) -> Moves:
    """Every lead."""
    number = 1  # _number(card // 9 for card in hand), written out: half of the time would go there
    for card in hand:
        number = 4 * number + card // 9
    return _LEADS[number]


def _pair(some: Collection[int], able: Sequence[Collection[int]]) -> bool:
    """Whether a set of places beats a set of as many cards, of which each is beaten by the places
    in `able`: each card needs a partner of its own (KR6)."""
    return any(
        all(place in places for place, places in zip(order, able, strict=True))
        for order in permutations(some)
    )


@cache
def _replies(marks: int) -> Moves:
    """The replies to a set: first what beats it, then the discards (KR7).

    `marks`: the marks of all cards of the set, as the digits of a number to base 32; some hundreds
    of these numbers occur.
    """
    able: list[list[int]] = []
    size = 0
    while marks:
        marks, mark = divmod(marks, 32)
        digits = f"{mark:b}"[1:]
        size = len(digits)
        able.append([place for place, digit in enumerate(digits) if digit == "1"])
    sets = list(combinations(range(size), len(able)))
    beating = [some for some in sets if _pair(some, able)]
    return (*(BEAT | _together(s) for s in beating), *(DROP | _together(s) for s in sets))


# By mark.
REPLIES_TO_ONE: Final = ((), *(_replies(mark) for mark in range(1, 32)))


def replies(hand: Hand, best: Cards, trump: int) -> Moves:
    """Every reply to a set."""
    rows = HIGHER[trump]
    marks = 0
    for card in listed(best):
        higher = rows[card]
        mark = 1
        for own in hand:
            mark += mark + higher[own]
        marks = 32 * marks + mark
    return _replies(marks)
