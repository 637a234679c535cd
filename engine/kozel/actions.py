"""The moves of Kozel as action numbers: the same number means the same cards in every state.

| numbers | action |
| --- | --- |
| 0 to 1,019 | `lead` of a set: 255 for each suit, in the order C, D, H, S |
| 1,020 to 67,730 | `beat` with a set of one to four cards |
| 67,731 to 134,441 | `drop` of such a set |
| 134,442 | `molodka` |
| 134,443 | `pass` |

Sets are numbered as in ``engine/action_numbers.py``: a lead's set by the nine cards of its suit,
another by the 36 cards of the deck. So single cards come first: `beat` of a card is 1,020 and the
card.
"""

from typing import Final, Protocol

from engine.action_numbers import CHOOSE, checked_number, set_number, set_with_number, sets_below
from engine.cards import Card, Cards, to_list, to_mask
from engine.kozel.moves import (
    BEAT,
    BEATS,
    DROP,
    INDICES,
    INDICES_OF,
    LEAD,
    LEADING,
    MOLODKA,
    PASS,
    WINDOW,
    Hand,
    Move,
    Moves,
    move_text,
)

Action = int

_DECK: Final = 36
_SUIT: Final = 9
_LEADS_OF_A_SUIT: Final = sets_below(_SUIT, 5)  # 255
_SETS: Final = sets_below(_DECK, 5)  # 66,711
FIRST_BEAT: Final = 4 * _LEADS_OF_A_SUIT
FIRST_DROP: Final = FIRST_BEAT + _SETS
MOLODKA_ACTION: Final = FIRST_DROP + _SETS
NO_MOVE: Final = -1
PASS_ACTION: Final = MOLODKA_ACTION + 1
NUM_ACTIONS: Final = PASS_ACTION + 1

_BEFORE_SIZE: Final = tuple(sets_below(_DECK, max(size, 1)) for size in range(6))
_WINDOW_ACTIONS: Final = (MOLODKA_ACTION, PASS_ACTION)


def _leads_by_bits(suit: int) -> list[tuple[Action, ...]]:
    """By the nine bits that a hand has in a suit: its leads, sorted; none for more than 4 cards."""
    first = suit * _LEADS_OF_A_SUIT
    by_bits: list[tuple[Action, ...]] = []
    for bits in range(1 << _SUIT):
        ranks = to_list(bits)
        leads: list[Action] = []
        if len(ranks) <= 4:
            subsets = range(1, 1 << len(ranks))
            leads = [
                first + set_number([r for i, r in enumerate(ranks) if (some >> i) & 1], _SUIT)
                for some in subsets
            ]
        by_bits.append(tuple(sorted(leads)))
    return by_bits


_LEADS: Final = [_leads_by_bits(suit) for suit in range(4)]
# By index mask: the places of its cards, the first first.
_PLACES: Final = tuple(tuple(reversed(INDICES_OF[mask])) for mask in range(16))


class Turn(Protocol):
    """What numbering reads of a state; `KozelState` describes it."""

    seat: int | None
    phase: int
    hands: list[Hand]
    trump: int
    best: Cards
    count: int
    claimants: int

    def legal(self) -> Moves: ...


