"""The moves of Svoi Kozyri as ints, with a table for each thing that a move or a top card decides.

A move is its own action number, for it names its cards. ``lead C`` is the card itself, ``beat B C``
is ``BEAT + 36 * B + C``, a last card that beats alone is the same with C = B, then come ``take``
(1332) and ``trump S`` (1333 to 1336).

Hands and piles are bytes, one for each card, since methods of bytes do to all cards at once what a
turn needs. A hand is in deck order; a pile has its top card last, and NO_CARD below all cards.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from engine.cards import ALL_CARDS, DECK36, NAMES, SUIT_CARDS, SUITS, suit, to_list
from engine.errors import BadMove

Move = int

BEAT: Final = 36
TAKE: Final = BEAT + 36 * 36
TRUMP: Final = TAKE + 1
NUM_ACTIONS: Final = TRUMP + 4
NO_CARD: Final = 36
EMPTY_PILE: Final = bytes([NO_CARD])
WHOLE_PILE: Final = 36  # a number of cards that no pile exceeds


def _texts_and_cards() -> tuple[list[str], list[bytes]]:
    """By move: its text, and the cards that go from the hand to the pile."""
    text = [f"lead {name}" for name in NAMES]
    cards = [bytes([card]) for card in DECK36]
    for first in DECK36:
        for second in DECK36:
            alone = first == second
            text.append(f"beat {NAMES[first]}" + ("" if alone else f" {NAMES[second]}"))
            cards.append(bytes([first] if alone else [first, second]))
    return [*text, "take", *(f"trump {name}" for name in SUITS)], cards


def _not_beating(trump: int) -> list[bytes]:
    """By top card: the cards that do not beat it in the turn of the owner of `trump` (S12, S20)."""
    result = []
    for top in DECK36:
        beating = SUIT_CARDS[suit(top)] & -(2 << top)
        if suit(top) != trump:
            beating |= SUIT_CARDS[trump]
        result.append(bytes(to_list(ALL_CARDS & ~beating)))
    return result


def _take_sizes(trump: int) -> list[int]:
    """By top card: how many cards the owner of `trump` takes (S23 to S25)."""
    own = [5] * 8 + [WHOLE_PILE]
    taken = [own[card % 9] if suit(card) == trump else 3 for card in DECK36]
    return [*taken, 0]  # of an empty pile


_TEXTS_AND_CARDS = _texts_and_cards()
TEXT: Final = _TEXTS_AND_CARDS[0]
CARDS: Final = _TEXTS_AND_CARDS[1]
_MOVE_BY_TEXT: Final = {text: move for move, text in enumerate(TEXT)}
# By beating card, then by second card: the move; with itself it is the card that beats alone.
BEATS: Final = tuple(tuple(BEAT + 36 * first + second for second in DECK36) for first in DECK36)
# By the trump of the seat to act, then by top card.
NOT_BEATING: Final = tuple(_not_beating(trump) for trump in range(4))
TAKE_SIZE: Final = tuple(_take_sizes(trump) for trump in range(4))


def parse_move(text: str) -> Move:
    """The move that `text` names, legal or not. Raises BadMove."""
    move = _MOVE_BY_TEXT.get(text.replace("10", "T"))
    if move is None:
        raise BadMove(
            f"not a move: {text[:80]!r}; write lead, beat, take or trump and its cards, "
            "e.g. 'beat 9D 7H' with the beating card first"
        )
    return move


def split_piles(piles: bytes) -> list[bytes]:
    """The cards of each of the piles that are concatenated."""
    return piles.split(EMPTY_PILE)[1:]


class Beats:
    """The beats of a turn, each computed when it is asked for, since there are dozens of them.

    A sequence without slices: every beating card with every other card of the hand, which has more
    than one.
    """

    __slots__ = ("_beating", "_hand", "_others")

    def __init__(self, beating: bytes, hand: bytes) -> None:
        self._beating = beating
        self._hand = hand
        self._others = len(hand) - 1

    def __len__(self) -> int:
        return len(self._beating) * self._others

    def __getitem__(self, number: int) -> Move:
        others = self._others
        first = self._beating[number // others]
        hand = self._hand
        index = number % others
        second = hand[index]
        if second >= first:  # the beating card itself is skipped
            second = hand[index + 1]
        return BEATS[first][second]

    def __iter__(self) -> Iterator[Move]:
        moves: list[Move] = []
        cards_held = itemgetter(*self._hand)
        for first in self._beating:
            itself = len(moves) + self._hand.index(first)
            moves += cards_held(BEATS[first])
            del moves[itself]  # a card cannot be laid twice
        return iter(moves)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, int) or not BEAT <= move < TAKE:
            return False
        first, second = divmod(move - BEAT, 36)
        return first != second and first in self._beating and second in self._hand

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


# Registered, not inherited: a compiled class that inherits from Sequence is a slow one, as
# bench/compiled.py shows.
Sequence.register(Beats)
