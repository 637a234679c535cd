"""Plays Svoi Kozyri: looks at both hands, and leaves cards that the opponent cannot beat."""

import json
import sys

ORDER = "6789TJQKA"


def beats(card: str, top: str, trump: str) -> bool:
    if card[1] == top[1]:
        return ORDER.index(card[0]) > ORDER.index(top[0])
    return card[1] == trump


def pick_up(pile: list[str], trump: str) -> int:
    """The number of cards that a player with this trump suit takes from the pile."""
    top = pile[-1]
    if top[1] != trump:
        return min(3, len(pile))
    return len(pile) if top[0] == "A" else min(5, len(pile))


def value(cards: list[str], trump: str) -> float:
    """The value of a hand to its holder: few cards, high cards, own trumps."""
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
        # No cards left: a win, or a draw if the opponent's only card beats the top.
        draw = len(view["opponent"]) == 1 and beats(view["opponent"][0], pile[-1], other)
        return 500.0 if draw else 1000.0
    answers = [card for card in view["opponent"] if beats(card, pile[-1], other)]
    if not answers:
        taken = pile[-pick_up(pile, other) :]
        # Picking up cards is bad for the opponent, but strong cards also help.
        return value(hand, mine) + 5 * len(taken) - 0.5 * value(taken, other)
    if len(view["opponent"]) <= 2:
        return value(hand, mine) - 400  # the opponent beats, plays the other card and has none left
    # The opponent spends the cheapest answer; the more it costs, the better for us.
    return value(hand, mine) + min(value([card], other) for card in answers) - 2


def choose(view: dict, seat: int, legal: list[str]) -> str:
    if view["phase"] == "choose":
        return legal[0]  # before the deal all suits are equal
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
