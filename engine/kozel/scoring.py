"""How Kozel is scored: the points of cards, the penalty of a deal, the result of the game."""

from typing import Final

from engine.cards import NAMES

# By card: its points (K37). A deck has 120.
POINTS: Final = tuple({"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(name[0], 0) for name in NAMES)


def penalty(points: int, tricks: int) -> int:
    """The penalty points of a side that took `points` in `tricks` tricks of a deal (K38 to K44).

    Tricks are counted, not points: a side with a trick worth nothing took one (KR17).
    """
    if points >= 60:
        return 0
    if not tricks:
        return 6
    return 4 if points < 31 else 2


def deal_utility(points: tuple[int, int], tricks: tuple[int, int]) -> tuple[float, float]:
    """What a finished deal is worth by side, −1 to 1: the other's penalty less the own, by 6."""
    if points[0] == points[1]:
        return (0.0, 0.0)
    loser = 0 if points[0] < points[1] else 1
    lost = penalty(points[loser], tricks[loser]) / 6
    return (-lost, lost) if loser == 0 else (lost, -lost)


def series_scores(penalties: tuple[int, int], limit: int) -> tuple[float, float]:
    """The scores by side of a finished game: a side with `limit` penalty points lost (KR19).

    If neither side reached it the game is a draw (KR20).
    """
    if penalties[0] >= limit:
        return (0.0, 1.0)
    if penalties[1] >= limit:
        return (1.0, 0.0)
    return (0.5, 0.5)
