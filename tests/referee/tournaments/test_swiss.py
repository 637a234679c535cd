"""Swiss rounds: what holds in every round, also when entries join late or leave."""

from collections import Counter
from dataclasses import replace
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.tournaments.event import EntryStatus, Event, EventEntry, Outcome
from referee.tournaments.format import Format
from referee.tournaments.systems.swiss import SYSTEM, half_points, one_round, usual_rounds

quick = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], database=None)


def present(event, number):
    return [
        entry
        for entry, state in enumerate(event.entries)
        if state.active and state.joined <= number
    ]


def meetings(event):
    return Counter(
        frozenset((one.first, one.second)) for one in event.pairings if one.second is not None
    )


def fewest_rematches(entries, met):
    """Of all ways to pair an even number of entries, the smallest number of rematches."""

    @cache
    def best(left):
        if not left:
            return 0
        first, *others = left
        return min(
            met[frozenset((first, other))] + best(tuple(one for one in others if one != other))
            for other in others
        )

    return best(tuple(entries))


@st.composite
def events(draw, least, most, rounds):
    """The size of an event, its number of rounds, and a source of random numbers."""
    n = draw(st.integers(least, most))
    return n, draw(st.integers(1, rounds(n))), draw(st.randoms(use_true_random=False))


def play(n, rounds, random, check):
    """Plays random rounds in which entries leave and join, and calls `check` for each."""
    event = Event.of(n, 4)
    for number in range(1, rounds + 1):
        if random.random() < 0.3 and len(present(event, number)) > 2:
            leaving = random.choice(present(event, number))
            entries = list(event.entries)
            entries[leaving] = replace(entries[leaving], status=EntryStatus.WITHDRAWN)
            event = replace(event, entries=tuple(entries))
        if number > 1 and random.random() < 0.2:
            event = replace(event, entries=(*event.entries, EventEntry(joined=number)))
        made = one_round(event)
        check(event, number, made)
        scored = []
        for one in made:
            chance = random.random()
            if one.second is None or chance < 0.03:
                outcome = Outcome.BYE if one.second is None else Outcome.VOID
                scored.append(replace(one, outcome=outcome))
            else:
                scores = random.choice([(3.0, 1.0), (1.0, 3.0), (2.0, 2.0), (0.0, 0.0)])
                scored.append(replace(one, scores=scores))
        event = event.followed_by(scored)
    return event


def check_round(event, number, made):
    here = present(event, number)
    seen = [entry for one in made for entry in (one.first, one.second) if entry is not None]
    assert sorted(seen) == sorted(here)
    assert [one.board for one in made] == list(range(1, len(made) + 1))
    alone = [one.first for one in made if one.second is None]
    assert len(alone) == len(here) % 2
    byes = Counter(one.first for one in event.pairings if one.second is None)
    for entry in alone:
        assert byes[entry] == min(byes[other] for other in here)


@quick
@given(events(2, 64, lambda n: min(8, n + 1)))
def test_all_active_entries_play_once_and_byes_are_shared(drawn):
    play(*drawn, check_round)


@quick
@given(events(2, 9, lambda n: n + 2))
def test_no_entries_meet_again_while_that_can_be_avoided(drawn):
    def check(event, number, made):
        met = meetings(event)
        here = present(event, number)
        again = sum(met[frozenset((one.first, one.second))] for one in made if one.second)
        again = sum(
            met[frozenset((one.first, one.second))] for one in made if one.second is not None
        )
        if len(here) % 2 == 0:
            assert again == fewest_rematches(here, met)
            return
        byes = Counter(one.first for one in event.pairings if one.second is None)
        fewest = min(byes[entry] for entry in here)
        can_rest = [entry for entry in here if byes[entry] == fewest]
        cost = {
            entry: fewest_rematches([one for one in here if one != entry], met)
            for entry in can_rest
        }
        assert again == min(cost.values())
        # The bye goes to the lowest score group in which this is possible.
        points = half_points(event)
        (alone,) = [one.first for one in made if one.second is None]
        assert points[alone] == min(points[entry] for entry in can_rest if cost[entry] == again)

    play(*drawn, check)


def closest_points(entries, met, points):
    """Of all ways to pair an even number of entries with the fewest rematches, the smallest sum of
    squared differences of points; both as a pair."""

    @cache
    def best(left):
        if not left:
            return 0, 0
        first, *others = left
        found = []
        for other in others:
            again, apart = best(tuple(one for one in others if one != other))
            difference = points[first] - points[other]
            found.append((again + met[frozenset((first, other))], apart + difference**2))
        return min(found)

    return best(tuple(entries))


@quick
@given(events(2, 8, lambda n: n + 1))
def test_entries_with_similar_points_meet(drawn):
    def check(event, number, made):
        here = present(event, number)
        if len(here) % 2:
            return
        met, points = meetings(event), half_points(event)
        again = sum(met[frozenset((one.first, one.second))] for one in made)
        apart = sum((points[one.first] - points[one.second]) ** 2 for one in made)
        assert (again, apart) == closest_points(here, met, points)

    play(*drawn, check)


def test_the_upper_half_meets_the_lower_half_in_the_first_round():
    made = one_round(Event.of(8))
    assert [(one.first, one.second) for one in made] == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_equal_points_meet():
    event = Event.of(8, 4)
    first = [replace(one, scores=(3.0, 1.0)) for one in one_round(event)]
    made = one_round(event.followed_by(first))
    assert [(one.first, one.second) for one in made] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_the_usual_number_of_rounds_leaves_one_undefeated_entry():
    assert [usual_rounds(n) for n in (2, 3, 4, 5, 8, 9, 256)] == [1, 2, 2, 3, 3, 4, 8]


def test_it_ends_when_only_one_is_left():
    entries = (
        EventEntry(),
        EventEntry(status=EntryStatus.WITHDRAWN),
        EventEntry(status=EntryStatus.DISQUALIFIED),
    )
    assert Format(system=SYSTEM).next_step(Event(entries)).finished


def test_an_entry_is_not_paired_before_the_round_in_which_it_joins():
    event = Event((*Event.of(4).entries, EventEntry(joined=2)))
    assert [(one.first, one.second) for one in one_round(event)] == [(0, 2), (1, 3)]


def test_late_entries_add_no_rounds():
    event = Event.of(4, 4)
    for _ in range(2):
        made = Format(system=SYSTEM).next_step(event).pairings
        event = event.followed_by(
            one if one.second is None else replace(one, scores=(3.0, 1.0)) for one in made
        )
        event = replace(event, entries=(*event.entries, EventEntry(joined=event.rounds + 1)))
    assert Format(system=SYSTEM).next_step(event).finished
