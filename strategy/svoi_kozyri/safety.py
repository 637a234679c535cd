"""Proofs that a seat can, or cannot, avoid losing a position of Svoi Kozyri.

Alpha-beta results may depend on the way to a position, because a repetition is a draw (the problem
of graph-history interaction, docs/13b-svoi-kozyri-bot.md). These do not. That a seat loses is
proved by induction: a forced win gets nearer the end with each move, so it repeats nothing. That it
does not is proved by coinduction: the seat stays among positions that are all safe, whether play
ends or goes round in circles until it is a draw (SR12). A position that is still being examined
counts as safe; what relied on it is forgotten if it turns out not to be.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from engine.svoi_kozyri.moves import Move
from strategy.svoi_kozyri.positions import Key as PositionKey
from strategy.svoi_kozyri.positions import Position, Rules, after, legal_moves
from strategy.svoi_kozyri.tables import BEATING

Key = tuple[int, int, bytes, int]  # seat, its hand, the pile, and the ply if plies matter

NEVER: Final = 1 << 30  # an answer that relies on no position that is still being examined
# An answer of 0 or more is the number of plies in which the seat loses.
UNKNOWN: Final = -1
SAFE: Final = -2


class OutOfBudget(Exception):
    """The nodes or the time are used up."""


class PliesMatter(Exception):
    """The search came to the ply at which the game is drawn."""


class Hope(NamedTuple):
    """A position that is safe if those examined at depth `relies_on` and above are, and how."""

    relies_on: int
    move: Move | None


class Safety:
    """Whether `seat` can avoid losing, for one game. What is proved is kept between calls.

    `tick` is called at every node, and raises OutOfBudget.
    """

    def __init__(
        self, seat: int, rules: Rules, drawn: Collection[PositionKey], tick: Callable[[], None]
    ) -> None:
        self.seat = seat
        self._rules = rules
        self._drawn = drawn
        self._tick = tick
        self.plies_matter = False
        self.safe: dict[Key, Move | None] = {}
        self.lost: dict[Key, tuple[int, Move]] = {}
        self._forget()

    def _forget(self) -> None:
        self._unknown: dict[Key, int] = {}
        self._hopes: dict[Key, Hope] = {}
        self._trail: list[Key] = []
        self._path: dict[Key, int] = {}
        self._best: dict[Key, Move] = {}

    def key(self, position: Position) -> Key:
        """The key of a position in `safe` and `lost`."""
        seat, mine, _, pile, ply = position
        return seat, mine, pile, ply if self.plies_matter else 0

    def examine(self, position: Position, depth: int) -> int:
        """SAFE, UNKNOWN to this depth, or the plies in which the seat loses."""
        self._hopes.clear()
        self._trail.clear()
        self._path.clear()
        try:
            return self._examine(position, depth)[0]
        except PliesMatter:
            self.plies_matter = True
            self.safe.clear()
            self.lost.clear()
            self._forget()
            return self._examine(position, depth)[0]

    def _examine(self, position: Position, depth: int) -> tuple[int, int]:
        """The answer, and the smallest depth of the path that it relies on."""
        key = self.key(position)
        if key in self.safe:
            return SAFE, NEVER
        if key in self.lost:
            plies = self.lost[key][0]
            if position.ply + plies > self._rules.max_plies:
                raise PliesMatter
            return plies, NEVER
        if key in self._path:
            return SAFE, self._path[key]
        hope = self._hopes.get(key)
        if hope:
            return SAFE, hope.relies_on
        if depth <= 0 or self._unknown.get(key, 0) >= depth:
            return UNKNOWN, NEVER
        self._tick()
        here = len(self._path)
        start = len(self._trail)
        self._path[key] = here
        mine = position.seat == self.seat
        answer, relies_on, move = (self._any if mine else self._all)(position, key, depth)
        del self._path[key]
        if answer == SAFE:
            self._keep(key, Hope(relies_on, move), here, start)
        else:
            self._drop(start)
            if answer == UNKNOWN:
                self._unknown[key] = depth
            else:
                assert move is not None
                self.lost[key] = answer, move
        return answer, relies_on

    def _any(self, position: Position, key: Key, depth: int) -> tuple[int, int, Move | None]:
        """The turn of the seat: one safe move is enough."""
        longest = -1
        last = None
        unknown = False
        for move in self._moves(position, key):
            answer, relies_on = self._answer(after(position, move), depth - 1)
            if answer == SAFE:
                self._best[key] = move
                return SAFE, relies_on, move
            if answer == UNKNOWN:
                unknown = True
            elif answer > longest:
                longest, last = answer, move
        return (UNKNOWN, NEVER, None) if unknown else (longest + 1, NEVER, last)

    def _all(self, position: Position, key: Key, depth: int) -> tuple[int, int, Move | None]:
        """The turn of the opponent: all moves must be safe."""
        least = NEVER
        unknown = False
        for move in self._moves(position, key):
            answer, relies_on = self._answer(after(position, move), depth - 1)
            if answer >= 0:
                self._best[key] = move
                return answer + 1, NEVER, move
            if answer == UNKNOWN:
                unknown = True
            least = min(least, relies_on)
        return (UNKNOWN, NEVER, None) if unknown else (SAFE, least, None)

    def _answer(self, position: Position, depth: int) -> tuple[int, int]:
        """As `_examine`, of a position after a move, where the game may be over."""
        seat, mine, theirs, pile, ply = position
        rules = self._rules
        if not theirs:
            drawn = rules.draw_rule and not mine & (mine - 1) and mine & BEATING[seat][pile[-1]]
            return (SAFE if drawn or seat != self.seat else 0), NEVER
        if ply >= rules.max_plies:
            if not self.plies_matter:
                raise PliesMatter
            return SAFE, NEVER
        if position.key() in self._drawn:
            return SAFE, NEVER
        return self._examine(position, depth)

    def _keep(self, key: Key, hope: Hope, here: int, start: int) -> None:
        """Keeps a safe position: for good if it relies on none of the path but itself."""
        if hope.relies_on >= here:
            self.safe[key] = hope.move
            for hoped in self._trail[start:]:
                self.safe[hoped] = self._hopes[hoped].move
            self._drop(start)
            return
        for hoped in self._trail[start:]:
            old = self._hopes[hoped]
            self._hopes[hoped] = Hope(min(old.relies_on, hope.relies_on), old.move)
        self._hopes[key] = hope
        self._trail.append(key)

    def _drop(self, start: int) -> None:
        """Forgets the hopes since the trail had this length."""
        for hoped in self._trail[start:]:
            del self._hopes[hoped]
        del self._trail[start:]

    def _moves(self, position: Position, key: Key) -> Iterator[Move]:
        """All legal moves: first the one that decided an earlier search."""
        best = self._best.get(key)
        if best is not None:
            yield best
        for move in legal_moves(position, self._rules.voluntary_take):
            if move != best:
                yield move
