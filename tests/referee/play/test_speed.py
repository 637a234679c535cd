"""The referee does not become slower: counts the instructions of its thread, not time."""

import pytest

from engine.rulesets import RULESETS, ruleset
from referee.play.cpu_slots import CpuSlot
from referee.play.match import play
from referee.sandbox import choose
from tests.instructions import instructions
from tests.referee.play.small_bots import match

# The instructions per move with CPython 3.11, plus a fifth.
A_MOVE = {"kozel": 2600, "svoi-kozyri": 2500, "ecarte": 2200}


def spent_on(name: str, pairs: int) -> tuple[int, int]:
    """The instructions that a match took, and its number of moves."""
    to_play = match(ruleset=ruleset(name), pairs=pairs)
    spent, played = instructions(lambda: play(to_play, choose("off"), slot=CpuSlot(0, None)))
    return spent, sum(len(game["moves"]) for game in played.record["games"])


@pytest.mark.parametrize("name", RULESETS)
def test_a_move_takes_few_instructions(name: str) -> None:
    short, few = spent_on(name, pairs=1)
    long, many = spent_on(name, pairs=2)
    # The difference excludes the start and the end of a match.
    assert (long - short) / (many - few) < A_MOVE[name]
