"""The moves of Écarté as ints, how they are written, and which card wins a trick.

``card C`` is the card itself, ``card C king`` is ``KING + C``, then come four words; a discard is
``~cards``, the one negative kind.
"""

from typing import Final

from engine.cards import (
    DECK32,
    DECK36,
    NAMES,
    SUIT_CARDS,
    BadCard,
    Card,
    Cards,
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


def written(move: Move) -> str:
    """The move as the protocol writes it."""
    return " ".join(("discard", *names(~move))) if move < 0 else TEXT[move]


def named(text: str) -> Move:
    """The move that `text` names, legal or not. Raises IllegalMove."""
    name = text.replace("10", "T")
    if name in MOVES:
        return MOVES[name]
    verb, *words = name.split(" ")
    if verb == "discard" and len(words) <= HAND:
        try:
            return ~parse_cards(words)
        except BadCard as error:
            raise IllegalMove(f"{text[:80]!r} is no move: {str(error)[:80]}") from None
    raise IllegalMove(
        f"{text[:80]!r} is no move: write propose, stand, accept, refuse, discard with its cards, "
        "card with one card, or card with one card and king"
    )
