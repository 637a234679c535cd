"""Proves who wins a position of Svoi Kozyri, or that it is a draw."""

import time
from collections.abc import Collection
from math import inf
from typing import Final, NamedTuple

from engine.svoi_kozyri.moves import Move
from strategy.svoi_kozyri.positions import Key, Position, Rules, after
from strategy.svoi_kozyri.safety import SAFE, OutOfBudget, Safety

MOST_NODES: Final = 500_000  # bounds the memory: about 500 bytes a node
_LINE: Final = 40  # moves of a drawn line that are shown at most


class Proof(NamedTuple):
    """What was proved of a position, for the seat to act.

    `value`: 1 it wins, 0.5 a draw, 0 it loses, None not proved. `plies`: in how many plies the game
    is won or lost at most. `line`: moves of both seats that show it, to the end of a won or lost
    game; in a draw until the game ends or a position comes back. `nodes` were examined.
    """

    value: float | None
    plies: int
    line: tuple[Move, ...]
    nodes: int


def prove(
    position: Position,
    rules: Rules,
    drawn: Collection[Key] = (),
    seconds: float = inf,
    nodes: int = MOST_NODES,
) -> Proof:
    """Examines all legal moves deeper and deeper, from the side of either seat, until it is proved.

    Both seats must hold cards. `drawn`: positions that are a draw when they occur next. It gives up
    after this processor time, or this number of nodes, MOST_NODES at most.
    """
    budget = _Budget(seconds, min(nodes, MOST_NODES))
    sides = [Safety(seat, rules, drawn, budget.tick) for seat in range(2)]
    unproved = list(sides)
    depth = 0
    try:
        while unproved:
            depth += 1
            for side in tuple(unproved):
                answer = side.examine(position, depth)
                if answer >= 0:
                    line = _won_line(position, side)
                    value = 0.0 if side.seat == position.seat else 1.0
                    return Proof(value, answer, line, budget.nodes)
                if answer == SAFE:
                    unproved.remove(side)
    except (OutOfBudget, RecursionError):
        return Proof(None, 0, (), budget.nodes)
    return Proof(0.5, 0, _drawn_line(position, sides), budget.nodes)


class _Budget:
    """The nodes and the processor time of a proof."""

    def __init__(self, seconds: float, nodes: int) -> None:
        self.nodes = 0
        self._most = nodes
        self._until = time.process_time() + seconds

    def tick(self) -> None:
        """Counts a node. Raises OutOfBudget."""
        if self.nodes >= self._most:
            raise OutOfBudget
        self.nodes += 1
        if not self.nodes % 128 and time.process_time() > self._until:
            raise OutOfBudget


def _won_line(position: Position, loser: Safety) -> tuple[Move, ...]:
    """The winner's proved moves against the longest defence that was found."""
    line = []
    while position.mine and position.theirs:
        move = loser.lost[loser.key(position)][1]
        line.append(move)
        position = after(position, move)
    return tuple(line)


def _drawn_line(position: Position, sides: list[Safety]) -> tuple[Move, ...]:
    """Moves with which either seat avoids losing."""
    line: list[Move] = []
    seen = set()
    while position.theirs and position.key() not in seen and len(line) < _LINE:
        seen.add(position.key())
        side = sides[position.seat]
        move = side.safe.get(side.key(position))
        if move is None:
            break  # the ply at which the game is drawn
        line.append(move)
        position = after(position, move)
    return tuple(line)
