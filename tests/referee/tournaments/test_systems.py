"""Formats, groups, and complete events of every system with all that can go wrong."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.tournaments.bracket import seed_order
from referee.tournaments.event import EntryStatus, Event, EventEntry, Outcome
from referee.tournaments.format import BadFormat, Format
from referee.tournaments.simulation import favourites, seconds, simulate
from referee.tournaments.systems import SYSTEMS, groups
from referee.tournaments.systems.groups import Qualifier, bracket_seeds, qualified

ROUND_ROBIN, SWISS = SYSTEMS["round-robin"], SYSTEMS["swiss"]
SINGLE, GROUPS = SYSTEMS["single-elimination"], SYSTEMS["groups"]

FORMATS = st.builds(
    Format,
    system=st.sampled_from(list(SYSTEMS.values())),
    cycles=st.integers(1, 2),
    groups=st.integers(2, 4),
    qualifiers=st.integers(1, 2),
    third_place=st.booleans(),
    reset=st.booleans(),
    tiebreak_pairs=st.integers(0, 2),
)


def random_event(format, n, random):
    """Plays an event in which matches are drawn, void or lost by both, and entries leave."""
    event = Event.of(n, 4)
    for _ in range(10_000):
        step = format.next_step(event)
        if step.finished:
            return event
        assert step.pairings, "no match is open and no pairing is due"
        if step.seeds:
            event = event.with_bracket_seeds(step.seeds)
        made = []
        for one in step.pairings:
            if one.outcome == Outcome.MATCH and random.random() < 0.05:
                one = replace(one, outcome=random.choice(list(Outcome)[2:]))
            elif one.outcome == Outcome.MATCH:
                scores = [(3.0, 1.0), (1.0, 3.0), (2.0, 2.0), (0.0, 0.0)]
                one = replace(one, scores=random.choices(scores, [5, 5, 3, 1])[0])
            made.append(one)
        event = event.followed_by(made)
        if random.random() < 0.2:
            entries = list(event.entries)
            leaving = random.randrange(n)
            status = random.choice([EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED])
            if entries[leaving].active:
                entries[leaving] = replace(entries[leaving], status=status)
            event = replace(event, entries=tuple(entries))
    raise AssertionError("the event does not end")


@settings(max_examples=120, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(FORMATS, st.integers(2, 20), st.randoms(use_true_random=False))
def test_every_event_ends_in_a_total_order(format, n, random):
    if format.system == GROUPS:
        n = max(n, format.groups * 2)
    event = random_event(format, n, random)
    rows = format.rank(event).rows
    assert sorted(row.line.entry for row in rows) == list(range(n))
    assert [row.rule is None for row in rows] == [True] + [False] * (n - 1)
    # The disqualified are below all others.
    out = [event.entries[row.line.entry].status == EntryStatus.DISQUALIFIED for row in rows]
    assert out == sorted(out)
    # Each board has one pairing, and no entry plays twice in a round except in tiebreak pairs.
    keys = Counter((one.round, one.board, one.tiebreak) for one in event.pairings)
    assert set(keys.values()) <= {1}
    for number in range(1, event.rounds + 1):
        matches = [one for one in event.of_round(number) if not one.tiebreak]
        seen = [one.first for one in matches]
        seen += [one.second for one in matches if one.second is not None]
        assert len(seen) == len(set(seen))


def test_groups_are_about_equally_strong():
    assert groups.members(10, 3) == [[0, 5, 6], [1, 4, 7], [2, 3, 8, 9]]


def test_the_rounds_of_all_groups_are_played_side_by_side():
    event = simulate(Format(system=GROUPS, groups=2, qualifiers=2), 7, 4, favourites)
    first = {entry for entry in range(7) if groups.group_of(entry, 2) == 0}
    for number in (1, 2, 3):
        for one in event.of_round(number):
            if one.second is not None:
                assert (one.first in first) == (one.second in first)
    assert len(event.of_round(1)) == 2 + 2


def test_entries_of_one_group_do_not_meet_in_the_first_round_of_the_bracket():
    found = [
        Qualifier(group * 10 + place, group, place, (1.0 - group / 10,))
        for group in range(3)
        for place in (1, 2)
    ]
    seeds = bracket_seeds(found)
    assert [entry % 10 for entry in seeds] == [1, 1, 1, 2, 2, 2]
    # Of six the seeds 3 and 4, 2 and 5 meet in the first round.
    for first, second in ((2, 5), (3, 4)):
        assert seeds[first] // 10 != seeds[second] // 10


@given(st.integers(2, 8), st.integers(1, 5), st.randoms(use_true_random=False))
def test_full_groups_never_meet_themselves_in_the_first_round_of_the_bracket(count, best, random):
    found = [
        Qualifier(group * 10 + place, group, place, (random.random(),))
        for group in range(count)
        for place in range(1, best + 1)
    ]
    seeds = bracket_seeds(found)
    assert sorted(seeds) == sorted(one.entry for one in found)
    places = [entry % 10 for entry in seeds]
    assert places == sorted(places)
    frame = seed_order(1 << (len(seeds) - 1).bit_length())
    for first, second in zip(frame[::2], frame[1::2], strict=True):
        if second < len(seeds) and first < len(seeds):
            assert seeds[first] // 10 != seeds[second] // 10


def test_a_withdrawn_entry_does_not_advance_from_its_group():
    format = Format(system=GROUPS, groups=2, qualifiers=1)
    event = Event.of(4, 4)
    event = event.followed_by(
        replace(one, scores=(3.0, 1.0)) for one in format.next_step(event).pairings
    )
    best = [one.entry for one in qualified(format, event)]
    entries = list(event.entries)
    entries[best[0]] = EventEntry(EntryStatus.WITHDRAWN)
    after = qualified(format, replace(event, entries=tuple(entries)))
    assert [one.group for one in after] == [0, 1]
    assert after[0].entry != best[0]


@pytest.mark.parametrize(
    ("format", "n", "message"),
    [
        (Format(system=ROUND_ROBIN), 1, "at least 2 entries, not 1"),
        (Format(system=ROUND_ROBIN), 501, "at most 500 entries"),
        (Format(system=SINGLE), 513, "at most 512 entries"),
        (Format(system=ROUND_ROBIN, cycles=0), 4, "cycles must be between 1 and 4, not 0"),
        (Format(system=SWISS, rounds=31), 4, "rounds must be between 1 and 30, not 31"),
        (
            Format(system=SINGLE, tiebreak_pairs=21),
            4,
            "tiebreak pairs must be between 0 and 20, not 21",
        ),
        (Format(system=GROUPS, groups=1), 4, "groups must be between 2 and 64, not 1"),
        (Format(system=GROUPS, groups=2, qualifiers=3), 5, "at least 6 entries, not 5"),
        (Format(system=ROUND_ROBIN, tie_breaks=("luck",)), 4, "tie-breaks must be among"),
        (
            Format(system=ROUND_ROBIN, tie_breaks=("wins", "wins")),
            4,
            "each tie-break can be named once",
        ),
    ],
)
def test_a_format_that_cannot_be_played_is_refused(format, n, message):
    with pytest.raises(BadFormat, match=message):
        format.check(n)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
@pytest.mark.parametrize("n", [4, 5, 8, 13])
def test_the_forecast_is_what_is_played_when_the_better_seeds_win(system, n):
    format = Format(system=system, third_place=True)
    event = simulate(format, n, 4, favourites)
    expected = format.forecast(n, 4)
    by_round = [
        sum(one.second is not None for one in event.of_round(number))
        for number in range(1, event.rounds + 1)
    ]
    assert list(expected.rounds) == by_round
    if system is not GROUPS:  # those of its groups are not counted
        assert expected.byes == sum(one.second is None for one in event.pairings)
    assert expected.games == 4 * expected.matches


def test_tournament_files_keep_the_names_of_the_settings():
    format = Format(system=SWISS, rounds=5, tiebreak_pairs=3, tie_breaks=("wins",))
    assert format.as_dict() == {
        "system": "swiss",
        "cycles": 1,
        "rounds": 5,
        "groups": 2,
        "qualifiers": 2,
        "third_place": False,
        "reset": True,
        "further": 3,
        "tie_breaks": ["wins"],
    }


@pytest.mark.parametrize(
    ("name", "settings", "n", "matches", "at_most"),
    [
        ("round-robin", {}, 8, 28, 28),
        ("swiss", {}, 8, 12, 12),
        ("single-elimination", {}, 8, 7, 7 * 6),
        ("single-elimination", {"third_place": True, "tiebreak_pairs": 1}, 8, 8, 8 * 2),
        ("double-elimination", {"tiebreak_pairs": 0}, 8, 14, 15),
        ("double-elimination", {"tiebreak_pairs": 0, "reset": False}, 8, 14, 14),
        ("groups", {"tiebreak_pairs": 2}, 8, 2 * 6 + 3, 2 * 6 + 3 * 3),
    ],
)
def test_the_forecast_counts_every_possible_tiebreak(name, settings, n, matches, at_most):
    expected = Format(system=SYSTEMS[name], **settings).forecast(n, 4)
    assert (expected.matches, expected.at_most) == (matches, at_most)


def test_a_round_takes_as_long_as_its_last_match():
    expected = Format(system=SINGLE).forecast(8, 2)
    assert expected.rounds == (4, 2, 1)
    assert seconds(expected, 10, workers=2) == 20 + 10 + 10
    assert seconds(expected, 10, workers=99) == 30


def test_the_largest_round_robin_is_paired_round_by_round():
    format = Format(system=ROUND_ROBIN)
    event = Event.of(500, 2)
    expected = format.forecast(500, 2)
    assert (len(expected.rounds), expected.matches) == (499, 124_750)
    made = format.next_step(event).pairings
    # The last round is enough to pair the next.
    for _ in range(3):
        last = tuple(replace(one, scores=(2.0, 0.0)) for one in made)
        made = format.next_step(replace(event, pairings=last)).pairings
        assert len(made) == 250
    assert made[0].round == 4


def test_places_in_a_single_elimination_follow_the_rounds():
    event = simulate(Format(system=SINGLE), 8, 4, favourites)
    rows = Format(system=SINGLE).rank(event).rows
    assert [row.line.entry for row in rows] == list(range(8))
    assert [row.rule for row in rows] == [None, *["knockout"] * 2, "entry", "knockout"] + [
        "entry"
    ] * 3
    assert all(above.place + 1 == below.place for above, below in pairwise(rows))


def group_stage(*scores):
    """Two groups of two, 0 3 and 1 2, with these scores of their only round."""
    format = Format(system=GROUPS, groups=2, qualifiers=1)
    event = Event.of(4, 4)
    made = format.next_step(event).pairings
    assert [(one.first, one.second) for one in made] == [(0, 3), (1, 2)]
    return format, event.followed_by(
        replace(one, scores=score) for one, score in zip(made, scores, strict=True)
    )


def test_after_the_place_in_the_group_points_a_match_come_before_game_points_a_match():
    # Both failed in most games of 0 and 3, and 0 won: 1 point with 1 game point. 1 and 2 drew: ½
    # point with 2 game points each.
    format, event = group_stage((1.0, 0.0), (2.0, 2.0))
    rows = format.rank(event).rows
    assert [(row.line.entry, row.rule) for row in rows] == [
        (0, None),
        (1, "points_a_match"),
        (2, "group_place"),
        (3, "points_a_match"),
    ]


def test_equal_points_a_match_are_separated_by_game_points_a_match():
    format, event = group_stage((2.5, 1.5), (4.0, 0.0))
    rows = format.rank(event).rows
    assert [(row.line.entry, row.rule) for row in rows] == [
        (1, None),
        (0, "games_a_match"),
        (3, "group_place"),
        (2, "games_a_match"),
    ]


def test_the_bracket_is_seeded_by_points_a_match_then_game_points_a_match():
    format, event = group_stage((1.0, 0.0), (2.0, 2.0))
    assert [one.merit for one in qualified(format, event)] == [(1.0, 0.25), (0.5, 0.5)]
    step = format.next_step(event)
    assert step.seeds == (0, 1)
    assert [(one.round, one.first, one.second) for one in step.pairings] == [(2, 0, 1)]
