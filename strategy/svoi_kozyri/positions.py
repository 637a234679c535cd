"""Positions as the search sees them, and how cards and moves of a game are translated to them.

A move has the same number as in `engine.svoi_kozyri.moves`, with the cards of `tables.py`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card, Cards
from engine.svoi_kozyri.moves import BEAT, TAKE, TEXT, Move, split_piles
from engine.svoi_kozyri.options import SvoiKozyriOptions
from engine.svoi_kozyri.scoring import REPETITIONS
from engine.svoi_kozyri.state import SvoiKozyriState
from strategy.svoi_kozyri.tables import (
    BEATING,
    BIT,
    EMPTY_PILE,
    NO_CARD,
    TAKEN,
    cards,
    mask_of,
    representatives,
)

Key = tuple[int, int, bytes]  # a seat, its hand, and the pile


class Rules(NamedTuple):
    """The options that decide a game besides the cards."""

    draw_rule: bool
    voluntary_take: bool
    max_plies: int


def rules_of(options: SvoiKozyriOptions) -> Rules:
    """What a search must know of the options of a game."""
    return Rules(options.draw_rule, options.voluntary_take, options.max_plies)


class Position(NamedTuple):
    """A position whose turn `seat` has: its hand, the other's, the pile, and the plies played."""

    seat: int
    mine: int
    theirs: int
    pile: bytes
    ply: int

    def key(self) -> Key:
        """What makes a position the same as another one of the game (SR12).

        The seat that moved, its hand and the pile; the deck gives the rest.
        """
        return 1 - self.seat, self.theirs, self.pile


def after(position: Position, move: Move) -> Position:
    """The position after a legal move. The hand of the seat that moved may be empty."""
    seat, mine, theirs, pile, ply = position
    if move == TAKE:
        taken = TAKEN[seat][pile[-1]]
        mine |= mask_of(pile[-taken:])
        pile = pile[:-taken] or EMPTY_PILE
    else:
        cards = laid(move)
        mine &= ~mask_of(cards)
        pile += cards
    return Position(1 - seat, theirs, mine, pile, ply + 1)


def legal_moves(position: Position, voluntary_take: bool) -> list[Move]:
    """All legal moves. Those that the other seat cannot beat go first, and before those that differ
    from one of them by a neighbouring card only."""
    seat, mine, _, pile, _ = position
    top = pile[-1]
    if top == NO_CARD:
        leads = cards(mine)
        order = [(_rank(position, mine, card, mine, card), card) for card in leads]
        return [move for _, move in sorted(order)]
    beating = mine & BEATING[seat][top]
    ranked = []
    for first in cards(beating):
        rest = mine ^ BIT[first]
        if not rest:
            return [BEAT + 37 * first, *([TAKE] if voluntary_take else [])]
        for second in cards(rest):
            rank = _rank(position, beating, first, rest, second)
            ranked.append((rank, BEAT + 36 * first + second))
    moves = [move for _, move in sorted(ranked)]
    return [*moves, TAKE] if voluntary_take or not moves else moves


def _rank(position: Position, firsts: Cards, first: Card, seconds: Cards, second: Card) -> int:
    """The place of a move in the order of `legal_moves`: 0 to 3."""
    similar = not (representatives(firsts) & BIT[first] and representatives(seconds) & BIT[second])
    beaten = bool(position.theirs & BEATING[1 - position.seat][second])
    return 2 * similar + beaten


def representative(position: Position, move: Move) -> Move:
    """The one of a legal move and those similar to it that a search plays in their place.

    They differ in neighbouring cards only (`tables.representatives`).
    """
    mine = position.mine
    if move < BEAT:
        return _lowest(mine, move)
    if move == TAKE or (move - BEAT) % 37 == 0:
        return move
    first, second = divmod(move - BEAT, 36)
    lowest = _lowest(mine & BEATING[position.seat][position.pile[-1]], first)
    rest = mine ^ BIT[lowest]
    return BEAT + 36 * lowest + _lowest(rest, first if second == lowest else second)


def _lowest(hand: Cards, card: Card) -> Card:
    """The lowest card of the run of neighbours to which a card belongs."""
    below = representatives(hand) & ((2 << card) - 1)
    return below.bit_length() - 1


def laid(move: Move) -> bytes:
    """The cards that a move other than `take` lays on the pile, in order."""
    if move < BEAT:
        return bytes((move,))
    first, second = divmod(move - BEAT, 36)
    return bytes((first,)) if first == second else bytes((first, second))


class Suits:
    """The suits of one game, exchanged so that seat 0 and 1 own the suits 0 and 1."""

    def __init__(self, trumps: Sequence[int]) -> None:
        order = [*trumps, *(suit for suit in range(4) if suit not in trumps)]
        self._card: Final = bytes(9 * order.index(c // 9) + c % 9 for c in range(36)) + EMPTY_PILE
        self._engine_card: Final = [9 * order[c // 9] + c % 9 for c in range(36)]

    def hand(self, cards: bytes) -> int:
        """A hand of the engine as a mask."""
        return mask_of(self.pile(cards))

    def pile(self, cards: bytes) -> bytes:
        """A pile of the engine, or any cards in order."""
        return bytes(self._card[card] for card in cards)

    def move(self, engine_move: Move) -> Move:
        """A move of the engine with the cards of the search."""
        if engine_move >= TAKE:
            return engine_move
        if engine_move < BEAT:
            return self._card[engine_move]
        first, second = divmod(engine_move - BEAT, 36)
        return BEAT + 36 * self._card[first] + self._card[second]

    def engine_move(self, move: Move) -> Move:
        """A move of the search with the cards of the engine."""
        if move >= TAKE:
            return move
        if move < BEAT:
            return self._engine_card[move]
        first, second = divmod(move - BEAT, 36)
        return BEAT + 36 * self._engine_card[first] + self._engine_card[second]

    def text(self, move: Move) -> str:
        """A move of the search as the protocol writes it."""
        return TEXT[self.engine_move(move)]


def suits_of(state: SvoiKozyriState) -> Suits:
    """The suits of a state's game. Raises ValueError before the deal, while trumps are chosen."""
    first, second = state.trumps
    if first is None or second is None:
        raise ValueError("trumps are still being chosen: take a position after the deal")
    return Suits((first, second))


def position_of(state: SvoiKozyriState, suits: Suits) -> Position:
    """The position of a state in which a seat is to act."""
    seat = state.turn
    hands = [suits.hand(hand) for hand in state.hands]
    return Position(seat, hands[seat], hands[1 - seat], suits.pile(state.pile), state.ply)


def drawn_next(state: SvoiKozyriState, suits: Suits) -> frozenset[Key]:
    """The keys of the positions that occurred twice: the third time is a draw (SR12)."""
    return frozenset(
        (seat, suits.hand(hand), suits.pile(EMPTY_PILE + pile))
        for seat, occurred in enumerate(state.occurred)
        for hand, piles in occurred.items()
        for pile, times in Counter(split_piles(piles)).items()
        if times == REPETITIONS - 1
    )
