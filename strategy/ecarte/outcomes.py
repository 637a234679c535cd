"""What a deal may bring: who scores for the tricks, how much, and who scores for the king.

An outcome is a number: 6 if the dealer wins the tricks, plus 3 if the winner scores two, plus the
king's point: 0 nobody (or turned, which was scored before), 1 the non-dealer, 2 the dealer.
"""

from functools import cache
from typing import Final

from engine.ecarte.scoring import deal_points

OUTCOMES: Final = 12
NOBODY: Final = 0
NON_DEALER: Final = 1
DEALER: Final = 2
# By outcome: the points of the non-dealer and the dealer for the king.
KING_OF: Final = ((0, 0), (1, 0), (0, 1)) * 4


def outcome_points(outcome: int) -> tuple[int, int]:
    """The points of the non-dealer and of the dealer, the king's included."""
    by_dealer, rest = divmod(outcome, 6)
    points = rest // 3 + 1
    non_dealer, dealer = KING_OF[outcome]
    return (non_dealer, dealer + points) if by_dealer else (non_dealer + points, dealer)


@cache
def outcomes_by_tricks(vulnerability: str, proposals: int, exchanges: int) -> list[int]:
    """By the non-dealer's tricks, 0 to 5: the outcome, without the king's point."""
    found = []
    for won in range(6):
        non_dealer, dealer = deal_points(vulnerability, won, proposals, exchanges)
        found.append(6 * (dealer > 0) + 3 * (non_dealer + dealer - 1))
    return found
