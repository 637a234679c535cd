"""The decisions of a game that the statistics count, and what they paid.

A game may have a module ``questions`` with QUESTIONS in its package.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from arena.games.game import Text, package
from engine.record import game_seed, ruleset_of


class Decision(NamedTuple):
    """A player's choice with a kind of hand, and what it paid.

    `question`, `hand` and `choice` are keys of a Question and of its `hands` and `choices`.
    """

    question: str
    hand: str
    choice: str
    seat: int
    payoff: float


@dataclass(frozen=True)
class Question:
    """`hands` and `choices` are labels by key, in the order in which they are shown.

    `payoff` says in words what was counted, for example "points of the deal". `low` and `high` are
    the ends of the chart's axis; what pays nothing pays `even`.
    """

    key: str
    title: Text
    hands_label: Text
    hands: Mapping[str, Text]
    choices: Mapping[str, Text]
    payoff: Text
    low: float
    high: float
    even: float = 0.0


# A turn: the game's state before the move, and the move. At the end: the final state and None.
Turn = tuple[Any, Any]


@dataclass(frozen=True)
class Questions:
    """The questions of a game, and the function that finds their decisions in a game's turns.

    It gets the same state each time, and it changes: what it needs later it must copy.
    """

    questions: tuple[Question, ...]
    decisions: Callable[[Iterator[Turn]], Iterator[Decision]]

    def find(self, key: str) -> Question:
        """Raises KeyError."""
        return {question.key: question for question in self.questions}[key]


@cache
def questions_of(ruleset: str) -> Questions | None:
    """The questions of a ruleset; None if its game has none."""
    module = f"arena.games.{package(ruleset)}.questions"
    if find_spec(module) is None:
        return None
    questions: Questions = import_module(module).QUESTIONS
    return questions


def turns(record: Mapping[str, Any], game: int) -> Iterator[Turn]:
    """The turns of a game of a record, from 0, and the end if all of its moves were played.

    The record must be verified, as those of the arena are.
    """
    state = ruleset_of(record).start(game_seed(record, game))
    for text in record["games"][game]["moves"]:
        move = state.parse(text)
        yield state, move
        state.play(move)
    if state.seat is None:
        yield state, None
