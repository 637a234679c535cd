"""A deal of Écarté: its cards from the seed, and the points that it brings."""

from collections.abc import Sequence

from engine.cards import DECK32, Card, Cards, mask
from engine.ecarte_position import HAND, Position
from engine.seeds import Stream


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


def deal_cards(
    deck: Sequence[Card], dealer: int
) -> tuple[tuple[Cards, Cards], Card, tuple[Card, ...]]:
    """The hands by seat, the turned card and the stock: 3, 3, 2, 2 from the non-dealer (ER2)."""
    first, second = mask((*deck[0:3], *deck[6:8])), mask((*deck[3:6], *deck[8:10]))
    return (first, second) if dealer else (second, first), deck[10], tuple(deck[11:])


def dealt(seed: bytes, deal: int, dealer: int, score: tuple[int, int]) -> Position:
    """Deal number `deal` of a seed, its turned king not yet scored."""
    hands, turned, stock = deal_cards(Stream(seed, deal).shuffle(DECK32), dealer)
    return Position(
        hands=hands,
        turned=turned,
        dealer=dealer,
        seat=1 - dealer,
        stock=stock,
        score=score,
        phase="deal",
        deal=deal,
        seed=seed,
    )
