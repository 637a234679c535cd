"""A game of Svoi Kozyri with several pick-ups."""

from typing import Any

from arena.games.game import Sample
from engine.cards import RANKS
from engine.ruleset import State


def choose(state: State[Any], legal: list[str]) -> str:
    """Keeps trumps and high cards: beats with the lowest card, and adds the lowest."""
    trump = state.view(state.seat)["trumps"][state.seat or 0]

    def cost(text: str) -> int:
        return sum(RANKS.index(card[0]) + 12 * (card[1] == trump) for card in text.split(" ")[1:])

    return min(legal, key=cost)


SAMPLE = Sample(seed="svoi-kozyri 251", choose=choose, request_after=9)
