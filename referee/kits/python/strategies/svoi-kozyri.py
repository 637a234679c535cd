ORDER = "6789TJQKA"  # lowest first


def beats(card: str, top: str, trump: str | None) -> bool:
    """Whether a card beats the top of the pile in the hand of a player with this trump suit."""
    if card[1] == top[1]:
        return ORDER.index(card[0]) > ORDER.index(top[0])
    return card[1] == trump


def worth(move: str, request: MoveRequest) -> float:
    """How good a move is. Put your own ideas here."""
    view = request["view"]
    verb, *cards = move.split()
    if verb not in ("lead", "beat"):
        return -100  # taking cards is the last resort
    if len(cards) == len(view["hand"]):
        return 1000  # no cards left: this wins
    mine = view["trumps"][request["seat"]]
    theirs = view["trumps"][1 - request["seat"]]
    price = sum(ORDER.index(card[0]) + (5 if card[1] == mine else 0) for card in cards)
    answers = [card for card in view["opponent"] if beats(card, cards[-1], theirs)]
    if not answers:
        return 20 - price  # the opponent must take
    return min(ORDER.index(card[0]) + (5 if card[1] == theirs else 0) for card in answers) - price
