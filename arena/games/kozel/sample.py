"""A deal of Kozel that shows what matters: a molodka, drops, and sets that beat sets."""

from typing import Any

from arena.games.game import Sample
from engine.cards import parse_card
from engine.kozel.moves import RANKING
from engine.kozel.scoring import POINTS
from engine.ruleset import State


def choose(state: State[Any], legal: list[str]) -> str:
    """Leads many cards, beats as cheaply as it can, and gives points to a winning partner."""
    view = state.view(state.seat)

    def cost(text: str) -> tuple[int, ...]:
        verb, *cards = text.split(" ")
        if verb in ("molodka", "pass"):
            return (verb == "pass",)
        strength = sum(RANKING.index(card[0]) + 9 * (card[1] == view["trump"]) for card in cards)
        points = sum(POINTS[parse_card(card)] for card in cards)
        partner = verb != "lead" and (view["best"]["seat"] - (state.seat or 0)) % 2 == 0
        if verb == "lead":
            return (-len(cards), strength)
        if verb == "drop":
            return (0 if partner else 1, -points if partner else points, strength)
        return (1 if partner else 0, strength)

    return min(legal, key=cost)


SAMPLE = Sample(seed="kozel 297", choose=choose, request_after=6)
