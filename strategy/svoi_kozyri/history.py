"""Follows a game by its events, to know which positions have occurred (SR12)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import SUITS, parse_card
from engine.ruleset import Event, View
from engine.svoi_kozyri.moves import TAKE, Move, parse_move
from engine.svoi_kozyri.scoring import REPETITIONS
from strategy.svoi_kozyri.positions import Key, Position, Suits, after, laid
from strategy.svoi_kozyri.tables import BIT, EMPTY_PILE


def position_in(view: View, seat: int, suits: Suits) -> Position:
    """The position that `seat`, which is to act, sees."""
    hand, opponent, pile = (
        bytes(map(parse_card, view[key])) for key in ("hand", "opponent", "pile")
    )
    lying = suits.pile(EMPTY_PILE + pile)
    return Position(seat, suits.hand(hand), suits.hand(opponent), lying, view["ply"])


def suits_in(view: View) -> Suits:
    """The suits of a game whose trumps are chosen."""
    return Suits([SUITS.index(trump) for trump in view["trumps"]])


class History:
    """The positions that occurred in a game as one seat hears of it.

    A history that does not lead to the position seen is given up: then only that position counts.
    """

    def __init__(self, seat: int, suits: Suits) -> None:
        self.position: Position | None = None
        self._seat: Final = seat
        self._suits: Final = suits
        self._occurred: Counter[Key] = Counter()

    def hear(self, events: Sequence[Event], view: View) -> Position:
        """Takes a request's events and view, and returns the position to act in."""
        texts = [event["move"] for event in events]
        moves = [
            self._suits.move(parse_move(text)) for text in texts if not text.startswith("trump")
        ]
        seen = position_in(view, self._seat, self._suits)
        if self.position is None and len(moves) == seen.ply:
            self.position = first_position(seen, moves)
            self._occurred[self.position.key()] += 1
            position = self.position
        for move in moves if position else ():
            position = after(position, move)
            self._occurred[position.key()] += 1
        if position != seen:
            self._occurred.clear()
        self.position = seen
        self._occurred[seen.key()] = max(self._occurred[seen.key()], view["repetition"])
        return seen

    def drawn_next(self) -> frozenset[Key]:
        """The positions that are a draw when they occur next."""
        return frozenset(
            key for key, times in self._occurred.items() if times == REPETITIONS - 1
        )


def first_position(seen: Position, moves: Sequence[Move]) -> Position:
    """The position from which `moves`, all of the game, led to the one seen.

    A card belongs to the seat that laid it first, or to the one that still holds it.
    """
    mine = seen.seat
    hands = [0, 0]
    hands[mine], hands[1 - mine] = seen.mine, seen.theirs
    seat = (mine - len(moves)) % 2
    first = seat
    laid_before = 0
    for move in moves:
        for card in b"" if move == TAKE else laid(move):
            if not laid_before & BIT[card]:
                hands[0] &= ~BIT[card]
                hands[1] &= ~BIT[card]
                hands[seat] |= BIT[card]
                laid_before |= BIT[card]
        seat = 1 - seat
    return Position(first, hands[first], hands[1 - first], EMPTY_PILE, 0)
