"""A deal of Écarté with an exchange, a refusal and an announced king."""

from typing import Any

from arena.games.game import Sample
from engine.ecarte.moves import RANKING
from engine.ruleset import State


def choose(state: State[Any], legal: list[str]) -> str:
    """Exchanges weak hands and keeps their strong cards, leads high and wins cheaply."""
    view = state.view(state.seat)
    trump: str = view["trump"]

    def worth(card: str) -> int:
        return RANKING.index(card[0]) + 8 * (card[1] == trump)

    strength = sum(worth(card) for card in view["hand"])
    if "propose" in legal:
        return "stand" if strength > 32 or view["proposals"] > 1 else "propose"
    if "accept" in legal:
        return "refuse" if strength > 36 else "accept"

    def cost(text: str) -> tuple[int, ...]:
        verb, *cards = text.split(" ")
        values = [worth(card) for card in cards if len(card) == 2]
        if verb == "discard":
            # Everything that is neither a trump nor a court card.
            return (sum(value - 5 for value in values),)
        announced = 0 if text.endswith(" king") else 1
        return (announced, -values[0] if view["led"] is None else values[0])

    return min(legal, key=cost)


SAMPLE = Sample(seed="ecarte 314", choose=choose, request_after=7)
