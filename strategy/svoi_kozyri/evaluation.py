"""What a position of Svoi Kozyri is worth before it is decided.

Values are hundredths of a card, roughly. They began as the weights of a logistic regression on
100,000 positions of games of the search with itself, and were smoothed and balanced by matches
(docs/13b-svoi-kozyri-bot.md).
"""

from math import exp
from typing import Final

from strategy.svoi_kozyri.positions import Position
from strategy.svoi_kozyri.tables import cards

# By rank, from the six: what a card is worth to the hand that holds it. Low cards burden it; own
# trumps beat everything, and the opponent's trumps are hard for the opponent to beat.
_OWN_TRUMP: Final = (10, 30, 50, 60, 75, 80, 85, 90, 90)
_OTHER_TRUMP: Final = (30, 20, 10, -10, -20, -10, 10, 20, 60)
_PLAIN: Final = (-125, -125, -120, -110, -85, -50, -30, -15, 0)

# What it is worth to be able to beat the top card, and to lead to an empty pile.
CAN_BEAT: Final = 170
CAN_LEAD: Final = -100


def _card_values(seat: int) -> tuple[int, ...]:
    suits = [_PLAIN] * 4
    suits[seat] = _OWN_TRUMP
    suits[1 - seat] = _OTHER_TRUMP
    return (*(value for suit in suits for value in suit), 0)  # NO_CARD is worth nothing


# By seat, then by card.
CARD_VALUE: Final = tuple(_card_values(seat) for seat in range(2))
# The value at which the seat to act wins e : 1, measured (docs/13b-svoi-kozyri-bot.md).
SCALE: Final = 500.0


def material(position: Position) -> int:
    """The values of the cards of the seat to act, less those of the other's."""
    seat, mine, theirs, _, _ = position
    own, other = CARD_VALUE[seat], CARD_VALUE[1 - seat]
    return sum(own[card] for card in cards(mine)) - sum(other[card] for card in cards(theirs))


def expected_score(value: float) -> float:
    """The score, 0 to 1, that a value of the search comes to on average."""
    return 1 / (1 + exp(-value / SCALE))
