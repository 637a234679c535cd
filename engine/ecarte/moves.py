"""The moves of Écarté as ints, how they are written, and which card wins a trick.

A move names its cards by their places in the hand of its player, which lies in deck order. ``card
C`` is the place of C, ``card C king`` is ``KING`` and its place, then come four words; a discard is
``~places``, the one negative kind: bit 0 of `places` stands for the first card. So hands that look
alike have the same moves.
"""

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Final

from engine.cards import (
    DECK32,
    DECK36,
    NAMES,
    SUIT_CARDS,
    Card,
    Cards,
    mask,
    names,
    parse_cards,
    suit,
)
from engine.ecarte.notation import HAND
from engine.errors import BadCard, IllegalMove

Move = int
Moves = tuple[Move, ...]
Levels = tuple[int, ...]

KING: Final = 8
STAND: Final = 16
PROPOSE: Final = 17
ACCEPT: Final = 18
REFUSE: Final = 19
WORDS: Final = {"stand": STAND, "propose": PROPOSE, "accept": ACCEPT, "refuse": REFUSE}
_WORD_OF: Final = {move: word for word, move in WORDS.items()}
# By card: the move of it as it is written.
_CARD: Final = [f"card {name}" for name in NAMES]
_CARD_KING: Final = [f"card {name} king" for name in NAMES]
# The other way round: 0 or KING, and the card.
_PLAYS: Final = {
    text: (kind, card)
    for kind, texts in ((0, _CARD), (KING, _CARD_KING))
    for card, text in enumerate(texts)
}

# By the size of a hand: each card of it.
LEADS: Final = tuple(tuple(range(size)) for size in range(HAND + 1))
# By the least and by the most cards: the discards of so many.
DISCARDS: Final = tuple(
    tuple(
        tuple(~places for places in range(1 << HAND) if least <= places.bit_count() <= most)
        for most in range(HAND + 1)
    )
    for least in range(2)
)
# By a set of places: they, so that the cards may be taken out in turn; and whether each is in it.
LAST_FIRST: Final = tuple(
    tuple(place for place in (4, 3, 2, 1, 0) if places >> place & 1) for places in range(1 << HAND)
)
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


def _level(card: Card, led: Card, trump: int | None) -> int:
    if HIGHER[led] >> card & 1:
        return 3
    return 2 if suit(card) == suit(led) else int(suit(card) == trump)


@cache
def levels(trump: int | None) -> tuple[Levels, ...]:
    """By the card led and the card that answers it: its level. Of a hand, only the cards of the
    highest level that it has may be played.

    One has to win with the suit led or else to follow it (E24); 0 is for whoever cannot (E25), and
    1 for the trumps of one who then has to trump. `trump`: None if nobody has to.
    """
    return tuple(tuple([_level(card, led, trump) for card in DECK36]) for led in DECK36)


LEVELS: Final = levels(None)


def _answers() -> list[Moves]:
    """By the levels of a hand, as the digits to base 4 of a number after a 1: the places of the
    cards that may be played, those of the highest level."""
    answers: list[Moves] = [()] * (2 * 4**HAND)
    highest = [-1] * len(answers)
    for place in range(HAND):
        for number in range(4 * 4**place, 8 * 4**place):
            before, level = divmod(number, 4)
            highest[number] = max(level, highest[before])
            if level > highest[before]:
                answers[number] = (place,)
            elif level == highest[before]:
                answers[number] = (*answers[before], place)
            else:
                answers[number] = answers[before]
    return answers


ANSWERS: Final = _answers()


def written(move: Move, hand: Sequence[Card]) -> str:
    """The move as the protocol writes it; `hand`: of the seat that makes it."""
    if move < 0:
        return " ".join(["discard", *map(NAMES.__getitem__, compress(hand, _CHOSEN[~move]))])
    if move < KING:
        return _CARD[hand[move]]
    return _CARD_KING[hand[move - KING]] if move < STAND else _WORD_OF[move]


def named(text: str, hand: Sequence[Card]) -> Move:
    """The move that `text` names for this hand, legal or not. Raises IllegalMove."""
    name = text.replace("10", "T")
    if name in WORDS:
        return WORDS[name]
    if name in _PLAYS:
        kind, card = _PLAYS[name]
        _check_held(1 << card, hand, text)
        return kind + hand.index(card)
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
    _check_held(cards, hand, text)
    return ~sum(1 << place for place, card in enumerate(hand) if cards >> card & 1)


def _check_held(cards: Cards, hand: Sequence[Card], text: str) -> None:
    if foreign := cards & ~mask(hand):
        raise IllegalMove(f"{text!r} is not legal now: {names(foreign)[0]} is not in the hand")
