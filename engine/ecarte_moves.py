"""The moves of Écarté as ints, how they are written, and which card wins a trick.

``card C`` is the card itself, ``card C king`` is ``KING + C``, then come four words; a discard is
``~places``, the one negative kind: bit 0 of `places` stands for the first card of the hand in deck
order, bit 1 for the second, and so on. So the discards of all hands are the same ints.
"""

from collections.abc import Sequence
from itertools import compress
from typing import Final

from engine.cards import (
    DECK32,
    DECK36,
    NAMES,
    SUIT_CARDS,
    BadCard,
    Card,
    Cards,
    listed,
    mask,
    names,
    parse_cards,
    suit,
)
from engine.ecarte_position import HAND
from engine.ruleset import IllegalMove

Move = int

KING: Final = 36
STAND: Final = 72
PROPOSE: Final = 73
ACCEPT: Final = 74
REFUSE: Final = 75
WORDS: Final = {"stand": STAND, "propose": PROPOSE, "accept": ACCEPT, "refuse": REFUSE}
TEXT: Final = {
    **{card: f"card {name}" for card, name in enumerate(NAMES)},
    **{KING + card: f"card {name} king" for card, name in enumerate(NAMES)},
    **{move: word for word, move in WORDS.items()},
}
MOVES: Final = {text: move for move, text in TEXT.items()}

# By the least and by the most cards: the discards of so many.
DISCARDS: Final = tuple(
    tuple(
        [~places for places in range(1 << HAND) if least <= places.bit_count() <= most]
        for most in range(HAND + 1)
    )
    for least in range(2)
)
# By a set of places: whether each place is in it.
_CHOSEN: Final = tuple(
    tuple(places >> place & 1 for place in range(HAND)) for places in range(1 << HAND)
)

ORDER = "789TAJQK"
KINGS: Final = tuple(9 * s + 7 for s in range(4))


def _higher(card: Card) -> Cards:
    """The cards of the same suit that rank above `card` (E21)."""
    place = ORDER.find(NAMES[card][0])
    return mask(
        other
        for other in DECK32
        if suit(other) == suit(card) and ORDER.index(NAMES[other][0]) > place
    )


HIGHER: Final = tuple(_higher(card) for card in DECK36)
# By trump and the card led: the cards that win the trick against it (E22, E26).
WINNERS: Final = tuple(
    tuple(HIGHER[led] | (0 if suit(led) == trump else SUIT_CARDS[trump]) for led in DECK36)
    for trump in range(4)
)
# The cards of a hand are sifted with these by `filter`, which runs no Python for any of them.
IS_HIGHER: Final = tuple(frozenset(listed(cards)).__contains__ for cards in HIGHER)  # by card led
IS_OF_SUIT: Final = tuple(frozenset(listed(cards)).__contains__ for cards in SUIT_CARDS)


def discarded(move: Move, hand: Sequence[Card]) -> list[Card]:
    """The cards of a discard; `hand`: from which it is."""
    return list(compress(hand, _CHOSEN[~move]))


def written(move: Move, hand: Sequence[Card]) -> str:
    """The move as the protocol writes it; `hand`: of the seat that makes it."""
    if move < 0:
        return " ".join(["discard", *(NAMES[card] for card in discarded(move, hand))])
    return TEXT[move]


def named(text: str, hand: Sequence[Card]) -> Move:
    """The move that `text` names for this hand, legal or not. Raises IllegalMove."""
    name = text.replace("10", "T")
    if name in MOVES:
        return MOVES[name]
    verb, *words = name.split(" ")
    if verb != "discard" or len(words) > HAND:
        raise IllegalMove(
            f"{text[:80]!r} is no move: write propose, stand, accept, refuse, discard with its "
            "cards, card with one card, or card with one card and king"
        )
    try:
        cards = parse_cards(words)
    except BadCard as error:
        raise IllegalMove(f"{text[:80]!r} is no move: {str(error)[:80]}") from None
    if foreign := cards & ~mask(hand):
        raise IllegalMove(f"{text!r} is not legal now: {names(foreign)[0]} is not in the hand")
    return ~sum(1 << place for place, card in enumerate(hand) if cards >> card & 1)
