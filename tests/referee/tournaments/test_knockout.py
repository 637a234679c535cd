"""The state of a bracket: how a match is decided, and how far each entry has got."""

from dataclasses import replace

import pytest

from referee.tournaments.bracket import Part, bracket
from referee.tournaments.decisions import Decision, Why, decide
from referee.tournaments.event import Event, EventPairing, Outcome
from referee.tournaments.format import Format
from referee.tournaments.knockout import Knockout
from referee.tournaments.progress import progress
from referee.tournaments.simulation import favourites, simulate
from referee.tournaments.systems import SYSTEMS

SINGLE, DOUBLE = SYSTEMS["single-elimination"], SYSTEMS["double-elimination"]


def met(scores=None, outcome=Outcome.MATCH, tiebreak=0):
    """A pairing of the seeds 3 and 1."""
    return EventPairing(1, 1, 3, 1, outcome, scores, tiebreak)


@pytest.mark.parametrize(
    ("pairings", "decision"),
    [
        ([met()], None),
        ([met((3, 1))], Decision(3, 1, Why.SCORE)),
        ([met((1, 3))], Decision(1, 3, Why.SCORE)),
        ([met((0, 0))], Decision(None, None, Why.BOTH_LOST)),
        ([met((2, 2))], None),
        ([met((2, 2)), met((1, 1), tiebreak=1)], None),
        ([met((2, 2)), met((0.5, 1.5), tiebreak=1)], Decision(1, 3, Why.TIEBREAK)),
        ([met((2, 2)), met((1, 1), tiebreak=1), met((1, 1), tiebreak=2)], Decision(1, 3, Why.SEED)),
        ([met(outcome=Outcome.FIRST_FORFEITS)], Decision(1, 3, Why.FORFEIT)),
        ([met(outcome=Outcome.SECOND_FORFEITS)], Decision(3, 1, Why.FORFEIT)),
        ([met(outcome=Outcome.BOTH_FORFEIT)], Decision(None, None, Why.BOTH_LOST)),
        ([met(outcome=Outcome.VOID)], Decision(1, 3, Why.VOID)),
        ([EventPairing(1, 1, 3, None, Outcome.BYE)], Decision(3, None, Why.BYE)),
    ],
)
def test_a_match_is_decided_by_its_last_pairing(pairings, decision):
    assert decide(pairings, tiebreak_pairs=2) == decision


def knockout(n, **drawing):
    nodes = bracket(n, **{"double": False, "third_place": False, "reset": False} | drawing)
    return Knockout(nodes, range(n), 0)


def final_of(event, scores):
    """The event with its last pairing, the grand final, scored like this."""
    *others, final = event.pairings
    return replace(event, pairings=(*others, replace(final, scores=scores)))


def test_a_second_grand_final_is_not_needed_after_one_that_both_lost():
    format = Format(system=DOUBLE)
    event = final_of(simulate(format, 4, 4, favourites), (0.0, 0.0))
    states = knockout(4, double=True, reset=True).states(event)
    reset = next(state for state in states if state.node.part == Part.RESET)
    assert reset.decision == Decision(0, 1, Why.NOT_NEEDED)
    assert format.next_step(event).finished
    assert [row.line.entry for row in format.rank(event).rows] == [0, 1, 2, 3]


def test_a_second_grand_final_waits_for_the_first():
    event = final_of(simulate(Format(system=DOUBLE), 4, 4, favourites), None)
    bracket = knockout(4, double=True, reset=True)
    states = bracket.states(event)
    reset = next(state for state in states if state.node.part == Part.RESET)
    assert (reset.known, reset.decision, reset.due) == (False, None, False)
    assert bracket.next_step(event).pairings == ()


def test_entries_that_are_still_in_are_ahead_of_those_that_are_out():
    format = Format(system=SINGLE)
    event = Event.of(4, 4)
    first, second = format.next_step(event).pairings
    event = event.followed_by([replace(first, scores=(1.0, 3.0)), second])
    states = knockout(4).states(event)
    assert progress(states, range(4)) == {0: 1, 1: 3, 2: 3, 3: 3}
    assert [row.line.entry for row in format.rank(event).rows] == [1, 2, 3, 0]


def test_the_winner_of_the_match_for_the_third_place_is_third_even_as_the_worse_seed():
    format = Format(system=SINGLE, third_place=True)

    event = simulate(format, 4, 4, lambda pairing, games: (3.0, 1.0))
    assert [(one.first, one.second) for one in event.of_round(2)] == [(0, 1), (3, 2)]
    rows = format.rank(event).rows
    assert [row.line.entry for row in rows] == [0, 1, 3, 2]
    assert rows[3].rule == "knockout"
    states = knockout(4, third_place=True).states(event)
    assert progress(states, range(4)) == {0: 3, 1: 2, 3: 1.5, 2: 1}