def actions(state: Turn) -> tuple[Action, ...]:
    """The legal actions, sorted."""
    seat = state.seat
    if seat is None:
        return ()
    hand = state.hands[seat]
    if state.phase == LEADING:
        bits = [0, 0, 0, 0]
        for card in hand:
            bits[card // 9] |= 1 << (card % 9)
        clubs, diamonds, hearts, spades = bits
        return _LEADS[0][clubs] + _LEADS[1][diamonds] + _LEADS[2][hearts] + _LEADS[3][spades]
    if state.phase == WINDOW:
        return _WINDOW_ACTIONS
    result: tuple[Action, ...]
    if state.count == 1:
        beats = BEATS[state.trump][state.best.bit_length() - 1]
        result = (
            *[FIRST_BEAT + card for card in hand if beats[card]],
            *[FIRST_DROP + card for card in hand],
        )
    else:
        numbers = _numbers_by_indices(hand, state.count)
        result = tuple(
            sorted(
                [
                    (FIRST_BEAT if move & BEAT else FIRST_DROP) + numbers[move & INDICES]
                    for move in state.legal()
                    if move != MOLODKA
                ]
            )
        )
    if state.claimants and state.legal()[0] == MOLODKA:
        return (*result, MOLODKA_ACTION)
    return result


def _numbers_by_indices(hand: Hand, count: int) -> list[int]:
    """By index mask: the number of that set of `count` cards of the hand."""
    numbers = [0] * 16
    before = _BEFORE_SIZE[count]
    ones, twos, threes, fours, _ = CHOOSE
    if count == 2:
        for mask in _MASKS[2][len(hand)]:
            first, second = _PLACES[mask]
            numbers[mask] = before + ones[hand[first]] + twos[hand[second]]
    elif count == 3:
        for mask in _MASKS[3][len(hand)]:
            first, second, third = _PLACES[mask]
            numbers[mask] = before + ones[hand[first]] + twos[hand[second]] + threes[hand[third]]
    else:
        numbers[15] = before + ones[hand[0]] + twos[hand[1]] + threes[hand[2]] + fours[hand[3]]
    return numbers


# By a number of cards, then by the size of a hand: the index masks of so many cards.
_MASKS: Final = tuple(
    tuple(
        tuple(mask for mask in range(1 << size) if mask.bit_count() == count) for size in range(5)
    )
    for count in range(5)
)


def action(state: Turn, move: Move) -> Action:
    """The number of a legal move."""
    if move == PASS:
        return PASS_ACTION
    if move == MOLODKA:
        return MOLODKA_ACTION
    assert state.seat is not None, "the game is over"
    hand = state.hands[state.seat]
    cards = [hand[index] for index in _PLACES[move & INDICES]]
    if move >= LEAD:
        suit = cards[0] // 9
        ranks = [card - 9 * suit for card in cards]
        return suit * _LEADS_OF_A_SUIT + set_number(ranks, _SUIT)
    number = _BEFORE_SIZE[len(cards)]
    for place, card in enumerate(cards):
        number += CHOOSE[place][card]
    return number + (FIRST_BEAT if move >= BEAT else FIRST_DROP)


def move(state: Turn, number: Action) -> Move:
    """The move with this number if its cards are in the hand of the seat that acts, legal or not;
    else NO_MOVE. Raises BadAction."""
    number = checked_number(number, NUM_ACTIONS, "action", "kozel")
    hand = [] if state.seat is None else state.hands[state.seat]
    if FIRST_BEAT <= number < FIRST_BEAT + _DECK:
        card = number - FIRST_BEAT
        return BEAT | 1 << hand.index(card) if card in hand else NO_MOVE
    if FIRST_DROP <= number < FIRST_DROP + _DECK:
        card = number - FIRST_DROP
        return DROP | 1 << hand.index(card) if card in hand else NO_MOVE
    verb, cards = _verb_and_cards(number)
    indices = 0
    for card in cards:
        if card not in hand:
            return NO_MOVE
        indices |= 1 << hand.index(card)
    return verb | indices


def text(number: Action) -> str:
    """An action as the protocol writes it. Raises BadAction."""
    verb, cards = _verb_and_cards(checked_number(number, NUM_ACTIONS, "action", "kozel"))
    return move_text(verb, to_mask(cards))


def _verb_and_cards(number: Action) -> tuple[Move, list[Card]]:
    """The verb and the cards of an action, in deck order."""
    if number < FIRST_BEAT:
        suit, number = divmod(number, _LEADS_OF_A_SUIT)
        return LEAD, [9 * suit + rank for rank in set_with_number(number, _SUIT)]
    if number < FIRST_DROP:
        return BEAT, set_with_number(number - FIRST_BEAT, _DECK)
    if number < MOLODKA_ACTION:
        return DROP, set_with_number(number - FIRST_DROP, _DECK)
    return (MOLODKA if number == MOLODKA_ACTION else PASS), []
