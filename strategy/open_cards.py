"""Knowledge of all cards: in a game that hides nothing, and of what a deal really held."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.ruleset import Event, State, View

Weight = Callable[[State[Any]], float]


def _until_the_deals_end(state: State[Any]) -> State[Any]:
    """A copy that deals no further cards: those follow from the seed, which nobody knows."""
    copy = state.copy()
    copy.stop_at_deal = True
    return copy


class NothingHidden:
    """What a seat knows in a game that hides nothing: the state, in whatever way it goes on."""

    def __init__(self, seat: int, state: State[Any]) -> None:
        self.seat = seat
        self.view: View | None = None
        self._state = state

    def hear(self, events: Sequence[Event], view: View) -> None:
        self.view = view

    def sample(self, rng: Random, weight: Weight | None = None) -> State[Any]:
        return _until_the_deals_end(self._state)


class OpenCards:
    """Knowledge whose only possible deal is the true one; all else is what the seat knows.

    Only for what is shown as luck. `state` has all cards.
    """

    def __init__(self, knowledge: Any, state: State[Any]) -> None:
        self._knowledge = knowledge
        self._state = state

    def sample(self, rng: Random, weight: Weight | None = None, candidates: int = 1) -> State[Any]:
        return _until_the_deals_end(self._state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._knowledge, name)
