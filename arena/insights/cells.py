"""Sums over decisions, and the shares and payoffs with their errors.

The decisions of a bot in a match are not independent: it meets one opponent, and pairs share their
deals. So the errors are computed over these groups, as those of a ratio of sums (Cochran, *Sampling
Techniques*, 3rd edition, section 6.4).
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple, Self

from arena.games.questions import Decision

INTERVAL = 1.96  # standard errors on each side of a 95 % interval
FEWEST = 10  # matches of bots; with fewer the error itself is too uncertain to be shown


class Cell(NamedTuple):
    """Sums over a bot's matches, or over those of several bots, for a hand and a choice.

    In a match the bot decided so n times, which paid s in all, of m decisions with such a hand. The
    field `ns` is the sum of n·s, and so on. The cell of a hand, over all choices, has n = m.
    """

    matches: float = 0
    n: float = 0
    s: float = 0
    nn: float = 0
    ns: float = 0
    ss: float = 0
    nm: float = 0

    def __add__(self, other: object) -> Self:
        assert isinstance(other, Cell)
        return type(self)(*(one + two for one, two in zip(self, other, strict=True)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*(one - two for one, two in zip(self, other, strict=True)))


class Estimate(NamedTuple):
    """A mean and half of its 95 % interval; None if that cannot be told from so few matches."""

    mean: float
    error: float | None

    @property
    def low(self) -> float:
        return self.mean - (self.error or 0)

    @property
    def high(self) -> float:
        return self.mean + (self.error or 0)


def payoff(cell: Cell) -> Estimate | None:
    """The mean payoff of a decision; None without one."""
    return _ratio(cell.s, cell.n, cell.ss, cell.ns, cell.nn, cell.matches)


def share(cell: Cell, hand: Cell) -> Estimate | None:
    """How often the cell's choice was made with this hand, 0 to 1; None if there was no such hand.

    `hand`: the cell of the hand, over all choices.
    """
    return _ratio(cell.n, hand.n, cell.nn, cell.nm, hand.nn, hand.matches)


def _ratio(
    part: float, whole: float, parts: float, products: float, wholes: float, matches: float
) -> Estimate | None:
    """The ratio of two sums, from the sums of squares and of products over matches."""
    if not whole:
        return None
    ratio = part / whole
    if matches < FEWEST:
        return Estimate(ratio, None)
    squares = max(parts - 2 * ratio * products + ratio * ratio * wholes, 0.0)
    variance = squares / (whole * whole) * matches / (matches - 1)
    return Estimate(ratio, INTERVAL * sqrt(variance))


Cells = dict[str, dict[str, dict[str, Cell]]]  # by question, hand and choice
ALL = ""  # in place of a choice: the cell of the hand


def cells_of(decisions: Iterable[Decision]) -> Cells:
    """The cells of the decisions of a bot in one match."""
    counts: dict[tuple[str, str, str], list[float]] = {}
    for decision in decisions:
        for choice in (decision.choice, ALL):
            sums = counts.setdefault((decision.question, decision.hand, choice), [0, 0.0])
            sums[0] += 1
            sums[1] += decision.payoff
    cells: Cells = {}
    for (question, hand, choice), (n, s) in counts.items():
        m = counts[question, hand, ALL][0]
        cell = Cell(1, n, s, n * n, n * s, s * s, n * m)
        cells.setdefault(question, {}).setdefault(hand, {})[choice] = cell
    return cells


def add(to: Cells, more: Cells) -> None:
    """Adds other cells to `to`."""
    for question, hands in more.items():
        for hand, choices in hands.items():
            sums = to.setdefault(question, {}).setdefault(hand, {})
            for choice, cell in choices.items():
                sums[choice] = sums.get(choice, Cell()) + cell


def without(everybody: Cells, some: Cells) -> Cells:
    """The cells of everybody else: `some` are among them."""
    return {
        question: {
            hand: {
                choice: cell - _found(some, question, hand, choice)
                for choice, cell in choices.items()
            }
            for hand, choices in hands.items()
        }
        for question, hands in everybody.items()
    }


def _found(cells: Cells, question: str, hand: str, choice: str) -> Cell:
    return cells.get(question, {}).get(hand, {}).get(choice, Cell())


def as_json(cells: Cells) -> dict[str, dict[str, dict[str, list[float]]]]:
    return {
        question: {
            hand: {choice: list(cell) for choice, cell in choices.items()}
            for hand, choices in hands.items()
        }
        for question, hands in cells.items()
    }


def from_json(stored: dict[str, dict[str, dict[str, list[float]]]]) -> Cells:
    return {
        question: {
            hand: {choice: Cell(*sums) for choice, sums in choices.items()}
            for hand, choices in hands.items()
        }
        for question, hands in stored.items()
    }
