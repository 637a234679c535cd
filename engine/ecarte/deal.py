"""A deal of Écarté: who gets which cards, and the points that it brings."""

from engine.cards import Card
from engine.ecarte.notation import HAND


def deal_points(vulnerability: str, won: int, proposals: int, exchanges: int) -> tuple[int, int]:
    """The points of the non-dealer and the dealer for a deal's five tricks (E29 to E31, ER12).

    `won`: the non-dealer's tricks. Play began by a refusal if there were more proposals made than
    exchanges.
    """
    refused = proposals > exchanges
    won_by_dealer = won < 3
    if vulnerability == "seed":
        double = not won_by_dealer and (proposals == 0 or refused)
    elif vulnerability == "classic":
        double = proposals == 0 if won_by_dealer else refused and exchanges == 0
    else:
        double = vulnerability == "winner" and exchanges == 0
    points = 2 if double or won in (0, HAND) else 1
    return (0, points) if won_by_dealer else (points, 0)


def deal_cards(deck: list[Card], dealer: int) -> tuple[list[list[Card]], Card, list[Card]]:
    """The hands by seat, the turned card and the stock: 3, 3, 2, 2 from the non-dealer (ER2)."""
    hands = [sorted(deck[0:3] + deck[6:8]), sorted(deck[3:6] + deck[8:10])]
    if dealer == 0:
        hands.reverse()
    return hands, deck[10], deck[11:]
