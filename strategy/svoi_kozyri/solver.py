"""Solves positions of Svoi Kozyri: proves who wins, or that it is a draw, and shows how."""

import time
from collections.abc import Collection
from typing import Final, NamedTuple

from engine.svoi_kozyri.moves import Move
from engine.svoi_kozyri.state import SvoiKozyriState
from strategy.svoi_kozyri.positions import (
    Key,
    Position,
    Rules,
    after,
    drawn_next,
    position_of,
    rules_of,
    suits_of,
)
from strategy.svoi_kozyri.safety import SAFE, OutOfBudget, Safety

_MOST_NODES: Final = 2_000_000  # bounds the memory: a few hundred bytes a node
_LINE: Final = 40  # moves of a drawn line that are shown at most


class Solution(NamedTuple):
    """What was proved.

    `value` is that of the seat to act: 1 it wins, 0.5 a draw, 0 it loses, None not solved within
    the limits. `line` are best moves of both seats, as texts: to the end of the game if it is won
    or lost, and until it ends or a position comes back in a draw. `nodes` were examined.
    """

    value: float | None
    line: tuple[str, ...]
    nodes: int


def solve(state: SvoiKozyriState, seconds: float = 1.0, nodes: int | None = None) -> Solution:
    """Proves the value of a position, within processor time and, if given, a number of nodes.

    All legal moves are examined, and the state's options and what occurred before in its game
    count. Raises ValueError if the state has no cards yet, or is over.
    """
    if state.seat is None:
        raise ValueError("the game is over: take a position in which a seat is to act")
    suits = suits_of(state)
    position = position_of(state, suits)
    rules = rules_of(state.options)
    proof = _Proof(
        position, rules, drawn_next(state, suits), seconds, min(nodes or _MOST_NODES, _MOST_NODES)
    )
    value = proof.run()
    line = [suits.text(move) for move in proof.line()] if value is not None else []
    return Solution(value, tuple(line), proof.nodes)


class _Proof:
    """One position, examined deeper and deeper from the side of either seat."""

    def __init__(
        self, position: Position, rules: Rules, drawn: Collection[Key], seconds: float, nodes: int
    ) -> None:
        self.position = position
        self.nodes = 0
        self._limit = min(nodes, _MOST_NODES)
        self._until = time.process_time() + seconds
        self._sides = [Safety(seat, rules, drawn, self._tick) for seat in range(2)]
        self._loser: Safety | None = None

    def _tick(self) -> None:
        self.nodes += 1
        if self.nodes > self._limit or (not self.nodes % 256 and time.process_time() > self._until):
            raise OutOfBudget

    def run(self) -> float | None:
        """The value for the seat to act; None if the limits were reached."""
        mover = self.position.seat
        open_sides = list(self._sides)
        depth = 0
        try:
            while open_sides:
                depth += 1
                for side in tuple(open_sides):
                    answer = side.examine(self.position, depth)
                    if answer >= 0:
                        self._loser = side
                        return 0.0 if side.seat == mover else 1.0
                    if answer == SAFE:
                        open_sides.remove(side)
        except (OutOfBudget, RecursionError):
            return None
        return 0.5

    def line(self) -> list[Move]:
        """Best moves from the position, once `run` has proved something."""
        line: list[Move] = []
        position = self.position
        seen = set()
        while position.mine and position.theirs and position.key() not in seen:
            seen.add(position.key())
            if self._loser:
                known = self._loser.lost.get(self._loser.key(position))
                move = known[1] if known else None
            else:
                side = self._sides[position.seat]
                move = side.safe.get(side.key(position))
            if move is None or len(line) == _LINE:
                break
            line.append(move)
            position = after(position, move)
        return line
