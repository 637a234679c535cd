"""Positions of small decks, and random ones of whole games."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from engine.svoi_kozyri.ruleset import SvoiKozyri


def small_deals(ranks: str) -> Iterator[str]:
    """All deals of the cards of these ranks, half of them to each seat; seat 0 leads."""
    deck = [rank + suit for suit in "CDHS" for rank in ranks]
    for hand in combinations(deck, len(deck) // 2):
        other = [card for card in deck if card not in hand]
        yield f"hands={''.join(hand)}/{''.join(other)} trumps=S/H"


def random_state(rules: SvoiKozyri, random: Random, plies: int) -> Any:
    """A state after random moves, in which the seat to act has a choice."""
    while True:
        state = rules.start(random.randbytes(32))
        for _ in range(plies):
            if state.seat is not None:
                state.play(random.choice(list(state.legal())))
        while state.seat is not None and len(state.legal()) == 1:
            state.play(state.legal()[0])
        if state.seat is not None:
            return state
