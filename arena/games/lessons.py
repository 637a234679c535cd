"""First steps: guided positions in which a person learns a game by playing.

A game's lesson is LESSON in its module ``lesson.py``, which is optional.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from arena.games.game import Text, package
from engine.options import Value


@dataclass(frozen=True)
class Answer:
    """A move that solves an exercise, and what to say about it.

    `then` are the moves of the others that follow at once. After them the view with all cards open
    has the values `shows`, so that the text is known to be true.
    """

    move: str
    text: Text
    then: tuple[str, ...] = ()
    shows: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Exercise:
    """One position (docs/2-rules.md, "Positions") with a task for seat 0, which is to move.

    `right` are the moves that solve it, the best first. `wrong` answers tempting legal moves, and
    `otherwise` all other legal ones. The engine answers illegal ones; `also` are verbs that may be
    tried although no legal move has them.
    """

    title: Text
    task: Text
    position: str
    right: tuple[Answer, ...]
    wrong: Mapping[str, Text] = field(default_factory=dict, hash=False)
    otherwise: Text = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """`summary` is what the person should know at the end."""

    exercises: tuple[Exercise, ...]
    summary: Text
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)


@cache
def lesson_of(ruleset: str) -> Lesson | None:
    """The lesson of a ruleset, None if its game has none."""
    module = f"arena.games.{package(ruleset)}.lesson"
    if find_spec(module) is None:
        return None
    lesson: Lesson = import_module(module).LESSON
    return lesson
