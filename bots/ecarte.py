"""Plays Écarté: stands on strong hands, exchanges weak ones and always announces the king."""

import json
import sys

ORDER = "789TAJQK"  # the ace ranks below the jack
STAND = 9.5  # the non-dealer plays a hand of at least this strength
REFUSE = 11.0  # the dealer refuses an exchange with at least this strength


def rank(card: str) -> int:
    return ORDER.index(card[0])


def worth(card: str, trump: str) -> float:
    """Roughly how many quarter tricks a card makes."""
    if card[1] == trump:
        return 2.5 + 0.35 * rank(card)
    return (0.0, 0.0, 0.0, 0.1, 0.3, 0.8, 1.5, 2.6)[rank(card)]


def strength(hand: list[str], trump: str) -> float:
    return sum(worth(card, trump) for card in hand)


def discards(hand: list[str], trump: str, most: int) -> list[str]:
    """The cards to exchange: all but trumps, kings and guarded queens, weakest first."""
    suits = [card[1] for card in hand]

    def keeps(card: str) -> bool:
        guarded = card[0] == "Q" and suits.count(card[1]) > 1
        return card[1] == trump or card[0] == "K" or guarded

    weak = sorted((card for card in hand if not keeps(card)), key=lambda card: worth(card, trump))
    return weak[:most]


def card_to_play(view: dict, cards: list[str]) -> str:
    trump = view["trump"]
    hand = view["hand"]
    if view["led"] is None:
        trumps = sorted((card for card in cards if card[1] == trump), key=rank)
        if len(trumps) >= 3 or (trumps and trumps[-1][0] == "K" and len(trumps) == 2):
            return trumps[-1]  # draw the opponent's trumps
        plain = [card for card in cards if card[1] != trump]
        if not plain:
            return trumps[-1]
        # The highest card of the longest suit, so that the opponent must trump or lose.
        return max(plain, key=lambda card: (worth(card, trump) + 0.4 * length(hand, card), card))
    led = view["led"]
    wins = [
        card
        for card in cards
        if (card[1] == led[1] and rank(card) > rank(led)) or (card[1] == trump != led[1])
    ]
    if wins:
        return min(wins, key=lambda card: worth(card, trump))
    return min(cards, key=lambda card: (card[1] == trump, worth(card, trump)))


def length(hand: list[str], card: str) -> int:
    return sum(other[1] == card[1] for other in hand)


def discard(hand: list[str], trump: str, legal: list[str]) -> str:
    """The legal discard of the unwanted cards, or of the weakest card if one must be discarded."""
    most = max(len(move.split()) - 1 for move in legal)
    wish = discards(hand, trump, most)
    if not wish and "discard" not in legal:
        wish = [min(hand, key=lambda card: worth(card, trump))]
    for move in legal:
        if set(move.split()[1:]) == set(wish):
            return move
    return legal[0]


def choose(view: dict, legal: list[str]) -> str:
    hand, trump = view["hand"], view["trump"]
    if len(legal) == 1:
        return legal[0]
    if view["phase"] == "propose":
        return "stand" if strength(hand, trump) >= STAND else "propose"
    if view["phase"] == "respond":
        return "refuse" if strength(hand, trump) >= REFUSE else "accept"
    if view["phase"] == "discard":
        return discard(hand, trump, legal)
    cards = sorted({move.split()[1] for move in legal})
    move = f"card {card_to_play(view, cards)}"
    announced = f"{move} king"
    return announced if announced in legal else move


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "move":
            print(json.dumps({"move": choose(message["view"], message["legal"])}), flush=True)
        elif message["type"] == "bye":
            break


main()
