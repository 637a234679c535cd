"""Tournaments that start automatically, and series."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.bots import activation
from arena.tournaments import arbiter, scheduling, stages, sweeping
from arena.tournaments.models import Tournament
from tests.arena.tournaments.played_tournaments import open_tournament, play_all

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


BOTS = 3


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_it_starts_at_its_start_time(alice: Any, versions: Any) -> None:
    soon = open_tournament(alice, versions, starts=timezone.now() + DAY)
    sweeping.sweep()
    assert again(soon).state == "open"
    Tournament.objects.update(starts=timezone.now() - timedelta(seconds=1))
    assert sweeping.sweep() == 1
    assert again(soon).state == "running"
    assert soon.audit_entries.get(kind="started").by is None


def test_bots_that_can_no_longer_play_are_left_out(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions, starts=timezone.now())
    activation.retire(versions[1])
    sweeping.sweep()
    assert again(tournament).state == "running"
    assert tournament.entries.count() == 2
    step = tournament.audit_entries.get(kind="withdrawn")
    assert (step.entry, step.reason) == (
        str(versions[1].bot),
        "no active version that has qualified",
    )


def test_with_too_few_entries_it_is_cancelled_with_a_reason(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:1], starts=timezone.now())
    sweeping.sweep()
    assert again(tournament).state == "cancelled"
    assert "at least 2 entries" in tournament.audit_entries.get(kind="cancelled").reason


def test_the_next_of_a_series_is_created_once_with_the_same_bots(alice: Any, versions: Any) -> None:
    starts = timezone.now()
    tournament = open_tournament(
        alice, versions, starts=starts, repeat=86_400, system="swiss", rounds=2, name="Club night"
    )
    for _ in range(2):
        sweeping.sweep()
    following = Tournament.objects.get(previous=tournament)
    assert (following.name, following.slug, following.edition) == (
        "Club night 2",
        "club-night-2",
        2,
    )
    assert (following.state, following.system, following.rounds) == ("open", "swiss", 2)
    assert following.starts == starts + DAY
    assert {entry.bot for entry in following.entries.all()} == {one.bot for one in versions}
    assert following.draw_seed != tournament.draw_seed
    assert Tournament.objects.count() == 2


def test_the_third_of_a_series_has_number_three(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions, starts=timezone.now(), repeat=3600, name="Cup")
    sweeping.sweep()
    following = tournament.next
    following.starts = timezone.now()
    following.save()
    sweeping.sweep()
    assert again(following).next.name == "Cup 3"


def test_missed_dates_of_a_series_are_skipped(alice: Any, versions: Any) -> None:
    starts = timezone.now() - 10 * DAY
    tournament = open_tournament(alice, versions, starts=starts, repeat=86_400)
    now = starts + 10 * DAY + timedelta(hours=1)
    following = scheduling.make_next(tournament, now)
    assert following is not None
    assert following.starts == starts + 11 * DAY


def test_a_series_goes_on_after_a_tournament_with_too_few_entries(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:1], starts=timezone.now(), repeat=86_400)
    sweeping.sweep()
    assert again(tournament).state == "cancelled"
    assert again(tournament).next.state == "open"
    assert again(tournament).next.entries.count() == 1


def test_a_withdrawn_bot_is_not_entered_in_the_next_of_the_series(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions, starts=timezone.now(), repeat=86_400)
    arbiter.withdraw(tournament, versions[0].bot)
    stages.start(tournament)
    assert tournament.next.entries.count() == 2
    play_all(tournament)
    assert tournament.state == "finished"
