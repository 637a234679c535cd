"""Random games of every ruleset with every option, for the tests of what they have in common."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.ruleset import Ruleset, State
from engine.rulesets import ruleset

CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    ("kozel", {}),
    ("kozel", {"molodka": "own_turn"}),
    ("kozel", {"molodka": "off"}),
    ("kozel", {"trump_card": "bottom"}),
    ("kozel", {"limit": 3, "trump_card": "bottom", "molodka": "own_turn"}),
    ("kozel", {"max_deals": 2}),
    ("svoi-kozyri", {}),
    ("svoi-kozyri", {"deal": "mirror"}),
    ("svoi-kozyri", {"voluntary_take": True}),
    ("svoi-kozyri", {"trumps": "choose"}),
    ("svoi-kozyri", {"trumps": "choose", "deal": "mirror"}),
    ("svoi-kozyri", {"trumps": "fixed", "draw_rule": False}),
    ("svoi-kozyri", {"max_plies": 40}),
    ("svoi-kozyri/mirror", {"voluntary_take": True}),
    ("ecarte", {}),
    ("ecarte", {"must_trump": True}),
    ("ecarte", {"vulnerability": "classic"}),
    ("ecarte", {"vulnerability": "winner"}),
    ("ecarte", {"vulnerability": "none", "dealer_min": 1}),
    ("ecarte", {"target": 11}),
    ("ecarte/classic", {}),
]


def described(configuration: tuple[str, dict[str, Any]]) -> str:
    name, options = configuration
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def every_ruleset(test: Any) -> Any:
    """Runs a test with each configuration, as a Ruleset called `rules`."""
    mark = pytest.mark.parametrize(
        "rules", [ruleset(*case) for case in CONFIGURATIONS], ids=map(described, CONFIGURATIONS)
    )
    return mark(test)


def start(rules: Ruleset, number: int) -> State:
    """The start of game `number`; those of Kozel with an odd number begin with a molodka dealt."""
    rng = random.Random(number)
    state = rules.start(rng.randbytes(32))
    while rules.name == "kozel" and number % 2 and not molodka_dealt(state):
        state = rules.start(rng.randbytes(32))
    return state


def molodka_dealt(state: State) -> bool:
    return any(len({card[1] for card in hand}) == 1 for hand in state.view(None)["hands"])


def played(state: State, number: int) -> Iterator[tuple[State, Any]]:
    """Plays `state` out at random: the state (it changes) and the move about to be made."""
    choose = random.Random(number).choice
    while state.seat is not None:
        move = choose(state.legal())
        yield state, move
        state.play(move)


def states(rules: Ruleset, number: int, every: int = 1) -> Iterator[State]:
    """The states of a random game, each a copy, one in `every` of them, and always the last."""
    state = start(rules, number)
    for turn, _ in enumerate(played(state, number)):
        if turn % every == 0:
            yield state.copy()
    yield state


def play_out(state: State, number: int) -> State:
    for _ in played(state, number):
        pass
    return state


def moves_of(rules: Ruleset, seed: bytes, number: int) -> tuple[list[str], State]:
    """The texts of a random game's moves, and its end."""
    state = rules.start(seed)
    return [state.text(move) for _, move in played(state, number)], state
