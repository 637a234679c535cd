"""An experiment from its start to its verdict."""

from typing import Any

import pytest

from arena.experiments import sequential_test
from arena.experiments.models import Experiment
from arena.matches.models import Match
from arena.ratings.models import EloChange
from tests.arena.ending import end, end_without_result, settle
from tests.arena.experiments.steps import play_next, play_to_the_end, start

pytestmark = pytest.mark.django_db


def test_a_few_unrated_matches_are_pending_at_a_time(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    matches = Match.objects.filter(experiment_match__experiment=experiment)
    assert [(match.rated, match.pairs, match.queue) for match in matches] == [
        (False, 5, "ladder")
    ] * sequential_test.MAX_PENDING
    play_next(experiment, 6)
    assert experiment.matches.count() == sequential_test.MAX_PENDING + 1
    assert not EloChange.objects.exists()


@pytest.mark.parametrize(("score", "state"), [(8, "accepted"), (2, "rejected")])
def test_matches_are_played_until_the_test_decides(
    versions: Any, alice: Any, score: float, state: str
) -> None:
    experiment = start(versions, alice)
    play_to_the_end(experiment, score)
    assert experiment.state == state
    assert experiment.ended is not None
    assert experiment.pairs < 100
    assert (experiment.ratio > 0) == (state == "accepted")


def test_at_the_maximum_number_of_pairs_it_is_undecided(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice, max_pairs=12)
    for score in (5, 5, 2):
        play_next(experiment, score)
    assert (experiment.state, experiment.pairs) == ("undecided", 12)


def test_matches_count_in_the_order_of_their_creation(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    first, second = experiment.matches.order_by("number")
    settle(end(second.match, 10, 0))
    experiment.refresh_from_db()
    assert experiment.pairs == 0
    settle(end(first.match, 0, 10))
    experiment.refresh_from_db()
    assert experiment.pairs == 10


def test_matches_after_the_verdict_do_not_count(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice, batch=30)
    first, second = experiment.matches.order_by("number")
    settle(end(second.match, 0, 60))
    settle(end(first.match, 60, 0))
    experiment.refresh_from_db()
    assert (experiment.state, experiment.pairs) == ("accepted", 30)


def test_receiving_the_end_of_a_match_twice_counts_it_once(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    play_next(experiment, 6)
    sequential_test.advance(experiment.pk)
    sequential_test.advance(experiment.pk)
    experiment.refresh_from_db()
    assert (experiment.pairs, experiment.matches.count()) == (5, sequential_test.MAX_PENDING + 1)


def test_void_matches_do_not_count_and_too_many_cancel_it(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    for _ in range(sequential_test.MAX_VOID):
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        settle(end_without_result(row.match, "void"))
    experiment.refresh_from_db()
    assert (experiment.state, experiment.pairs) == ("cancelled", 0)
    assert not experiment.matches.filter(ratio__isnull=False).exists()


def test_pending_matches_are_cancelled_at_the_verdict(
    versions: Any, alice: Any, django_capture_on_commit_callbacks: Any
) -> None:
    experiment = start(versions, alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_to_the_end(experiment, 10)
    left = Match.objects.filter(experiment_match__experiment=experiment, state="cancelled")
    assert left.count() == 1


def test_no_more_than_the_maximum_is_queued_while_an_early_match_is_pending(
    versions: Any, alice: Any
) -> None:
    experiment = start(versions, alice, max_pairs=20)
    first = experiment.matches.order_by("number")[0]
    for _ in range(6):
        for later in experiment.matches.filter(match__state="queued").exclude(pk=first.pk):
            settle(end(later.match, 5, 5))
    matches = Match.objects.filter(experiment_match__experiment=experiment)
    assert sum(match.pairs for match in matches) == 20
    settle(end(first.match, 5, 5))
    experiment.refresh_from_db()
    assert (experiment.state, experiment.pairs) == ("undecided", 20)


def test_a_broken_experiment_does_not_stop_the_sweep(
    versions: Any, alice: Any, caplog: Any
) -> None:
    broken, sound = (start(versions, alice) for _ in range(2))
    for experiment in (broken, sound):
        end(experiment.matches.order_by("number")[0].match, 5, 5)
    Experiment.objects.filter(pk=broken.pk).update(elo1=-50)
    sequential_test.sweep()
    sound.refresh_from_db()
    assert sound.pairs == 5
    assert f"experiment {broken.pk} cannot go on" in caplog.text
