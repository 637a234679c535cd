"""What a position of Svoi Kozyri is worth before it is decided.

The values began as the weights of a logistic regression on 100,000 positions of games of the search
with itself, and were smoothed and balanced by matches (docs/13b-svoi-kozyri-bot.md).
"""

from math import exp
from typing import Final

from strategy.svoi_kozyri.positions import Position
from strategy.svoi_kozyri.tables import cards

# By rank, from the six: what a card is worth to the hand that holds it. Low cards burden it; own
# trumps beat everything, and the opponent's trumps are hard for the opponent to beat.
_OWN_TRUMP: Final = (-8, 12, 32, 42, 57, 62, 67, 72, 72)
_OTHER_TRUMP: Final = (12, 2, -8, -28, -38, -28, -8, 2, 42)
_PLAIN: Final = (-143, -143, -138, -128, -103, -68, -48, -33, -18)

# What it is worth to be able to beat the top card, and to lead to an empty pile.
CAN_BEAT: Final = 145
CAN_LEAD: Final = -100


def _card_values(seat: int) -> tuple[int, ...]:
    suits = [_PLAIN] * 4
    suits[seat] = _OWN_TRUMP
    suits[1 - seat] = _OTHER_TRUMP
    return (*(value for suit in suits for value in suit), 0)  # NO_CARD is worth nothing


# By seat, then by card.
CARD_VALUE: Final = tuple(_card_values(seat) for seat in range(2))
# The value at which the seat to act wins e : 1, measured (docs/13b-svoi-kozyri-bot.md).
SCALE: Final = 1200.0


def material(position: Position) -> int:
    """The values of the cards of the seat to act, less those of the other's."""
    seat, mine, theirs, _, _ = position
    own, other = CARD_VALUE[seat], CARD_VALUE[1 - seat]
    return sum(own[card] for card in cards(mine)) - sum(other[card] for card in cards(theirs))


def expected_score(value: float) -> float:
    """The score, 0 to 1, that a value of the search comes to on average."""
    return 1 / (1 + exp(-value / SCALE))
