"""A step is computed without the lock, and taken under it only if nothing has changed meanwhile."""

from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from arena.matches.models import Match
from arena.tournaments import advancing, arbiter, entering, stages, sweeping
from arena.tournaments.models import Tournament
from referee.tournaments.format import Format
from tests.arena.at_once import at_once
from tests.arena.ending import end
from tests.arena.tournaments.played_tournaments import open_tournament, waiting

pytestmark = pytest.mark.django_db(transaction=True)

next_step = Format.next_step


@pytest.fixture
def tournament(alice: Any, versions: Any) -> Tournament:
    """A Swiss tournament of four whose first round has been played, and no more."""
    tournament = open_tournament(alice, versions, system="swiss")
    stages.start(tournament)
    for match in waiting(tournament):
        end(match, 3, 1)
    return Tournament.objects.get(pk=tournament.pk)


def after_computing(monkeypatch: Any, act: Any) -> list[bool]:
    """Does `act` once, when a step has been computed. Returns, for each computation, whether it was
    in a transaction."""
    computed: list[bool] = []

    def compute(format: Format, event: Any) -> Any:
        step = next_step(format, event)
        computed.append(connection.in_atomic_block)
        if len(computed) == 1:
            act()
        return step

    monkeypatch.setattr(Format, "next_step", compute)
    return computed


def test_a_round_is_paired_outside_of_any_transaction(
    tournament: Tournament, monkeypatch: Any
) -> None:
    computed = after_computing(monkeypatch, lambda: None)
    assert advancing.advance(tournament)
    assert computed == [False]
    assert tournament.pairings.filter(round=2).count() == 2


def test_the_first_round_is_paired_outside_of_any_transaction(
    alice: Any, versions: Any, monkeypatch: Any
) -> None:
    tournament = open_tournament(alice, versions, system="swiss")
    computed = after_computing(monkeypatch, lambda: None)
    stages.start(tournament)
    assert computed == [False]
    assert tournament.pairings.filter(round=1).count() == 2


def test_a_bot_that_enters_while_the_first_round_is_paired_plays_in_it(
    alice: Any, versions: Any, make_version: Any, monkeypatch: Any
) -> None:
    tournament = open_tournament(alice, versions, system="swiss")
    late = make_version(alice, ruleset="ecarte").bot
    computed = after_computing(
        monkeypatch, lambda: entering.enter(Tournament.objects.get(pk=tournament.pk), late)
    )
    stages.start(tournament)
    assert computed == [False, True]
    paired = tournament.pairings.filter(round=1)
    assert paired.count() == 3
    assert paired.filter(outcome="bye").count() == 1


def test_a_bot_that_is_withdrawn_meanwhile_is_not_paired(
    tournament: Tournament, monkeypatch: Any
) -> None:
    gone = tournament.entries.get(number=2)
    computed = after_computing(monkeypatch, lambda: arbiter.withdraw(tournament, gone.bot))
    assert advancing.advance(tournament)
    assert len(computed) == 2, "computed again"
    paired = tournament.pairings.filter(round=2).values_list("first", "second")
    assert gone.pk not in {entry for pair in paired for entry in pair}


def test_a_tournament_that_is_paused_or_cancelled_meanwhile_gets_no_round(
    tournament: Tournament, monkeypatch: Any
) -> None:
    after_computing(monkeypatch, lambda: stages.pause(Tournament.objects.get(pk=tournament.pk)))
    assert not advancing.advance(tournament)
    assert not tournament.pairings.filter(round=2).exists()
    monkeypatch.undo()
    stages.resume(Tournament.objects.get(pk=tournament.pk))
    assert tournament.pairings.filter(round=2).exists()


def test_two_that_compute_the_same_step_make_one_round(
    tournament: Tournament, monkeypatch: Any
) -> None:
    together = Barrier(2)
    computed = []

    def compute(format: Format, event: Any) -> Any:
        step = next_step(format, event)
        computed.append(step)
        if len(computed) <= 2:
            together.wait(10)
        return step

    monkeypatch.setattr(Format, "next_step", compute)
    made: list[bool] = []
    at_once([lambda: made.append(advancing.advance(tournament))] * 2)
    assert sorted(made) == [False, True]
    assert tournament.pairings.filter(round=2).count() == 2
    assert Match.objects.count() == 4
    assert tournament.audit_entries.filter(kind="round", round=2).count() == 1


def test_one_that_dies_after_computing_leaves_the_step_to_the_sweep(
    tournament: Tournament, monkeypatch: Any
) -> None:
    def die() -> None:
        raise KeyboardInterrupt

    after_computing(monkeypatch, die)
    with pytest.raises(KeyboardInterrupt):
        advancing.advance(tournament)
    assert not tournament.pairings.filter(round=2).exists()
    assert sweeping.sweep() == 1
    assert tournament.pairings.filter(round=2).count() == 2


def test_a_tournament_that_changes_all_the_time_goes_on_nevertheless(
    tournament: Tournament, monkeypatch: Any
) -> None:
    last = Match.objects.order_by("-pk")[0]
    computed = []

    def compute(format: Format, event: Any) -> Any:
        step = next_step(format, event)
        if not connection.in_atomic_block:
            computed.append(step)
            Match.objects.filter(pk=last.pk).update(score0=len(computed))
        return step

    monkeypatch.setattr(Format, "next_step", compute)
    assert advancing.advance(tournament)
    assert len(computed) == advancing.ATTEMPTS
    assert tournament.pairings.filter(round=2).count() == 2
