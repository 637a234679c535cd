"""Alpha-beta search of Svoi Kozyri, deeper and deeper (docs/13b-svoi-kozyri-bot.md).

Of neighbouring cards in a suit it plays only the lowest, which is nearly always as good: this is a
search for playing, not for proofs (`solver.py`).
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from engine.svoi_kozyri.moves import BEAT, TAKE, Move
from strategy.svoi_kozyri.evaluation import CAN_BEAT, CAN_LEAD, CARD_VALUE, material
from strategy.svoi_kozyri.positions import Key, Position, Rules, after
from strategy.svoi_kozyri.tables import (
    BEATING,
    BIT,
    EMPTY_PILE,
    NO_CARD,
    TAKEN,
    cards,
    representatives,
)

WIN: Final = 100_000  # less the plies until then; a draw is 0
PROVEN: Final = 90_000  # a value beyond it is a win or a loss
_INFINITE: Final = 2 * WIN
_MOST_DEPTH: Final = 64
_MOST_PLIES: Final = 512  # of one line: forced moves do not count as depth
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2

# Depth, kind of the value (_EXACT …), value, best move.
Entry = tuple[int, int, int, Move]
Table = dict[tuple[int, bytes], Entry]  # by hand of the seat to act, and pile
Negamax = Callable[[int, int, int, bytes, int, int, int, int, int], int]


class Found(NamedTuple):
    """What a search found: the best move, its value for the seat to act, and how deep it looked."""

    move: Move
    value: int
    depth: int
    nodes: int


class OutOfBudget(Exception):
    """The nodes or the time are used up."""


class _Order(dict[int, tuple[int, ...]]):
    """By hand: one card of each run of neighbours, the one that its seat misses least first."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._value = CARD_VALUE[seat]

    def __missing__(self, mask: int) -> tuple[int, ...]:
        order = tuple(sorted(cards(representatives(mask)), key=self._value.__getitem__))
        self[mask] = order
        return order


