"""A Svoi Kozyri player that looks at both hands: it leaves cards that the other cannot beat."""

import json
import sys

ORDER = "6789TJQKA"


def beats(card: str, top: str, trump: str) -> bool:
    if card[1] == top[1]:
        return ORDER.index(card[0]) > ORDER.index(top[0])
    return card[1] == trump


def pick_up(pile: list[str], trump: str) -> int:
    """How many cards a player with this trump suit takes from the pile."""
    top = pile[-1]
    if top[1] != trump:
        return min(3, len(pile))
    return len(pile) if top[0] == "A" else min(5, len(pile))


def value(cards: list[str], trump: str) -> float:
    """What a hand is worth to its holder: few cards, high ones, own trumps."""
    return sum((5 if card[1] == trump else 0) + ORDER.index(card[0]) - 9 for card in cards)


def judge(view: dict, move: str) -> float:
    """How good the position after `move` is for us."""
    mine, other = view["trumps"]
    verb, *cards = move.split()
    if verb == "take":
        taken = view["pile"][-view["take"] :]
        return value(view["hand"] + taken, mine) - 6
    hand = [card for card in view["hand"] if card not in cards]
    pile = view["pile"] + cards
    if not hand:
        # Out: a win, unless the other's one card beats the top, which is a draw.
        draw = len(view["opponent"]) == 1 and beats(view["opponent"][0], pile[-1], other)
        return 500.0 if draw else 1000.0
    answers = [card for card in view["opponent"] if beats(card, pile[-1], other)]
    if not answers:
        taken = pile[-pick_up(pile, other) :]
        # What the other must pick up hurts him, but strong cards strengthen him too.
        return value(hand, mine) + 5 * len(taken) - 0.5 * value(taken, other)
    if len(view["opponent"]) <= 2:
        return value(hand, mine) - 400  # he beats, plays his other card and is out
    # He spends his cheapest answer; the dearer it is, the better for us.
    return value(hand, mine) + min(value([card], other) for card in answers) - 2


def choose(view: dict, seat: int, legal: list[str]) -> str:
    if view["phase"] == "choose":
        return legal[0]  # before the deal all suits are alike
    mine, other = view["trumps"][seat], view["trumps"][1 - seat]
    return max(legal, key=lambda move: judge({**view, "trumps": [mine, other]}, move))


def main() -> None:
    seat = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "game":
            seat = message["seat"]
        elif message["type"] == "move":
            move = choose(message["view"], seat, message["legal"])
            print(json.dumps({"move": move}), flush=True)
        elif message["type"] == "bye":
            break


main()
