"""Actions at the same time, and a process that dies during one."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.matches import queue
from arena.matches.models import Match
from arena.tournaments import entering, stages
from arena.tournaments.models import Tournament
from tests.arena.at_once import at_once
from tests.arena.ending import end, settle
from tests.arena.tournaments.played_tournaments import matches_of, open_tournament, play_all

pytestmark = pytest.mark.django_db(transaction=True)


def answers(*steps: Any) -> list[bool]:
    """Runs the steps at the same time. Returns whether each was possible, sorted."""
    taken: list[bool] = []

    def take(step: Any) -> None:
        try:
            step()
        except ValidationError:
            taken.append(False)
        else:
            taken.append(True)

    at_once([lambda step=step: take(step) for step in steps])
    return sorted(taken)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_starting_at_the_same_time_makes_one_set_of_matches(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    assert answers(*[lambda: stages.start(again(tournament))] * 4) == [False, False, False, True]
    assert Match.objects.count() == tournament.pairings.count() == 2


def test_entering_while_it_starts_is_in_time_or_too_late(
    alice: Any, versions: Any, make_version: Any
) -> None:
    tournament = open_tournament(alice, versions)
    late = make_version(alice, ruleset="ecarte").bot
    answers(
        lambda: stages.start(again(tournament)), lambda: entering.enter(again(tournament), late)
    )
    entries = tournament.entries.count()
    assert again(tournament).state == "running"
    assert Match.objects.count() == entries // 2
    assert not tournament.entries.filter(version=None).exists()


def test_a_bot_entered_twice_at_the_same_time_has_one_entry(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice)
    bot = versions[0].bot
    assert answers(*[lambda: entering.enter(again(tournament), bot)] * 3) == [False, False, True]


def test_tournaments_created_with_one_name_at_the_same_time_have_different_addresses(
    alice: Any,
) -> None:
    assert answers(*[lambda: stages.create(alice, "Cup", "kozel", {})] * 4) == [True] * 4
    slugs = Tournament.objects.values_list("slug", flat=True)
    assert set(slugs) == {"cup", "cup-2", "cup-3", "cup-4"}


def test_the_last_two_matches_ending_at_the_same_time_finish_it(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    play_all(tournament, but=2)
    waiting = [match for match in matches_of(tournament) if not match.ended]
    at_once([lambda match=match: settle(end(match, 3, 1)) for match in waiting])
    assert again(tournament).state == "finished"


def test_a_start_that_is_interrupted_leaves_nothing_and_can_be_repeated(
    alice: Any, versions: Any, monkeypatch: Any
) -> None:
    tournament = open_tournament(alice, versions)
    made: list[Match] = []
    make = queue.new

    def dying(*arguments: Any, **options: Any) -> Match:
        if len(made) == 1:
            raise KeyboardInterrupt
        made.append(make(*arguments, **options))
        return made[-1]

    with monkeypatch.context() as broken:
        broken.setattr(queue, "new", dying)
        with pytest.raises(KeyboardInterrupt):
            stages.start(again(tournament))
    assert again(tournament).state == "open"
    assert not Match.objects.exists()
    assert not tournament.entries.exclude(number=None).exists()
    stages.start(again(tournament))
    assert Match.objects.count() == 2
