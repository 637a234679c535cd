"""Round robin: the published Berger tables, and what must hold for every field."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournaments.event import Event
from referee.tournaments.format import Format
from referee.tournaments.simulation import favourites, simulate
from referee.tournaments.systems.round_robin import MAX_ENTRIES, SYSTEM, one_round, rounds

# FIDE Handbook, C.05 General Regulations for Competitions, annex 1: Berger tables.
BERGER = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1""",
}


def table(text):
    return [
        [tuple(int(number) - 1 for number in game.split("-")) for game in line.split()]
        for line in text.split("\n")
        if line.strip()
    ]


@pytest.mark.parametrize("n", BERGER)
def test_the_rounds_are_those_of_the_published_table(n):
    assert rounds(n) == table(BERGER[n])


@pytest.mark.parametrize("n", BERGER)
def test_an_odd_field_is_the_next_table_with_a_bye_instead_of_its_last_entry(n):
    for mine, published in zip(rounds(n - 1), table(BERGER[n]), strict=True):
        opening, *games = published
        (sitting_out,) = set(opening) - {n - 1}
        assert mine == [*games, (sitting_out, None)]


def test_two_entries_meet_once():
    assert rounds(2) == [[(0, 1)]]


fields = st.integers(2, 60)


@given(fields, st.integers(1, 3))
def test_each_two_meet_once_a_cycle(n, cycles):
    met = Counter(
        frozenset(pairing)
        for games in rounds(n, cycles)
        for pairing in games
        if pairing[1] is not None
    )
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {cycles}


@given(fields)
def test_all_entries_play_once_a_round_or_have_its_bye(n):
    for games in rounds(n):
        seen = [entry for pairing in games for entry in pairing if entry is not None]
        assert sorted(seen) == list(range(n))


@given(fields)
def test_first_and_second_side_differ_by_one_at_most(n):
    balance = Counter()
    for games in rounds(n):
        for first, second in games:
            if second is not None:
                balance[first] += 1
                balance[second] -= 1
    assert max(map(abs, balance.values())) <= 1


@given(st.integers(2, 30).map(lambda half: 2 * half - 1))
def test_in_an_odd_field_all_have_one_bye(n):
    byes = Counter(first for games in rounds(n) for first, second in games if second is None)
    assert byes == dict.fromkeys(range(n), 1)


@given(fields)
def test_the_second_cycle_exchanges_the_sides(n):
    both = rounds(n, 2)
    first_cycle, second_cycle = both[: len(both) // 2], both[len(both) // 2 :]
    for games, again in zip(first_cycle, second_cycle, strict=True):
        assert again == [
            (first, None) if second is None else (second, first) for first, second in games
        ]


def test_the_largest_field_is_paired_completely():
    assert sum(map(len, rounds(MAX_ENTRIES))) == MAX_ENTRIES * (MAX_ENTRIES - 1) // 2


def test_one_round_is_found_without_the_others():
    assert one_round(MAX_ENTRIES, 7) == rounds(MAX_ENTRIES)[7]


@pytest.mark.parametrize("n", [-1, 0, 1, MAX_ENTRIES + 1])
def test_a_field_too_small_or_too_large_is_refused(n):
    with pytest.raises(ValueError, match=f"2 to 500 entries, not {n}"):
        rounds(n)


def test_no_cycle_is_refused():
    with pytest.raises(ValueError, match="at least 1 cycle, not 0"):
        rounds(4, 0)


def test_an_event_has_all_rounds_of_all_its_cycles():
    event = simulate(Format(system=SYSTEM, cycles=3), 5, 4, favourites)
    assert event.rounds == 15
    for number, games in enumerate(rounds(5, 3), 1):
        assert [(one.first, one.second) for one in event.of_round(number)] == games


def test_a_round_waits_for_the_end_of_the_one_before():
    format = Format(system=SYSTEM)
    event = Event.of(4, 4)
    first, second = format.next_step(event).pairings
    ended = replace(first, scores=(3.0, 1.0))
    assert format.next_step(event.followed_by([ended, second])).pairings == ()
    assert not format.next_step(event.followed_by([ended, second])).finished
