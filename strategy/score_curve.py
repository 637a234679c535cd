"""The expected score of side 0 in the course of a game, from the scores of its decisions."""

from itertools import pairwise

DIGITS = 3


class ScoreCurve:
    """Points of a curve, one for the state after each number of moves.

    Before a decision, what its best move is worth; after it, what the played one is worth, until
    the next decision. So it falls at a mistake, and where cards or the knowledge of another seat
    change the picture it moves by itself.
    """

    def __init__(self) -> None:
        self._known: dict[int, float] = {}
        self._after: dict[int, float] = {}

    def add(self, number: int, side: int, best: float, played: float) -> None:
        """A decision of `side` after `number` moves, with scores as this side expects them."""
        self._known[number] = best if side == 0 else 1 - best
        self._after[number + 1] = played if side == 0 else 1 - played

    def points(self, moves: int, final: float | None) -> list[float]:
        """The expected score after 0, 1, … `moves` moves; the last is the result if there is one.

        Empty without any decision.
        """
        if not self._known:
            return []
        value = self._known[min(self._known)]
        found = []
        for made in range(moves + 1):
            value = self._known.get(made, self._after.get(made, value))
            found.append(round(value, DIGITS))
        if final is not None:
            found[-1] = round(final, DIGITS)
        return found


def swing(points: list[float]) -> float:
    """How far a curve moves up and down in all: how eventful the game was."""
    return sum(abs(after - before) for before, after in pairwise(points))
