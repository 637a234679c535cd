"""What the search of every game offers: a player, and the scores of the moves at a decision."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.ruleset import Event, State, View


class Choice(NamedTuple):
    """A move as the protocol writes it, and a short note with the reason; the note may be empty."""

    move: str
    note: str


class Clock(NamedTuple):
    """The time of one decision, in ms: `move_ms` is free, `bank_ms` is left for the game."""

    move_ms: float
    bank_ms: float


class Player(Protocol):
    """One seat of one game, played from what the protocol tells it."""

    def choose(
        self, events: Sequence[Event], view: View, legal: Sequence[str], clock: Clock
    ) -> Choice:
        """One of the legal moves. `events` are those since the last call, `view` is complete."""


class Evaluator(Protocol):
    """Scores the moves of a decision from what its seat could know.

    `version` changes whenever the scores of the same decision and generator do.
    """

    version: str

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        """By sample and by action: the expected score of the seat's side in this game, 0 to 1.

        `knowledge`: what the seat knows (`Ruleset.knowledge`), `actions`: legal ones, two or more.
        A sample is one way in which the hidden cards may lie, the same for all actions. A game that
        hides nothing gives one row.
        """


@runtime_checkable
class OpenEvaluator(Protocol):
    """An evaluator of a game with hidden cards that can also score moves with all cards open."""

    def open_scores(
        self,
        knowledge: Any,
        state: State[Any],
        actions: Sequence[int],
        samples: int,
        random: Random,
    ) -> list[list[float]]:
        """As `Evaluator.scores`, but with the cards where they lie in `state`, and no samples of
        them. What is shown as luck comes from it. The rows differ only if the evaluator plays on
        at random.
        """
