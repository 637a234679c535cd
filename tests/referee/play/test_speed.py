"""The referee stays as fast as it is: instructions of its thread are counted, not times."""

import pytest

from engine.rulesets import RULESETS, ruleset
from referee.play.cpu_slots import CpuSlot
from referee.play.match import play
from referee.sandbox import choose
from tests.instructions import instructions
from tests.referee.play.small_bots import match

# What CPython 3.11 takes, and a fifth more.
A_MOVE = {"kozel": 2600, "svoi-kozyri": 2500, "ecarte": 2200}


def spent_on(name: str, pairs: int) -> tuple[int, int]:
    """The instructions that a match took, and its moves."""
    to_play = match(ruleset=ruleset(name), pairs=pairs)
    spent, played = instructions(lambda: play(to_play, choose("off"), slot=CpuSlot(0, None)))
    return spent, sum(len(game["moves"]) for game in played.record["games"])


@pytest.mark.parametrize("name", RULESETS)
def test_a_move_takes_few_instructions(name: str) -> None:
    short, few = spent_on(name, pairs=1)
    long, many = spent_on(name, pairs=2)
    # The difference is without what the start and the end of a match take.
    assert (long - short) / (many - few) < A_MOVE[name]
