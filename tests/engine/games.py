"""Random games of every ruleset with every option, for the tests of what they have in common."""

import importlib
import importlib.util
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.options import Option, Value
from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, VARIANTS, ruleset

CARD = re.compile(r"\b[6-9TJQKA][CDHS]\b")
Configuration = tuple[str, dict[str, Value]]


def tried(option: Option) -> list[Value]:
    """The values of an option that are tried alone: all but the default, and one of a range."""
    if isinstance(option.values, range):
        values = [value for value in option.values[:12] if value != option.default]
        return values[-1:]
    return [value for value in option.values if value != option.default]


def configurations() -> Iterator[Configuration]:
    """Each ruleset with its defaults, with each other value of an option, and with random ones."""
    for name, kind in RULESETS.items():
        yield name, {}
        for option, takes in kind.OPTIONS.items():
            for value in tried(takes):
                yield name, {option: value}
        choose = random.Random(name).choice
        for _ in range(2 if kind.OPTIONS else 0):
            yield name, {key: choose(option.values[:12]) for key, option in kind.OPTIONS.items()}
    for variant in VARIANTS:
        yield variant, {}


CONFIGURATIONS = list(configurations())


def described(configuration: Configuration) -> str:
    name, options = configuration
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def every_ruleset(test: Any) -> Any:
    """Runs a test with each configuration, as a Ruleset called `rules`."""
    mark = pytest.mark.parametrize(
        "rules", [ruleset(*case) for case in CONFIGURATIONS], ids=map(described, CONFIGURATIONS)
    )
    return mark(test)


def cards_in(value: Any) -> list[str]:
    """The cards that a view or an event names."""
    return CARD.findall(json.dumps(value))


def start(rules: Ruleset, number: int) -> State[Any]:
    """The start of game `number`. Those with an odd number begin in the phase that is the rarest of
    many starts: in Kozel, with a molodka dealt."""
    return _started(rules, number).copy()


@cache
def _started(rules: Ruleset, number: int) -> State[Any]:
    rng = random.Random(number)
    if number % 2 == 0:
        return rules.start(rng.randbytes(32))
    starts = [rules.start(rng.randbytes(32)) for _ in range(100)]
    phases = [state.view(None)["phase"] for state in starts]
    rarest = min(phases, key=Counter(phases).__getitem__)
    return starts[phases.index(rarest)]


def played(state: State[Any], number: int) -> Iterator[tuple[State[Any], Any]]:
    """Plays `state` out at random: yields the state (it changes) and the move about to be made."""
    choose = random.Random(number).choice
    while state.seat is not None:
        move = choose(state.legal())
        yield state, move
        state.play(move)


def states(rules: Ruleset, number: int, every: int = 1) -> Iterator[State[Any]]:
    """The states of a random game, each a copy, one in `every` of them, and always the last."""
    state = start(rules, number)
    for turn, _ in enumerate(played(state, number)):
        if turn % every == 0:
            yield state.copy()
    yield state


def deal_hidden_again(
    rules: Ruleset, state: State[Any], seat: int, rng: random.Random
) -> State[Any]:
    """A state that `seat`, or the SPECTATOR, must not be able to tell from this one.

    The game's own module ``hidden.py`` makes it. A game without one hides nothing.
    """
    name = type(rules).__module__.rpartition(".")[0] + ".hidden"
    if importlib.util.find_spec(name) is None:
        return state.copy()
    again = importlib.import_module(name).deal_hidden_again
    return rules.position(again(state.position(), seat, rng))


def play_out(state: State[Any], number: int) -> State[Any]:
    for _ in played(state, number):
        pass
    return state


def moves_of(rules: Ruleset, seed: bytes, number: int) -> tuple[list[str], State[Any]]:
    """The texts of a random game's moves, and its end."""
    state = rules.start(seed)
    return [state.text(move) for _, move in played(state, number)], state
