RANKS = "789TAJQK"  # lowest first: the ace ranks below the jack


def features(view: Any, seat: int, legal: list[str]) -> tuple[list[str], list[list[str]]]:
    """The position as words, and each legal move. Each word is an input of the network, so what
    matters in the game should have a word. Put your own ideas here, and train again."""
    hand, trump, led, drawn = view["hand"], view["trump"], view["led"], view["exchanges"]
    phase = "answer" if led else view["phase"]
    name = named_by_suit(hand, trump, led)
    seen = [f"turned {view['turned'][0]}", f"dealer {seat == view['dealer']}"]
    seen += [f"proposals {min(view['proposals'], 3)}", f"drawn {drawn[-1:]}"]
    seen += [f"trumps {sum(card[1] == trump for card in hand)}"]
    seen += [f"hand {name[card]}" for card in hand]
    seen += [f"gone {name[card]}" for card in view["discarded"]]
    if phase in ("card", "answer"):
        seen += [f"played {name[card]}" for card in view["played"]]
        seen += [f"tricks {view['tricks'][seat]}-{view['tricks'][1 - seat]}"]
        seen += [f"stood {view['proposals'] == len(drawn)}", f"king {view['king'] == seat}"]
        seen += [f"led {name[led]}"] if led else []

    moves = []
    for move in legal:
        verb, *cards = move.split()
        words = [f"{phase} {name.get(card, card)}" for card in cards] or [move]
        if verb == "discard":
            kept = [card for card in hand if card not in cards]
            words = [f"keep {name[card]}" for card in kept] + [f"draw {len(cards)}"]
            words += [f"keep {sum(card[1] == trump for card in kept)} trumps"]
        moves.append(words)
    return [f"{phase}: {word}" for word in seen], moves


def named_by_suit(hand: list[str], trump: str, led: str | None) -> dict[str, str]:
    """A name for each card, so that all suits but trumps look alike: trumps are 0, then come the
    suit led and the longest."""
    weight = dict.fromkeys("CDHS", 0) | ({led[1]: 100} if led else {}) | {trump: 200}
    for card in hand:
        weight[card[1]] += 10 + RANKS.index(card[0])
    order = sorted("CDHS", key=weight.__getitem__, reverse=True)
    return {rank + suit: f"{at}{rank}" for at, suit in enumerate(order) for rank in RANKS}
