"""The moves of Écarté as action numbers: the same number means the same cards in every state.

| numbers | action |
| --- | --- |
| 0 to 31 | `card`, by the card's place in the deck of 32 |
| 32 to 63 | `card … king` |
| 64, 65, 66, 67 | `stand`, `propose`, `accept`, `refuse` |
| 68 | `discard` of no card |
| 69 to 242,892 | `discard` of a set of one to five cards |

Sets are numbered as in ``engine/action_numbers.py``, by the cards' places in the deck of 32.
"""

from typing import Final, Protocol

from engine.action_numbers import CHOOSE, checked_number, set_with_number, sets_below
from engine.cards import DECK32, NAMES, Card
from engine.ecarte.moves import (
    DISCARDING,
    HAND,
    INDICES_OF,
    KING,
    PLAYING,
    STAND,
    WORDS,
    Move,
    Moves,
)

Action = int

DECK: Final = 32
CARD: Final = 0
CARD_KING: Final = CARD + DECK
WORD: Final = CARD_KING + DECK
NO_DISCARD: Final = WORD + 4
DISCARD: Final = NO_DISCARD + 1
NUM_ACTIONS: Final = DISCARD + sets_below(DECK, HAND + 1)

# By card: its place in the deck of 32. The sixes have none.
PLACE: Final = tuple(8 * (card // 9) + card % 9 - 1 for card in range(36))
_CARD: Final = DECK32  # by place
_WORDS: Final = tuple(WORDS)
NO_MOVE: Final = STAND - 1
_BEFORE_SIZE: Final = tuple(
    NO_DISCARD if size == 0 else DISCARD + sets_below(DECK, size) for size in range(HAND + 1)
)
# By a number of cards: how many discards of at most so many cards, but of one at least, there are.
_DISCARDS_UP_TO: Final = (0, 5, 15, 25, 30, 31)
_ONES: Final = tuple(_BEFORE_SIZE[1] + PLACE[card] for card in range(36))
# By card, from the second to the fifth card of a set: what it adds to the number of the set.
_SECOND, _THIRD, _FOURTH, _FIFTH = (
    tuple(CHOOSE[place][PLACE[card]] if card % 9 else 0 for card in range(36))
    for place in range(1, HAND)
)
_TWO: Final = _BEFORE_SIZE[2] - _BEFORE_SIZE[1]
_THREE: Final = _BEFORE_SIZE[3] - _BEFORE_SIZE[2]
_FOUR: Final = _BEFORE_SIZE[4] - _BEFORE_SIZE[3]
_FIVE: Final = _BEFORE_SIZE[5] - _BEFORE_SIZE[4]


class Turn(Protocol):
    """What numbering reads of a state; `EcarteState` describes it."""

    seat: int | None
    phase: int
    hands: list[list[Card]]

    def legal(self) -> Moves: ...


def actions(state: Turn) -> tuple[Action, ...]:
    """The legal actions, sorted."""
    seat = state.seat
    if seat is None:
        return ()
    moves = state.legal()
    hand = state.hands[seat]
    phase = state.phase
    if phase == PLAYING:
        if moves[-1] < KING:
            return tuple([PLACE[hand[index]] for index in moves])
        plain = [PLACE[hand[index]] for index in moves if index < KING]
        kings = [CARD_KING + PLACE[hand[index - KING]] for index in moves if index >= KING]
        return (*plain, *kings)
    if phase == DISCARDING:
        return _discards(hand, moves)
    return tuple(sorted([WORD + move - STAND for move in moves]))


def _discards(hand: list[Card], moves: Moves) -> tuple[Action, ...]:
    """The numbers of the discards that a hand of five offers: by size, then by the highest card.

    Written out: a loop over the cards of each of 31 sets takes several times as long
    (bench/engine.py, "actions(): ecarte").
    """
    a, b, c, d, e = hand
    a1, b1, c1, d1, e1 = _ONES[a], _ONES[b], _ONES[c], _ONES[d], _ONES[e]
    a2, b2, c2, d2 = a1 + _TWO, b1 + _TWO, c1 + _TWO, d1 + _TWO
    b_second, c_second, d_second = _SECOND[b], _SECOND[c], _SECOND[d]
    e_second = _SECOND[e]
    ab, ac, bc = a2 + b_second, a2 + c_second, b2 + c_second
    ad, bd, cd = a2 + d_second, b2 + d_second, c2 + d_second
    c_third, d_third, e_third = _THIRD[c] + _THREE, _THIRD[d] + _THREE, _THIRD[e] + _THREE
    abc, abd, acd, bcd = ab + c_third, ab + d_third, ac + d_third, bc + d_third
    d_fourth, e_fourth = _FOURTH[d] + _FOUR, _FOURTH[e] + _FOUR
    abcd = abc + d_fourth
    numbers: tuple[Action, ...] = (
        *(a1, b1, c1, d1, e1),
        *(ab, ac, bc, ad, bd, cd, a2 + e_second, b2 + e_second, c2 + e_second, d2 + e_second),
        *(abc, abd, acd, bcd, ab + e_third, ac + e_third, bc + e_third),
        *(ad + e_third, bd + e_third, cd + e_third),
        *(abcd, abc + e_fourth, abd + e_fourth, acd + e_fourth, bcd + e_fourth),
        abcd + _FIFTH[e] + _FIVE,
    )
    none = moves[0] == ~0
    count = len(moves) - none
    if count < 31:
        numbers = numbers[:count]
    return (NO_DISCARD, *numbers) if none else numbers


def action(state: Turn, move: Move) -> Action:
    """The number of a legal move."""
    if move >= STAND:
        return WORD + move - STAND
    assert state.seat is not None, "the game is over"
    hand = state.hands[state.seat]
    if move >= KING:
        return CARD_KING + PLACE[hand[move - KING]]
    if move >= 0:
        return PLACE[hand[move]]
    indices = INDICES_OF[~move]
    number = _BEFORE_SIZE[len(indices)]
    place = len(indices)
    for index in indices:
        place -= 1
        number += CHOOSE[place][PLACE[hand[index]]]
    return number


def move(state: Turn, number: Action) -> Move:
    """The move with this number if its cards are in the hand of the seat that acts, legal or not;
    else NO_MOVE. Raises BadAction."""
    number = checked_number(number, NUM_ACTIONS, "action", "ecarte")
    if state.seat is None:
        return NO_MOVE
    hand = state.hands[state.seat]
    if number < WORD:
        card = _CARD[number & 31]
        if card not in hand:
            return NO_MOVE
        return hand.index(card) + (KING if number >= CARD_KING else 0)
    if number < NO_DISCARD:
        return STAND + number - WORD
    indices = 0
    for card in _discarded(number):
        if card not in hand:
            return NO_MOVE
        indices |= 1 << hand.index(card)
    return ~indices


def text(number: Action) -> str:
    """An action as the protocol writes it. Raises BadAction."""
    number = checked_number(number, NUM_ACTIONS, "action", "ecarte")
    if number < WORD:
        king = " king" if number >= CARD_KING else ""
        return f"card {NAMES[_CARD[number & 31]]}{king}"
    if number < NO_DISCARD:
        return _WORDS[number - WORD]
    return " ".join(["discard", *[NAMES[card] for card in _discarded(number)]])


def _discarded(number: Action) -> list[Card]:
    """The cards of a discard, in deck order."""
    if number == NO_DISCARD:
        return []
    return [_CARD[place] for place in set_with_number(number - DISCARD, DECK)]
