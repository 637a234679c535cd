"""How Écarté is scored: the points of the king, of a deal's tricks, and the result of the game."""

from typing import Final

TRICKS: Final = 5  # tricks of a deal, and cards of a hand
KING_POINTS: Final = 1  # for a turned (ER3) or an announced king (ER8)


def deal_points(vulnerability: str, won: int, proposals: int, exchanges: int) -> tuple[int, int]:
    """The points of the non-dealer and the dealer for a deal's five tricks (E29 to E31, ER12).

    `won`: the tricks of the non-dealer. If more proposals than exchanges were made, the play began
    by a refusal.
    """
    refused = proposals > exchanges
    won_by_dealer = won < 3
    if vulnerability == "seed":
        double = not won_by_dealer and (proposals == 0 or refused)
    elif vulnerability == "classic":
        double = proposals == 0 if won_by_dealer else refused and exchanges == 0
    else:
        double = vulnerability == "winner" and exchanges == 0
    points = 2 if double or won in (0, TRICKS) else 1
    return (0, points) if won_by_dealer else (points, 0)


def game_scores(points: list[int]) -> tuple[float, float]:
    """The scores by seat of a finished game; only one seat reached the target (ER15)."""
    return (1.0, 0.0) if points[0] > points[1] else (0.0, 1.0)
