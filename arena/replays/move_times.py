"""The times of a bot's moves, summed up for its owner: one line a game."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Slowest:
    """A move (its number in the game, from 0) and its times in milliseconds."""

    move: int
    wall: float
    processor: float
    wait: float


@dataclass(frozen=True)
class GameTimes:
    """The moves of one side in one game (`number` from 1), with total times in milliseconds."""

    number: int
    moves: int
    wall: float
    processor: float
    wait: float
    slowest: Slowest | None


def summary(games: Sequence[Sequence[Sequence[float]]]) -> list[GameTimes]:
    """Sums up a side's times: for each game, a list of ``[move, wall, processor, wait]``."""
    return [_game(number, moves) for number, moves in enumerate(games, start=1)]


def _game(number: int, moves: Sequence[Sequence[float]]) -> GameTimes:
    slowest = max(moves, key=lambda move: move[1], default=None)
    return GameTimes(
        number=number,
        moves=len(moves),
        wall=sum(move[1] for move in moves),
        processor=sum(move[2] for move in moves),
        wait=sum(move[3] for move in moves),
        slowest=Slowest(int(slowest[0]), *slowest[1:4]) if slowest else None,
    )