class Search:
    """Searches positions of one game, and remembers what it has seen of them.

    `table_size` bounds the positions kept from one call to the next, 400 bytes each.
    """

    def __init__(self, rules: Rules, table_size: int = 200_000) -> None:
        self._rules = rules
        self._table_size = table_size
        self._tables: tuple[Table, Table] = ({}, {})
        self._orders = (_Order(0), _Order(1))
        self._nodes = 0
        self._root = (-1, 0)

    @property
    def remembered(self) -> int:
        """How many positions are remembered now."""
        return sum(map(len, self._tables))

    def best(
        self,
        position: Position,
        drawn: Collection[Key],
        nodes: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> Found:
        """The best move of a position with two or more. `drawn`: positions that are a draw next.

        It ends after about this number of nodes, when `stop` says so, or with a proof.
        """
        seat, mine, theirs, pile, _ = position
        self._nodes = 0
        self._root = (-1, 0)
        negamax = self._negamax(position, drawn, nodes, stop)
        found = Found(-1, 0, 0, 0)
        e = material(position)
        try:
            for depth in range(1, _MOST_DEPTH):
                negamax(seat, mine, theirs, pile, e, depth, -_INFINITE, _INFINITE, 0)
                found = Found(*self._root, depth, self._nodes)
                if abs(found.value) > PROVEN:
                    break
        except OutOfBudget:
            found = Found(*self._root, found.depth, self._nodes)
        return found

    def values(
        self, position: Position, drawn: Collection[Key], moves: Sequence[Move], nodes: int
    ) -> list[int]:
        """The value of each of these legal moves, all looked at equally deep."""
        self._nodes = 0
        values = [0] * len(moves)
        negamax = self._negamax(position, drawn, nodes, lambda: False)
        children = [after(position, move) for move in moves]
        try:
            for depth in range(_MOST_DEPTH):
                deeper = [
                    values[number]
                    if abs(values[number]) > PROVEN
                    else -negamax(*child[:4], material(child), depth, -_INFINITE, _INFINITE, 1)
                    for number, child in enumerate(children)
                ]
                values = deeper
                if all(abs(value) > PROVEN for value in values):
                    break
        except OutOfBudget:
            pass
        return values

    def _tidy(self, last_ply: int) -> None:
        """Forgets what would be too much, or wrong: a value near the last ply holds there alone."""
        if last_ply < _MOST_DEPTH or self.remembered > self._table_size:
            for table in self._tables:
                table.clear()
        if sum(map(len, self._orders)) > self._table_size:
            for order in self._orders:
                order.clear()

    def _negamax(
        self,
        root: Position,
        drawn: Collection[Key],
        limit: int,
        stop: Callable[[], bool],
    ) -> Negamax:
        """The search function of one call. Its variables are local, since it is called for every
        node (bench/bots.py)."""
        last_ply = self._rules.max_plies - root.ply
        self._tidy(last_ply)
        draw_rule, voluntary_take = self._rules.draw_rule, self._rules.voluntary_take
        tables, orders = self._tables, self._orders
        beating_by_seat, taken_by_seat, value_by_seat, bit = BEATING, TAKEN, CARD_VALUE, BIT
        win, can_beat, can_lead = WIN, CAN_BEAT, CAN_LEAD
        killers: list[Move] = [-1] * _MOST_PLIES
        path = set(drawn)
        left = limit
        step = check = min(limit, 256)  # nodes between two looks at the clock

        def negamax(
            seat: int,
            mine: int,
            theirs: int,
            pile: bytes,
            e: int,
            depth: int,
            alpha: int,
            beta: int,
            ply: int,
        ) -> int:
            """The value for `seat`; `e` is its material."""
            nonlocal left, check
            check -= 1
            if not check:
                check = step
                left -= step
                self._nodes += step
                if left <= 0 or stop():
                    raise OutOfBudget
            if ply >= last_ply:
                return 0
            top = pile[-1]
            beating = mine & beating_by_seat[seat][top]
            if not beating:
                return take(seat, mine, theirs, pile, e, depth, alpha, beta, ply)
            size = mine.bit_count()
            if size <= 2 and (size == 1 or top != NO_CARD) and ply:
                value = goes_out(seat, mine, theirs, beating)
                if value or not voluntary_take:
                    return value - ply if value else 0
            if depth <= 0:
                return e + (can_lead if top == NO_CARD else can_beat)
            table = tables[seat]
            key = (mine, pile)
            entry = table.get(key)
            best_move = -1
            if entry is not None:
                deep, kind, value, best_move = entry
                if deep >= depth and ply:
                    if value > PROVEN:
                        value -= ply
                    elif value < -PROVEN:
                        value += ply
                    if kind == _EXACT or (value >= beta if kind == _AT_LEAST else value <= alpha):
                        return value
            other = 1 - seat
            other_beating = beating_by_seat[other]
            values = value_by_seat[seat]
            order = orders[seat]
            low = alpha
            best = -_INFINITE
            depth -= 1
            ahead = [best_move] if best_move >= 0 else []
            killer = killers[ply]
            if (
                killer != best_move
                and top != NO_CARD
                and BEAT <= killer < TAKE
                and (killer - BEAT) % 37  # not a last card that beats alone
                and beating & bit[(killer - BEAT) // 36]
                and mine & bit[(killer - BEAT) % 36]
            ):
                ahead.append(killer)
            moves = ahead
            number = 0
            while True:
                for move in moves:
                    if moves is not ahead and move in ahead:
                        continue
                    if move < BEAT:
                        hand = mine ^ bit[move]
                        laid = bytes((move,))
                        gone = values[move]
                        last = move
                    elif move < TAKE:
                        first, last = divmod(move - BEAT, 36)
                        if first == last:
                            hand = 0
                            laid = bytes((first,))
                            gone = 0
                        else:
                            hand = mine ^ bit[first] ^ bit[last]
                            laid = bytes((first, last))
                            gone = values[first] + values[last]
                    if move == TAKE:
                        value = take(seat, mine, theirs, pile, e, depth, low, beta, ply)
                    elif not hand:
                        drawn_now = (
                            draw_rule and not theirs & (theirs - 1) and theirs & other_beating[last]
                        )
                        value = 0 if drawn_now else win - ply
                    else:
                        lying = pile + laid
                        # After the first move it is enough to see that another is not better.
                        high = low + 1 if number else beta
                        value = -negamax(
                            other, theirs, hand, lying, gone - e, depth, -high, -low, ply + 1
                        )
                        if number and low < value < beta:
                            value = -negamax(
                                other, theirs, hand, lying, gone - e, depth, -beta, -low, ply + 1
                            )
                    number += 1
                    if value > best:
                        best = value
                        best_move = move
                        if not ply:
                            self._root = (move, value)
                        if value > low:
                            low = value
                            if value >= beta:
                                killers[ply] = move
                                break
                else:
                    if moves is ahead:
                        strong: list[Move] = []
                        weak: list[Move] = []
                        if top == NO_CARD:
                            for last in order[mine]:
                                (weak if theirs & other_beating[last] else strong).append(last)
                        else:
                            for first in order[beating]:
                                base = BEAT + 36 * first
                                for last in order[mine ^ bit[first]]:
                                    (weak if theirs & other_beating[last] else strong).append(
                                        base + last
                                    )
                            if size == 1:
                                strong.append(BEAT + 37 * (mine.bit_length() - 1))
                            if voluntary_take:
                                weak.append(TAKE)
                        moves = strong + weak
                        continue
                break
            value = best
            if value > PROVEN:
                value += ply
            elif value < -PROVEN:
                value -= ply
            kind = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
            table[key] = (depth + 1, kind, value, best_move)
            return best

        def take(
            seat: int,
            mine: int,
            theirs: int,
            pile: bytes,
            e: int,
            depth: int,
            alpha: int,
            beta: int,
            ply: int,
        ) -> int:
            """The value after `seat` takes. It is a draw if that position is on the path already:
            whoever wins need not go round in a circle, and every circle has a pick-up."""
            taken = taken_by_seat[seat][pile[-1]]
            values = value_by_seat[seat]
            for card in pile[-taken:]:
                mine |= bit[card]
                e += values[card]
            pile = pile[:-taken] or EMPTY_PILE
            key = (seat, mine, pile)
            if key in path:
                return 0
            path.add(key)
            value = -negamax(1 - seat, theirs, mine, pile, -e, depth, -beta, -alpha, ply + 1)
            path.discard(key)
            return value

        def goes_out(seat: int, mine: int, theirs: int, beating: int) -> int:
            """WIN, or 0 for a draw, of a seat that lays its last cards."""
            if not draw_rule or theirs & (theirs - 1):
                return win
            other_beating = beating_by_seat[1 - seat]
            if not mine & (mine - 1):
                return 0 if theirs & other_beating[mine.bit_length() - 1] else win
            for first in cards(beating):
                if not theirs & other_beating[(mine ^ bit[first]).bit_length() - 1]:
                    return win
            return 0

        return negamax
