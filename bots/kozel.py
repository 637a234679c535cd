"""Plays Kozel carefully: feeds its partner, saves tens and aces, spends trumps when it pays."""

import json
import sys

ORDER = "6789JQKTA"
POINTS = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


def points(cards: list[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in cards)


def strength(card: str, trump: str) -> int:
    """0 to 8 by rank, and 9 more for a trump."""
    return ORDER.index(card[0]) + (9 if card[1] == trump else 0)


def cost(cards: list[str], trump: str) -> float:
    """The cost of giving these cards away: their ranks, their points, and most of all trumps."""
    return sum(
        strength(card, trump) + POINTS.get(card[0], 0) + (8 if card[1] == trump else 0)
        for card in cards
    )


def split(legal: list[str]) -> dict[str, list[list[str]]]:
    """The legal moves by verb: {"beat": [["9S", "KS"], …], "drop": […]}."""
    moves: dict[str, list[list[str]]] = {}
    for move in legal:
        verb, *cards = move.split()
        moves.setdefault(verb, []).append(cards)
    return moves


class Player:
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def choose(self, view: dict, legal: list[str]) -> tuple[str, str]:
        """A legal move, and a short note with the reason."""
        if "molodka" in legal:
            return "molodka", "four of a suit are rarely beaten"
        if len(legal) == 1:
            return legal[0], ""
        moves = split(legal)
        if "lead" in moves:
            return self.lead(view, moves["lead"])
        return self.reply(view, moves)

    def unseen(self, view: dict) -> set[str]:
        """The cards that others may still hold: neither in our hand nor played face up."""
        known = set(view["hand"]) | set(view["dropped"]).union(*view["taken"])
        for play in view["table"]:
            known |= set(play.get("lead", [])) | set(play.get("beat", []))
        return {rank + suit for suit in "CDHS" for rank in ORDER} - known

    def lead(self, view: dict, leads: list[list[str]]) -> tuple[str, str]:
        """Leads the set that is hardest to beat, without giving away points."""
        trump, unseen = view["trump"], self.unseen(view)
        trumps_out = sum(card[1] == trump for card in unseen)

        def worth(cards: list[str]) -> float:
            # Roughly the chance that the set is not beaten. Higher unseen cards of a suit are
            # holes, and so are unseen trumps for every plain card.
            holes = 0.0
            for card in cards:
                higher = sum(
                    other[1] == card[1] and ORDER.index(other[0]) > ORDER.index(card[0])
                    for other in unseen
                )
                holes += 0.30 * min(higher, 4)
                if card[1] != trump:
                    holes += 0.10 * min(trumps_out, 6)
            # Every card of the set must be beaten by another: many cards are safer than one.
            lost = min(0.95, holes / len(cards) ** 1.7)
            taken = 4.0 * len(cards)
            gain = (1 - lost) * (taken + points(cards)) - lost * (taken + points(cards))
            return gain - 0.35 * cost(cards, trump)

        best = max(leads, key=lambda cards: (worth(cards), cards))
        return " ".join(["lead", *best]), "hard to beat" if len(best) > 1 else "a cheap lead"

    def reply(self, view: dict, moves: dict[str, list[list[str]]]) -> tuple[str, str]:
        trump = view["trump"]
        table = view["table"]
        last = len(table) == 3
        ours = view["best"]["seat"] % 2 == self.seat % 2
        at_stake = sum(
            points(play.get("lead", play.get("beat", []))) or 3 * play.get("drop", 0)
            for play in table
        )
        cheapest = min(moves["drop"], key=lambda cards: (points(cards), cost(cards, trump)))

        if ours:
            safe = last or all(strength(card, trump) >= 8 for card in view["best"]["cards"])
            if safe:
                # Points for the partner that are neither trumps nor sure tricks.
                fattest = max(
                    moves["drop"], key=lambda cards: points(cards) - 0.8 * self.keep(cards, trump)
                )
                return " ".join(["drop", *fattest]), "points for my partner"
            return " ".join(["drop", *cheapest]), "my partner holds the trick"

        if "beat" in moves:
            beater = min(moves["beat"], key=lambda cards: cost(cards, trump))
            gain = at_stake + points(beater) + 4 * len(beater)
            price = 0.55 * cost(beater, trump) - 1.5 * points(cheapest)
            # A later player may beat it again; the last one to play takes the trick for sure.
            if gain * (1.0 if last else 0.75) >= price:
                return " ".join(["beat", *beater]), f"{at_stake} points on the table"
        return " ".join(["drop", *cheapest]), "not worth it"

    def keep(self, cards: list[str], trump: str) -> float:
        """What these cards may win later."""
        return sum((6 if card[1] == trump else 0) + (4 if card[0] == "A" else 0) for card in cards)


def main() -> None:
    player = Player(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "game":
            player = Player(message["seat"])
        elif message["type"] == "move":
            move, note = player.choose(message["view"], message["legal"])
            print(json.dumps({"move": move, "note": note}), flush=True)
        elif message["type"] == "bye":
            break


main()
