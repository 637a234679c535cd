"""The moves of Kozel as ints, what beats what, and which moves a hand offers.

A move is a verb and, in the four bits below it, the indices of its cards in the hand of its player,
which is in deck order; bit 0 is the first card. So hands that look alike offer the same moves, and
they come from tables: leads by the suits of the hand, replies by which of its cards beat what.

A beat mask says which cards of a hand beat one card of a set. In base 2 it has the digit 1 and then
a digit for each card of the hand: 1 if it beats that card, else 0.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final

from engine.cards import (
    DECK36,
    NAMES,
    SUIT_CARDS,
    Card,
    Cards,
    names,
    parse_cards,
    to_list,
    to_mask,
)
from engine.errors import BadCard, BadMove

Move = int
Moves = tuple[Move, ...]
Hand = list[Card]  # in deck order; four cards at most

# Phases: which moves are due. An int compares faster than a word.
WINDOW: Final = 0  # the seat is asked about a molodka, in secret (KR12)
LEADING: Final = 1
REPLYING: Final = 2
OVER: Final = 3
PHASES: Final = ("window", "lead", "reply", "over")  # by phase, as views write it

INDICES: Final = 15  # move & INDICES are the indices of its cards, move & ~INDICES is its verb
DROP: Final = 0
BEAT: Final = 16
LEAD: Final = 32
MOLODKA: Final = 48
PASS: Final = 64
VERBS: Final = {DROP: "drop", BEAT: "beat", LEAD: "lead", MOLODKA: "molodka", PASS: "pass"}
_VERB_BY_WORD: Final = {word: verb for verb, word in VERBS.items()}

# By move: the index of its card if it has one card, else -1.
SINGLE_INDEX: Final = tuple(
    (move & INDICES).bit_length() - 1 if (move & INDICES).bit_count() == 1 else -1
    for move in range(PASS + 1)
)
# By move: the indices of its cards, the last first, so that each may be popped in turn.
INDICES_OF: Final = tuple(
    tuple([index for index in (3, 2, 1, 0) if (move >> index) & 1]) for move in range(PASS + 1)
)
# By card: the set of it alone.
BIT: Final = tuple(1 << card for card in DECK36)

RANKING = "6789JQKTA"  # lowest first (K19)
_STRENGTH = tuple(RANKING.index(name[0]) for name in NAMES)


def higher_cards(card: Card, trump: int) -> Cards:
    """All the cards that beat `card` (K19, K20, K21)."""
    suit = card // 9
    above = to_mask(c for c in to_list(SUIT_CARDS[suit]) if _STRENGTH[c] > _STRENGTH[card])
    return above | (SUIT_CARDS[trump] if suit != trump else 0)


def _flags(cards: Cards) -> tuple[int, ...]:
    """By card: 1 if it is in the set, else 0."""
    return tuple([(cards >> card) & 1 for card in DECK36])


# BEATS[trump][card][other]: 1 if the other card beats the card, else 0.
BEATS: Final = tuple(
    tuple(_flags(higher_cards(card, trump)) for card in DECK36) for trump in range(4)
)


def cards_of(hand: Hand, move: Move) -> Cards:
    """The set of the cards that a move plays from a hand."""
    return sum([BIT[hand[index]] for index in INDICES_OF[move]])


def indices_of(hand: Hand, cards: Cards) -> int:
    """The indices in a hand of the cards of a set, as a move has them. Cards that are not in the
    hand are left out."""
    return _index_mask(index for index, card in enumerate(hand) if (cards >> card) & 1)


def _index_mask(indices: Iterable[int]) -> int:
    return sum(1 << index for index in indices)


@lru_cache(4096)
def move_text(verb: Move, cards: Cards) -> str:
    """A move as the protocol writes it."""
    return " ".join([VERBS[verb], *names(cards)])


# By verb and card: the text of a move of one card. Nearly all moves have one.
SINGLE_TEXT: Final = {
    verb: [f"{VERBS[verb]} {name}" for name in NAMES] for verb in (DROP, BEAT, LEAD)
}


def parse_move(text: str) -> tuple[Move, Cards]:
    """The verb and the cards of a text, whatever the state. Raises BadMove."""
    word, *words = text.split(" ")
    verb = _VERB_BY_WORD.get(word)
    if verb is None:
        raise BadMove(f"not a move: {text[:80]!r}; write lead, beat, drop, molodka or pass")
    try:
        cards = parse_cards(words)
    except BadCard as error:
        raise BadMove(f"not a move: {text[:80]!r}; {str(error)[:80]}") from None
    if verb > LEAD and words:
        raise BadMove(f"not a move: {text[:80]!r}; {word} takes no cards")
    return verb, cards


def _leads(suits: Sequence[int]) -> Moves:
    """The leads of a hand with cards of these suits: one or more of one suit (KR5)."""
    moves = []
    for suit in range(4):
        own = [index for index, other in enumerate(suits) if other == suit]
        for count in range(1, len(own) + 1):
            moves += [LEAD | _index_mask(some) for some in combinations(own, count)]
    return tuple(moves)


def _suits_key(suits: Iterable[int]) -> int:
    """The suits of a hand as one number: after a 1, they are its digits in base 4."""
    key = 1
    for suit in suits:
        key = 4 * key + suit
    return key


_LEADS_BY_SUITS: Final = {
    _suits_key(suits): _leads(suits)
    for size in range(1, 5)
    for suits in combinations_with_replacement(range(4), size)
}


def leads(hand: Hand) -> Moves:
    """Every lead."""
    # This is _suits_key(card // 9 for card in hand), written out: a call and a generator would
    # double the time, which shows in bench/engine.py, "engine, random play: kozel".
    key = 1
    for card in hand:
        key = 4 * key + card // 9
    return _LEADS_BY_SUITS[key]


def _can_beat(some: Collection[int], able: Sequence[Collection[int]]) -> bool:
    """Whether the cards with indices `some` beat a set of as many cards.

    `able`: for each card of that set, the indices of the cards that beat it. Each card needs a
    partner of its own (KR6).
    """
    return any(
        all(index in indices for index, indices in zip(order, able, strict=True))
        for order in permutations(some)
    )


@cache
def _replies(beat_masks: int) -> Moves:
    """The replies to a set: first what beats it, then the drops (KR7).

    `beat_masks`: the beat masks of all cards of the set, as the digits of a number in base 32. Some
    hundreds of these numbers occur.
    """
    able: list[list[int]] = []
    size = 0
    while beat_masks:
        beat_masks, beat_mask = divmod(beat_masks, 32)
        digits = f"{beat_mask:b}"[1:]
        size = len(digits)
        able.append([index for index, digit in enumerate(digits) if digit == "1"])
    sets = list(combinations(range(size), len(able)))
    beating = [some for some in sets if _can_beat(some, able)]
    return (*(BEAT | _index_mask(s) for s in beating), *(DROP | _index_mask(s) for s in sets))


# By beat mask: the replies to one card.
REPLIES_TO_ONE: Final = ((), *(_replies(beat_mask) for beat_mask in range(1, 32)))


def replies(hand: Hand, best: Cards, trump: int) -> Moves:
    """Every reply to a set."""
    rows = BEATS[trump]
    beat_masks = 0
    for card in to_list(best):
        beats = rows[card]
        beat_mask = 1
        for own in hand:
            beat_mask += beat_mask + beats[own]
        beat_masks = 32 * beat_masks + beat_mask
    return _replies(beat_masks)
