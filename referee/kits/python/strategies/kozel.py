ORDER = "6789JQKTA"  # lowest first: the ten is second only to the ace
POINTS = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


def points(cards: list[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in cards)


def price(cards: list[str], trump: str) -> int:
    """What it costs to give these cards away: high ranks, and most of all trumps."""
    return sum(ORDER.index(card[0]) + (12 if card[1] == trump else 0) for card in cards)


def worth(move: str, request: MoveRequest) -> float:
    """How good a move is. Put your own ideas here."""
    view = request["view"]
    verb, *cards = move.split()
    if verb == "molodka":
        return 1  # four cards of a suit are hard to beat; a pass is worth 0
    if verb == "lead":
        return 14 * len(cards) - price(cards, view["trump"])  # many cards are hard to beat
    best = view["best"]
    if best is None:
        return 0
    last = len(view["table"]) == 3  # nobody plays after us
    if best["seat"] % 2 == request["seat"] % 2:  # our partner holds the trick
        gift = points(cards) if last else -points(cards)
        return gift - price(cards, view["trump"]) / 2 - (0 if verb == "drop" else 20)
    if verb == "beat":
        stake = points(best["cards"]) + points(cards) + 4 * len(view["table"]) * len(cards)
        return stake * (1.5 if last else 1) - price(cards, view["trump"])
    return -2 * points(cards) - price(cards, view["trump"])  # drop what costs least
