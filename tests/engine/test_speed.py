"""The engine stays as fast as it is: instructions are counted, for times tell of the machine.

The limits are what CPython 3.11 takes and a fifth more, which covers the other versions too.
bench/README.md says what an instruction is worth.
"""

import random
from collections.abc import Callable

import pytest

from engine.ruleset import State
from engine.rulesets import ruleset
from tests.instructions import instructions

A_MOVE = {"kozel": 430, "svoi-kozyri": 265, "ecarte": 330}
A_VIEW = {"kozel": 625, "svoi-kozyri": 545, "ecarte": 238}


def random_moves(
    name: str, options: dict[str, object], games: int, each: Callable[[State], object]
) -> int:
    """Plays so many games at random, with `each` done before every move; how many moves."""
    moves = 0
    choose = random.Random(1).random
    for game in range(games):
        state = ruleset(name, options).start(game.to_bytes(32, "big"))
        while state.seat is not None:
            each(state)
            legal = state.legal()
            state.play(legal[int(choose() * len(legal))])
            moves += 1
    return moves


def nothing(state: State) -> None:
    pass


@pytest.mark.parametrize("name", A_MOVE)
def test_a_move_takes_few_instructions(name: str) -> None:
    random_moves(name, {}, 5, nothing)  # for some tables are filled as they are needed
    spent, moves = instructions(lambda: random_moves(name, {}, 5, nothing))
    assert spent / moves < A_MOVE[name]


@pytest.mark.parametrize("name", A_VIEW)
def test_a_view_takes_few_instructions(name: str) -> None:
    without, moves = instructions(lambda: random_moves(name, {}, 3, nothing))
    with_views, _ = instructions(
        lambda: random_moves(name, {}, 3, lambda state: state.view(state.seat))
    )
    assert (with_views - without) / moves < A_VIEW[name]


def test_a_move_late_in_a_long_game_takes_no_more_than_an_early_one() -> None:
    state = ruleset("kozel", {"limit": 100, "max_deals": 1000}).start(bytes(32))
    choose = random.Random(1).random

    def some_moves() -> None:
        for _ in range(300):
            legal = state.legal()
            state.play(legal[int(choose() * len(legal))])

    early, _ = instructions(some_moves)
    middle, _ = instructions(some_moves)
    late, _ = instructions(some_moves)
    assert max(middle, late) < 1.2 * early
