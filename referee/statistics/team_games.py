"""Games between teams of one or more players, and which of them count."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

Side = tuple[int, ...]


@dataclass(frozen=True)
class TeamGame:
    """A game between two sides, each with the numbers of its players; `score` of the first side.

    A player with several seats of a side is named several times, and has that share of it. With
    seats of both sides, as a bot may have, the player's shares cancel each other.
    """

    first: Side
    second: Side
    score: float


def latest(games: Sequence[TeamGame], most: int) -> list[int]:
    """The indices of the games that count: of the games of the same two sides the last `most`.

    `games`: the oldest first.
    """
    left: dict[tuple[Side, Side], int] = defaultdict(lambda: most)
    counted = []
    for index in range(len(games) - 1, -1, -1):
        sides, _ = sorted_sides(games[index])
        left[sides] -= 1
        if left[sides] >= 0:
            counted.append(index)
    return counted[::-1]


def sorted_sides(game: TeamGame) -> tuple[tuple[Side, Side], float]:
    """The two sides and the score of the first, the same for every way to write the game."""
    first, second = tuple(sorted(game.first)), tuple(sorted(game.second))
    if second < first:
        return (second, first), 1 - game.score
    return (first, second), game.score
