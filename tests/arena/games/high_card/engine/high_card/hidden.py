"""What a seat cannot see of High Card, dealt again: the other hand and the stock."""

from dataclasses import replace
from random import Random

from engine.high_card import notation


def deal_hidden_again(text: str, seat: int, random: Random) -> str:
    """A position text that `seat`, or the SPECTATOR, sees like `text`."""
    position = notation.read(text)
    hands = list(position.hands)
    others = [other for other in (0, 1) if other != seat]
    deck = [*position.stock, *(card for other in others for card in hands[other])]
    random.shuffle(deck)
    for other in others:
        hands[other] = tuple(sorted(deck.pop() for _ in hands[other]))
    return notation.write(replace(position, hands=(hands[0], hands[1]), stock=tuple(deck)))
