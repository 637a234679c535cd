"""The referee does not become slower: counts the instructions of its thread, not time."""

import pytest

from engine.rulesets import RULESETS, ruleset
from referee.play.cpu_slots import CpuSlot
from referee.play.match import play
from referee.sandbox import choose
from tests.instructions import instructions
from tests.referee.play.small_bots import match

# Instructions per move with CPython 3.11, plus a fifth, and the same for any other game.
A_MOVE = {"kozel": 2600, "svoi-kozyri": 2500, "ecarte": 2200}
ANOTHER_GAME = 3000
TRIES = 5  # a busy machine makes the referee stop more bots, which costs instructions


def spent_on(name: str, pairs: int) -> tuple[int, int]:
    """The instructions that a match took, and its number of moves."""
    to_play = match(ruleset=ruleset(name), pairs=pairs)
    spent, played = instructions(lambda: play(to_play, choose("off"), slot=CpuSlot(0, None)))
    return spent, sum(len(game["moves"]) for game in played.record["games"])


def instructions_per_move(name: str) -> float:
    """The difference of two matches, which excludes the start and the end of a match."""
    short, few = spent_on(name, pairs=1)
    long, many = spent_on(name, pairs=2)
    return (long - short) / (many - few)


@pytest.mark.parametrize("name", RULESETS)
def test_a_move_takes_few_instructions(name: str) -> None:
    limit = A_MOVE.get(name, ANOTHER_GAME)
    found = []
    while len(found) < TRIES and (not found or min(found) >= limit):
        found.append(instructions_per_move(name))
    assert min(found) < limit
