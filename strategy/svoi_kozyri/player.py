"""The house's player of Svoi Kozyri: a search from the position, as deep as its level and clock let
it (docs/13b-svoi-kozyri-bot.md)."""

import time
from collections.abc import Sequence
from random import Random
from typing import Final

from engine.ruleset import Event, Ruleset, View
from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.evaluator import Choice, Clock
from strategy.svoi_kozyri.positions import (
    Suits,
    drawn_next,
    position_of,
    rules_of,
    suits_of,
)
from strategy.svoi_kozyri.search import PROVEN, WIN, Found, Search

# Nodes of a decision by level. They end a search at the default clock, so it can be repeated.
NODES: Final = {"medium": 192, "strong": 40_960}
_SHARE_OF_MOVE: Final = 0.7  # of the free time: the rest is for reading and answering
_SHARE_OF_BANK: Final = 0.01
_MOST_MS: Final = 350.0


class Player:
    """A seat of one game. `nodes` replaces the level's."""

    def __init__(
        self, rules: Ruleset, seat: int, level: str = "strong", nodes: int | None = None
    ) -> None:
        assert isinstance(rules, SvoiKozyri), "another game"
        self._knowledge = rules.knowledge(seat)
        self._nodes = NODES[level] if nodes is None else nodes
        self._search: Search | None = None
        self._suits: Suits | None = None

    def choose(
        self, events: Sequence[Event], view: View, legal: Sequence[str], clock: Clock
    ) -> Choice:
        """One of the legal moves."""
        until = time.process_time() + allowance_ms(clock) / 1000
        self._knowledge.hear(events, view)
        if len(legal) == 1:
            return Choice(legal[0], "the only move")
        if view["phase"] == "choose":
            return Choice(legal[0], "before the deal all suits are equal")
        state = self._knowledge.sample(Random(0))  # nothing is hidden: it is the state itself
        if self._search is None or self._suits is None:
            self._search = Search(rules_of(state.options))
            self._suits = suits_of(state)
        found = self._search.best(
            position_of(state, self._suits),
            drawn_next(state, self._suits),
            self._nodes,
            lambda: time.process_time() > until,
        )
        return Choice(self._suits.text(found.move), note(found))


def allowance_ms(clock: Clock) -> float:
    """How long a decision may take: a part of the free time, or of the bank if none is free."""
    if clock.move_ms:
        return min(_SHARE_OF_MOVE * clock.move_ms, _MOST_MS)
    return min(_SHARE_OF_BANK * clock.bank_ms, _MOST_MS)


def note(found: Found) -> str:
    """A search's result in a few words."""
    if abs(found.value) > PROVEN:
        plies = WIN - abs(found.value) + 1
        return f"{'wins' if found.value > 0 else 'loses'} in {plies} plies"
    return f"value {found.value / 100:+.1f}, {found.depth} deep, {found.nodes:,} positions"
