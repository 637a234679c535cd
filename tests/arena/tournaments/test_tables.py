"""The tables of an event: crosstables of groups, and the boxes of a bracket."""

from collections.abc import Callable
from typing import Any

from arena.tournaments.results import Results, ShownEntry, tables
from referee.tournaments.format import Format
from referee.tournaments.simulation import simulate
from referee.tournaments.systems import SYSTEMS


def shown(system: str, score: Callable[..., Any], **settings: Any) -> Results:
    """The tables of a simulated event of four entries."""
    format = Format(system=SYSTEMS[system], **settings)
    event = simulate(format, 4, 4, score)
    return tables(format, event, [ShownEntry(number, f"bot-{number}") for number in range(1, 5)])


def second_wins(pairing: Any, games: int) -> tuple[float, float]:
    return 1.0, 3.0


def test_the_crosstable_of_a_group_leaves_out_the_bracket() -> None:
    def score(pairing: Any, games: int) -> tuple[float, float]:
        # Entries 0 and 3 are in one group, and meet again in the final.
        both = (pairing.first, pairing.second)
        ahead = 0 if 0 in both else 3 if 3 in both else 1
        return (3.0, 1.0) if pairing.first == ahead else (1.0, 3.0)

    found = shown("groups", score, groups=2, qualifiers=2)
    final = found.bracket[0].levels[-1].boxes[0]
    assert {side.entry.name for side in final.sides if side.entry} == {"bot-1", "bot-4"}
    first, second = found.groups[0]
    assert {first.entry.name, second.entry.name} == {"bot-1", "bot-4"}
    cells = first.cells[1]
    assert cells is not None and [cell.round for cell in cells] == [1]


def test_the_winner_of_a_box_has_the_higher_score() -> None:
    found = shown("single-elimination", second_wins)
    for level in found.bracket[0].levels:
        for box in level.boxes:
            assert [(side.scores, side.won) for side in box.sides] == [
                ([1.0], False),
                ([3.0], True),
            ]


def test_a_second_grand_final_that_is_not_needed_is_not_shown() -> None:
    def score(pairing: Any, games: int) -> tuple[float, float]:
        return (3.0, 1.0) if pairing.first < pairing.second else (1.0, 3.0)

    first, second = shown("double-elimination", score).bracket[-1].levels
    assert (first.boxes[0].empty, second.boxes[0].empty) == (False, True)
    # Of the grand final, the second is the winner of the losers' part.
    first, second = shown("double-elimination", second_wins).bracket[-1].levels
    assert (first.boxes[0].empty, second.boxes[0].empty) == (False, False)
