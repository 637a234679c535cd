"""Brackets: possible pairings, byes, draws, forfeits, and that every bracket ends."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.bracket import Part, bracket, seed_order
from referee.tournaments.decisions import Why
from referee.tournaments.event import EntryStatus, Event, EventEntry, Outcome
from referee.tournaments.format import Format
from referee.tournaments.simulation import chances, favourites, simulate, simulated_steps
from referee.tournaments.systems import SYSTEMS

SINGLE, DOUBLE = SYSTEMS["single-elimination"], SYSTEMS["double-elimination"]

quick = settings(max_examples=40, database=None)
single = st.builds(
    Format, system=st.just(SINGLE), third_place=st.booleans(), tiebreak_pairs=st.integers(0, 3)
)
double = st.builds(
    Format, system=st.just(DOUBLE), reset=st.booleans(), tiebreak_pairs=st.integers(0, 3)
)


def decided(format, event):
    return [state for state in format.rank(event).nodes if state.decision is not None]


def losses(format, event):
    """How often each entry was beaten; tiebreak pairs belong to their match."""
    return Counter(
        state.decision.loser
        for state in decided(format, event)
        if state.decision.why != Why.NOT_NEEDED
        and state.node.part != Part.THIRD
        and state.decision.loser is not None
    )


def test_the_frame_is_the_standard_one():
    assert seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@given(st.integers(1, 9))
def test_the_best_two_are_in_different_halves_and_so_on(power):
    order = seed_order(2**power)
    for exponent in range(1, power + 1):
        size = 2 ** (power - exponent)
        blocks = [order[start : start + size] for start in range(0, len(order), size)]
        assert all(sum(seed < 2**exponent for seed in block) == 1 for block in blocks)


@pytest.mark.parametrize("n", range(2, 34))
def test_without_draws_a_single_elimination_has_a_match_fewer_than_entries(n):
    format = Format(system=SINGLE)
    event = simulate(format, n, 4, favourites)
    matches = [one for one in event.pairings if one.second is not None]
    assert len(matches) == n - 1
    last = matches[-1]
    assert {last.first, last.second} == {0, 1}


@pytest.mark.parametrize("n", range(2, 34))
def test_byes_go_to_the_best_seeds_in_the_first_round_alone(n):
    event = simulate(Format(system=SINGLE), n, 4, favourites)
    byes = [one for one in event.pairings if one.second is None]
    size = 1 << (n - 1).bit_length()
    assert sorted(one.first for one in byes) == list(range(size - n))
    assert all(one.round == 1 for one in byes)


@quick
@given(single, st.integers(2, 64), st.integers(0, 999))
def test_in_a_single_elimination_all_but_the_winner_are_beaten_once(format, n, seed):
    event = simulate(format, n, 4, chances(Random(seed), draws=0.3))
    beaten = losses(format, event)
    winner = format.rank(event).rows[0].line.entry
    assert beaten == {entry: 1 for entry in range(n) if entry != winner}


@quick
@given(double, st.integers(2, 64), st.integers(0, 999))
def test_in_a_double_elimination_all_but_the_winner_are_beaten_twice(format, n, seed):
    event = simulate(format, n, 4, chances(Random(seed), draws=0.3))
    beaten = losses(format, event)
    winner, second, *others = (row.line.entry for row in format.rank(event).rows)
    assert all(beaten[entry] == 2 for entry in others)
    assert beaten[winner] <= 1
    if format.reset:
        assert beaten[second] == 2


@quick
@given(st.one_of(single, double), st.integers(2, 40), st.integers(0, 999))
def test_no_entry_plays_twice_in_a_step_and_rounds_follow_one_another(format, n, seed):
    start = Event.of(n, 4)
    before, rounds = start, 0
    for event in simulated_steps(format, start, chances(Random(seed), draws=0.3)):
        made = event.pairings[len(before.pairings) :]
        seen = [entry for one in made for entry in (one.first, one.second) if entry is not None]
        assert len(set(seen)) == len(seen)
        assert rounds <= event.rounds <= rounds + 1
        before, rounds = event, event.rounds


@quick
@given(st.integers(8, 128), st.integers(0, 999))
def test_an_entry_that_drops_does_not_soon_meet_the_one_it_beat_in_its_last_match(n, seed):
    format = Format(system=DOUBLE)
    event = simulate(format, n, 4, chances(Random(seed)))
    states = sorted(decided(format, event), key=lambda one: one.node.round)
    last = max(state.node.level for state in states if state.node.part == Part.LOSERS)
    beat = {}
    for state in states:
        if None in (state.first, state.second):
            continue
        if state.node.part == Part.WINNERS:
            beat[state.decision.winner] = state.decision.loser
        elif state.node.part == Part.LOSERS and state.node.level in range(2, last, 2):
            assert beat.get(state.first) != state.second  # the first is the entry that drops in


def drawn_out(format, *scores):
    """An event of two entries whose match and tiebreak pairs have these scores."""
    event = Event.of(2, 4)
    for score in scores:
        (pairing,) = format.next_step(event).pairings
        event = event.followed_by([replace(pairing, scores=score)])
    return event


def test_a_drawn_match_is_followed_by_tiebreak_pairs_until_one_is_ahead():
    format = Format(system=SINGLE, tiebreak_pairs=3)
    event = drawn_out(format, (2, 2), (1, 1), (0.5, 1.5))
    assert [one.tiebreak for one in event.pairings] == [0, 1, 2]
    assert format.next_step(event).finished
    (state,) = format.rank(event).nodes
    assert (state.decision.winner, state.decision.why) == (1, Why.TIEBREAK)


def test_after_the_last_tiebreak_pair_the_better_seed_advances():
    format = Format(system=SINGLE, tiebreak_pairs=2)
    event = drawn_out(format, (2, 2), (1, 1), (1, 1))
    assert format.next_step(event).finished
    (state,) = format.rank(event).nodes
    assert (state.decision.winner, state.decision.why) == (0, Why.SEED)
    assert [row.line.entry for row in format.rank(event).rows] == [0, 1]


def test_a_void_match_lets_the_better_seed_advance():
    format = Format(system=SINGLE)
    event = Event.of(2)
    (pairing,) = format.next_step(event).pairings
    event = event.followed_by([replace(pairing, outcome=Outcome.VOID)])
    assert format.rank(event).nodes[0].decision.why == Why.VOID
    assert format.next_step(event).finished


@pytest.mark.parametrize("system", [SINGLE, DOUBLE])
def test_when_both_lose_the_next_opponent_has_a_bye(system):
    format = Format(system=system)

    def score(pairing, games):
        return (0.0, 0.0) if {pairing.first, pairing.second} == {0, 3} else (3.0, 1.0)

    event = simulate(format, 4, 4, score)
    assert format.rank(event).rows[0].line.entry == 1
    assert any(one.second is None and one.round == 2 for one in event.pairings)


def test_a_withdrawn_entry_forfeits_its_next_match():
    format = Format(system=SINGLE)
    event = Event.of(4, 4)
    event = event.followed_by(
        replace(one, scores=(3.0, 1.0)) for one in format.next_step(event).pairings
    )
    entries = (EventEntry(EntryStatus.WITHDRAWN), *event.entries[1:])
    event = replace(event, entries=entries)
    (final,) = format.next_step(event).pairings
    assert final.outcome == Outcome.FIRST_FORFEITS
    event = event.followed_by([final])
    assert format.next_step(event).finished
    assert format.rank(event).rows[0].line.entry == 1


def test_the_third_place_is_played_for_by_those_beaten_in_the_semi_finals():
    format = Format(system=SINGLE, third_place=True)
    event = simulate(format, 8, 4, favourites)
    assert [row.line.entry for row in format.rank(event).rows] == list(range(8))
    third, final = event.of_round(3)[1], event.of_round(3)[0]
    assert ({final.first, final.second}, {third.first, third.second}) == ({0, 1}, {2, 3})


def test_the_second_grand_final_is_played_when_the_undefeated_loses_the_first():
    format = Format(system=DOUBLE)

    def upset(pairing, games):
        return (1.0, 3.0) if pairing.second is not None and pairing.round == 4 else (3.0, 1.0)

    event = simulate(format, 4, 4, upset)
    parts = [state.node.part for state in decided(format, event) if state.pairings]
    assert (Part.RESET in parts) == (event.of_round(4)[0].scores == (1.0, 3.0))
    assert Part.RESET in parts
    calm = simulate(format, 4, 4, favourites)
    assert max(one.round for one in calm.pairings) == 4


@pytest.mark.parametrize("n", [0, 1, 513])
def test_a_field_too_small_or_too_large_is_refused(n):
    with pytest.raises(ValueError, match=f"takes 2 to 512 entries, not {n}"):
        bracket(n, double=False, third_place=False, reset=False)


def test_a_round_waits_for_all_matches_of_the_one_before():
    format = Format(system=SINGLE)
    event = Event.of(8, 4)
    first, second, *others = format.next_step(event).pairings
    ended = [replace(one, scores=(3.0, 1.0)) for one in (first, second)]
    # Both comers of a semi-final are known.
    assert format.next_step(event.followed_by([*ended, *others])).pairings == ()
    ended += [replace(one, scores=(3.0, 1.0)) for one in others]
    assert len(format.next_step(event.followed_by(ended)).pairings) == 2


@quick
@given(double, st.integers(12, 40), st.integers(0, 999))
def test_of_all_rounds_that_are_due_the_earliest_is_made(format, n, seed):
    random = Random(seed)

    def score(pairing, games):
        return random.choice([(0.0, 0.0), (3.0, 1.0)])

    start = Event.of(n, 4)
    before = start
    for event in simulated_steps(format, start, score):
        made = event.pairings[len(before.pairings) :]
        due = [state.node.round for state in format.rank(before).nodes if state.due]
        assert {one.round for one in made} == {min(due)}
        before = event
