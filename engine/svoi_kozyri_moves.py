"""The moves of Svoi Kozyri as ints, with a table for each thing that a move or a top card decides.

``lead C`` is the card itself, ``beat B C`` is ``BEAT + 36 * B + C``, a last card that beats alone
stands at C = B, then come ``take`` and ``trump S``. A pile is an int of six bits a card (card + 1),
the top card lowest, so that laying and taking are shifts and a whole position is one int.
"""

from typing import Final

from engine.cards import DECK36, NAMES, SUIT_CARDS, SUITS, Card, Cards, suit

Move = int
Pile = int

BEAT: Final = 36
TAKE: Final = BEAT + 36 * 36
TRUMP: Final = TAKE + 1
TOP: Final = 63  # pile & TOP is the top card + 1, 0 for an empty pile
WHOLE: Final = 36  # as many cards as no pile can have


def _tables() -> tuple[list[str], list[Cards], list[Pile]]:
    """By move: its text, the cards that leave the hand, and what is laid on the pile."""
    text = [f"lead {name}" for name in NAMES]
    given = [1 << card for card in DECK36]
    laid = [card + 1 for card in DECK36]
    for first in DECK36:
        for second in DECK36:
            alone = first == second
            text.append(f"beat {NAMES[first]}" + ("" if alone else f" {NAMES[second]}"))
            given.append(1 << first | 1 << second)
            laid.append(first + 1 if alone else first + 1 << 6 | second + 1)
    return [*text, "take", *(f"trump {name}" for name in SUITS)], given, laid


def _beaten_by(trump: int) -> tuple[Cards, ...]:
    """By top card + 1: the cards that beat it in the turn of the owner of `trump` (S12, S20)."""
    result = [0]
    for top in DECK36:
        higher = SUIT_CARDS[suit(top)] & -(2 << top)
        result.append(higher if suit(top) == trump else higher | SUIT_CARDS[trump])
    return tuple(result)


def _taken(trump: int) -> tuple[int, ...]:
    """By top card + 1: how many cards the owner of `trump` would take (S23 to S25)."""
    own = [5] * 8 + [WHOLE]
    return 0, *(own[card % 9] if suit(card) == trump else 3 for card in DECK36)


_TABLES = _tables()
TEXT: Final = _TABLES[0]
GIVEN: Final = _TABLES[1]
LAID: Final = _TABLES[2]
MOVES: Final = {text: move for move, text in enumerate(TEXT)}
# By beating card, then by second card: the move; with itself it is the card that beats alone.
BEATS: Final = tuple(tuple(BEAT + 36 * first + second for second in DECK36) for first in DECK36)
BEATEN_BY: Final = tuple(_beaten_by(trump) for trump in range(4))
TAKEN: Final = tuple(_taken(trump) for trump in range(4))
CARD: Final[tuple[Cards, ...]] = (
    0,
    *(1 << card for card in DECK36),
)  # by card + 1: the card as a set


def pile_of(cards: tuple[Card, ...]) -> Pile:
    """The pile of these cards, bottom first."""
    pile = 0
    for card in cards:
        pile = pile << 6 | card + 1
    return pile


def pile_cards(pile: Pile) -> list[Card]:
    """The cards of a pile, bottom first."""
    cards = []
    while pile:
        cards.append((pile & TOP) - 1)
        pile >>= 6
    return cards[::-1]
