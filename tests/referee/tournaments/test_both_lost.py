"""Matches of a bracket that both lose, 0–0 by faults in every game: who goes on, who wins."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.bracket import Part
from referee.tournaments.decisions import Why
from referee.tournaments.format import Format
from referee.tournaments.progress import title
from referee.tournaments.scoring import points_of
from referee.tournaments.simulation import simulate
from referee.tournaments.systems import SYSTEMS

SINGLE, DOUBLE = SYSTEMS["single-elimination"], SYSTEMS["double-elimination"]


def played(format, n, *lost_by_both, favourite=min):
    """An event in which the matches named here end 0–0, each as (round, first entry, second entry);
    `favourite` of the two wins any other."""

    def score(pairing, games):
        met = {pairing.first, pairing.second}
        if any(pairing.round == round and met == {*both} for round, *both in lost_by_both):
            return 0.0, 0.0
        return (3.0, 1.0) if favourite(met) == pairing.first else (1.0, 3.0)

    return simulate(format, n, 4, score)


def places(format, event):
    return [row.line.entry for row in format.rank(event).rows]


def of_part(format, event, part):
    return next(state for state in format.rank(event).nodes if state.node.part == part)


def rounds_of(event, entry):
    """The rounds in which the entry met another one."""
    return [
        one.round
        for one in event.pairings
        if one.second is not None and entry in (one.first, one.second)
    ]


def defeats(event):
    """How many matches each entry has lost; a match that both lost counts for both."""
    lost = Counter()
    for pairing in event.pairings:
        if pairing.second is not None:
            both = zip((pairing.first, pairing.second), points_of(pairing), strict=True)
            lost.update(entry for entry, points in both if points == 0)
    return lost


@pytest.mark.parametrize("reset", [True, False])
def test_of_a_grand_final_that_both_lost_the_undefeated_entry_is_champion(reset):
    """It is the worse seed here, and has one defeat; the other one has two."""
    format = Format(system=DOUBLE, reset=reset)
    event = played(format, 4, (4, 3, 2), favourite=max)
    grand = of_part(format, event, Part.FINAL)
    assert (grand.first, grand.second) == (3, 2)
    assert (grand.decision.winner, grand.decision.why) == (3, Why.FEWER_DEFEATS)
    assert event.rounds == 4, "a second grand final is not needed"
    rows = format.rank(event).rows
    assert [row.line.entry for row in rows[:2]] == [3, 2]
    assert rows[1].rule == "fewer_defeats"


def test_of_a_second_grand_final_that_both_lost_the_better_seed_is_champion():
    format = Format(system=DOUBLE)
    event = simulate(format, 4, 4, score_of_upset)
    second = of_part(format, event, Part.RESET)
    assert (second.decision.winner, second.decision.why) == (0, Why.BETTER_SEED)
    rows = format.rank(event).rows
    assert ([row.line.entry for row in rows[:2]], rows[1].rule) == ([0, 1], "entry")


def score_of_upset(pairing, games):
    """The better seed wins, but loses the grand final; both lose the second one."""
    if pairing.round == 5:
        return 0.0, 0.0
    better_wins = pairing.round != 4
    return (3.0, 1.0) if (pairing.first < pairing.second) == better_wins else (1.0, 3.0)


def test_both_losers_of_a_winners_match_drop_to_the_losers_part():
    format = Format(system=DOUBLE)
    event = played(format, 8, (1, 0, 7))
    assert rounds_of(event, 7)[1:], "the worse seed goes on"
    assert rounds_of(event, 0)[1:], "the better seed goes on"
    assert defeats(event)[7] == 2
    (state,) = [one for one in format.rank(event).nodes if {one.first, one.second} == {0, 7}]
    assert state.decision.why == Why.BOTH_DROP


def test_an_entry_that_lost_such_a_match_can_still_win():
    format = Format(system=DOUBLE)
    event = played(format, 8, (1, 0, 7))
    assert places(format, event)[0] == 0
    assert defeats(event)[0] == 1


@pytest.mark.parametrize("winner", [0, 1])
def test_if_both_lose_the_last_winners_match_the_grand_final_is_between_two_beaten_once(winner):
    format = Format(system=DOUBLE)

    def wins(met):
        return winner if met == {0, 1} else min(met)

    event = played(format, 4, (2, 0, 1), favourite=wins)
    grand = of_part(format, event, Part.FINAL)
    assert {grand.first, grand.second} == {0, 1}
    assert grand.decision.winner == winner
    assert of_part(format, event, Part.RESET).decision.why == Why.NOT_NEEDED
    assert defeats(event) == {winner: 1, 1 - winner: 2, 2: 2, 3: 2}


def test_two_entries_that_both_lose_their_first_match_meet_again():
    format = Format(system=DOUBLE)
    event = played(format, 2, (1, 0, 1), favourite=max)
    assert [(one.round, one.scores) for one in event.pairings] == [(1, (0, 0)), (2, (1, 3))]
    assert places(format, event) == [1, 0]


@settings(max_examples=40, database=None)
@given(st.integers(2, 33), st.booleans(), st.randoms(use_true_random=False))
def test_in_a_double_elimination_nobody_is_out_before_the_second_defeat(n, reset, random: Random):
    format = Format(system=DOUBLE, reset=reset)
    choices = [(3.0, 1.0), (1.0, 3.0), (0.0, 0.0)]
    event = simulate(format, n, 4, lambda pairing, games: random.choice(choices))
    lost = defeats(event)
    champion, second, *others = places(format, event)
    why = title(format.rank(event).nodes).why
    assert all(lost[entry] == 2 for entry in others)
    assert lost[second] == 2 or not reset
    assert lost[champion] == (2 if why == Why.BETTER_SEED else min(lost[champion], 1))


def test_a_single_elimination_names_the_better_seed_champion_if_both_lose_the_final():
    format = Format(system=SINGLE)
    event = played(format, 4, (2, 3, 2), favourite=max)
    (last,) = [one for one in format.rank(event).nodes if one.node.round == 2]
    assert (last.decision.winner, last.decision.loser) == (2, 3)
    assert last.decision.why == Why.BETTER_SEED
    rows = format.rank(event).rows
    assert [row.line.entry for row in rows] == [2, 3, 0, 1]
    assert [row.rule for row in rows[:3]] == [None, "entry", "knockout"]


def test_if_nobody_reaches_the_final_the_best_seed_of_the_last_round_is_champion():
    format = Format(system=SINGLE)
    event = played(format, 8, (2, 4, 7), (2, 5, 6), favourite=max)
    assert title(format.rank(event).nodes).why == Why.NO_FINAL
    assert places(format, event) == [4, 5, 6, 7, 0, 1, 2, 3]


def test_after_groups_the_better_seed_of_the_bracket_is_champion():
    format = Format(system=SYSTEMS["groups"], groups=2, qualifiers=1)
    event = played(format, 6, (4, 0, 1))
    assert event.rounds == 4
    rows = format.rank(event).rows
    assert ([row.line.entry for row in rows[:2]], rows[1].rule) == ([0, 1], "entry")


@pytest.mark.parametrize("third_place", [True, False])
def test_neither_of_two_that_lost_a_semi_final_plays_for_the_third_place(third_place):
    format = Format(system=SINGLE, third_place=third_place)
    event = played(format, 4, (1, 0, 3))
    assert places(format, event)[0] == 1
    assert rounds_of(event, 0) == rounds_of(event, 3) == [1]
