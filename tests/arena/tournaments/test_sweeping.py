"""A tournament goes on after a lost signal or a failure of another one."""

from typing import Any

import pytest
from django.utils import timezone

from arena.matches import settling
from arena.tournaments import advancing, stages, sweeping
from arena.tournaments.models import Tournament
from tests.arena.ending import end
from tests.arena.playing import make_match
from tests.arena.tournaments.played_tournaments import (
    matches_of,
    open_tournament,
    play_all,
    waiting,
)

pytestmark = pytest.mark.django_db


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_the_sweep_makes_up_for_a_lost_signal(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    for _ in range(3):
        assert sweeping.sweep() == 0
        for match in waiting(tournament):
            end(match, 3, 1)
        assert sweeping.sweep() == 1
    assert sweeping.sweep() == 0
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_a_repeated_signal_changes_nothing(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:2])
    stages.start(tournament)
    play_all(tournament)
    finished = tournament.finished
    advancing.match_over(matches_of(tournament)[0])
    tournament.refresh_from_db()
    assert tournament.finished == finished


def test_the_end_of_a_match_outside_of_tournaments_is_ignored(alice: Any, versions: Any) -> None:
    assert settling.settle(end(make_match(*versions[:2]), 2, 0).pk)


def test_a_tournament_that_fails_does_not_delay_others(
    alice: Any, versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = open_tournament(alice, versions, starts=timezone.now())
    sound = open_tournament(alice, versions, starts=timezone.now())
    start = stages.start

    def start_but_one(tournament: Tournament, by: Any = None) -> None:
        if tournament.pk == broken.pk:
            raise RuntimeError("unexpected")
        start(tournament, by)

    monkeypatch.setattr(stages, "start", start_but_one)
    sweeping.sweep()
    assert again(broken).state == "open"
    assert again(sound).state == "running"
