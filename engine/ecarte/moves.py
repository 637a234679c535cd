"""The moves of Écarté as ints, how they are written, and which card wins a trick.

A move names its cards by their indices in the hand of its player, which is in deck order. ``card
C`` is the index of C, ``card C king`` is ``KING`` and its index, then come four words. A discard is
``~indices``, the one negative kind: bit 0 of `indices` stands for the first card. So hands that
look alike have the same moves.
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
    names,
    parse_cards,
    suit,
    to_mask,
)
from engine.ecarte.scoring import TRICKS
from engine.errors import BadCard, BadMove, IllegalMove, Reason

Move = int
Moves = tuple[Move, ...]
Priorities = tuple[int, ...]  # by card

HAND: Final = TRICKS  # cards of a hand

# Phases: which moves are due. An int compares faster than a word.
PROPOSING: Final = 0
RESPONDING: Final = 1
DISCARDING: Final = 2
PLAYING: Final = 3
OVER: Final = 4
PHASES: Final = ("propose", "respond", "discard", "card", "over")  # by phase, as views write it

KING: Final = 8
STAND: Final = 16
PROPOSE: Final = 17
ACCEPT: Final = 18
REFUSE: Final = 19
WORDS: Final = {"stand": STAND, "propose": PROPOSE, "accept": ACCEPT, "refuse": REFUSE}
_WORD_OF: Final = {move: word for word, move in WORDS.items()}
# By card: the text of playing it.
_CARD_TEXT: Final = [f"card {name}" for name in NAMES]
_CARD_KING_TEXT: Final = [f"card {name} king" for name in NAMES]
# The other way round: 0 or KING, and the card.
_PLAY_BY_TEXT: Final = {
    text: (kind, card)
    for kind, texts in ((0, _CARD_TEXT), (KING, _CARD_KING_TEXT))
    for card, text in enumerate(texts)
}

# By the size of a hand: the leads, which are each card of it.
LEADS: Final = tuple(tuple(range(size)) for size in range(HAND + 1))
# DISCARDS[least][most]: every discard of at least `least` and at most `most` cards.
DISCARDS: Final = tuple(
    tuple(
        tuple(~indices for indices in range(1 << HAND) if least <= indices.bit_count() <= most)
        for most in range(HAND + 1)
    )
    for least in range(2)
)
# By a set of indices: they, the last first, so that the cards may be popped in turn.
INDICES_OF: Final = tuple(
    tuple(index for index in (4, 3, 2, 1, 0) if (indices >> index) & 1)
    for indices in range(1 << HAND)
)
# By a set of indices, by index: 1 if it is in the set, else 0.
_FLAGS: Final = tuple(
    tuple((indices >> index) & 1 for index in range(HAND)) for indices in range(1 << HAND)
)

RANKING = "789TAJQK"  # lowest first (E21)
KINGS: Final = tuple(9 * s + 7 for s in range(4))  # by suit


def _higher_cards(card: Card) -> Cards:
    """The cards of the same suit that rank above `card` (E21)."""
    strength = RANKING.find(NAMES[card][0])
    return to_mask(
        other
        for other in DECK32
        if suit(other) == suit(card) and RANKING.index(NAMES[other][0]) > strength
    )


_HIGHER: Final = tuple(_higher_cards(card) for card in DECK36)
# By trump and the card led: the cards that win the trick against it (E22, E26).
WINNERS: Final = tuple(
    tuple(_HIGHER[led] | (0 if suit(led) == trump else SUIT_CARDS[trump]) for led in DECK36)
    for trump in range(4)
)


def _priority(card: Card, led: Card, trump: int | None) -> int:
    if (_HIGHER[led] >> card) & 1:
        return 3
    return 2 if suit(card) == suit(led) else int(suit(card) == trump)


@cache
def priorities(trump: int | None) -> tuple[Priorities, ...]:
    """By the card led and the card that answers it: its priority, 0 to 3. A hand may play only its
    cards of the highest priority.

    A player must win with the suit led (3), otherwise follow it (2, E24), otherwise may play
    anything (0, E25). With the option ``must_trump`` a trump (1) comes before that;
    `trump` is None without it.
    """
    return tuple(tuple([_priority(card, led, trump) for card in DECK36]) for led in DECK36)


PRIORITIES: Final = priorities(None)


def _playable() -> list[Moves]:
    """By the priorities of a hand's cards, as the digits in base 4 of a number after a 1: the
    indices of the cards of the highest priority, which may be played."""
    playable: list[Moves] = [()] * (2 * 4**HAND)
    highest = [-1] * len(playable)
    for index in range(HAND):
        for number in range(4 * 4**index, 8 * 4**index):
            before, priority = divmod(number, 4)
            highest[number] = max(priority, highest[before])
            if priority > highest[before]:
                playable[number] = (index,)
            elif priority == highest[before]:
                playable[number] = (*playable[before], index)
            else:
                playable[number] = playable[before]
    return playable


PLAYABLE: Final = _playable()


def move_text(move: Move, hand: Sequence[Card]) -> str:
    """The move as the protocol writes it. `hand` is that of the seat which makes it."""
    if move < 0:
        return " ".join(["discard", *map(NAMES.__getitem__, compress(hand, _FLAGS[~move]))])
    if move < KING:
        return _CARD_TEXT[hand[move]]
    return _CARD_KING_TEXT[hand[move - KING]] if move < STAND else _WORD_OF[move]


def parse_move(text: str, hand: Sequence[Card]) -> Move:
    """The move that `text` names for this hand, legal or not.

    Raises BadMove, and IllegalMove for a card that is not in the hand.
    """
    name = text.replace("10", "T")
    if name in WORDS:
        return WORDS[name]
    if name in _PLAY_BY_TEXT:
        kind, card = _PLAY_BY_TEXT[name]
        _check_held(1 << card, hand, text)
        return kind + hand.index(card)
    verb, *words = name.split(" ")
    if verb != "discard" or len(words) > HAND:
        raise BadMove(
            f"not a move: {text[:80]!r}; write propose, stand, accept, refuse, discard with its "
            "cards, card with one card, or card with one card and king"
        )
    try:
        cards = parse_cards(words)
    except BadCard as error:
        raise BadMove(f"not a move: {text[:80]!r}; {str(error)[:80]}") from None
    _check_held(cards, hand, text)
    return ~sum(1 << index for index, card in enumerate(hand) if (cards >> card) & 1)


def _check_held(cards: Cards, hand: Sequence[Card], text: str) -> None:
    if foreign := cards & ~to_mask(hand):
        raise IllegalMove(text, Reason(f"You do not hold {names(foreign)[0]}."))
