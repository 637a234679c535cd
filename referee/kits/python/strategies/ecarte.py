ORDER = "789TAJQK"  # lowest first: the ace ranks below the jack


def strength(card: str, trump: str) -> int:
    """0 to 7 by rank, and 8 more for a trump."""
    return ORDER.index(card[0]) + (8 if card[1] == trump else 0)


def worth(move: str, request: MoveRequest) -> float:
    """How good a move is. Put your own ideas here."""
    view = request["view"]
    trump, led = view["trump"], view["led"]
    verb, *cards = move.split()
    if verb in ("stand", "refuse"):  # play with these cards; to propose and to accept is worth 0
        return sum(strength(card, trump) for card in view["hand"]) - 32
    if verb == "discard":  # keep trumps and kings
        return sum(1 if strength(card, trump) < 7 else -2 for card in cards)
    if verb == "card":
        power = strength(cards[0], trump)
        announced = 1 if cards[-1] == "king" else 0  # the king of trumps is worth a point
        if led is None:
            return power + announced
        follows = cards[0][1] == led[1]
        wins = power > strength(led, trump) if follows else cards[0][1] == trump
        return (20 if wins else 0) - power + announced  # win cheaply, or lose little
    return 0
