"""The queue of analyses: who is next, leases, and what happens when a process is lost."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from arena.analysis import queue
from arena.analysis.models import AnalysedSide, Analysis
from arena.matches.models import Match
from tests.arena.analysis.conftest import SIDES
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db

FEATURED = Analysis.Priority.FEATURED
RESULT = {"curve": [0.5], "decisions": [], "sides": SIDES}


@pytest.fixture
def match(versions: Any) -> Match:
    return finish(make_match(*versions, pairs=2))


def add(match: Match, game: int, **fields: Any) -> Analysis:
    return Analysis.objects.create(match=match, game=game, version="v", **fields)


def claimed() -> Analysis:
    analysis = queue.claim()
    assert analysis is not None
    return analysis


def token_of(analysis: Analysis) -> uuid.UUID:
    assert analysis.token is not None
    return analysis.token


def test_what_somebody_waits_for_comes_before_the_games_of_the_day(match: Match) -> None:
    featured, first, second = add(match, 1, priority=FEATURED), add(match, 2), add(match, 3)
    assert [queue.position(one) for one in (featured, first, second)] == [3, 1, 2]
    assert [claimed().pk for _ in range(3)] == [first.pk, second.pk, featured.pk]
    assert queue.claim() is None


def test_an_analysis_whose_lease_has_expired_is_queued_again(match: Match) -> None:
    add(match, 1)
    lost = token_of(claimed())
    assert queue.lose_expired() == 0
    Analysis.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert queue.lose_expired() == 1
    again = claimed()
    assert (again.attempts, again.state) == (2, "running")
    # The process that was cut off comes back, and changes nothing.
    assert not queue.extend(lost, 50)
    assert not queue.finish(lost, RESULT)
    queue.fail(lost, "late")
    queue.release(lost)
    again.refresh_from_db()
    assert (again.state, again.percent, again.error) == ("running", 0, "")
    assert queue.finish(token_of(again), RESULT)


def test_a_game_that_ends_its_process_each_time_is_given_up(match: Match) -> None:
    add(match, 1)
    for _ in range(queue.MAX_ATTEMPTS):
        claimed()
        Analysis.objects.update(lease_until=Now() - timedelta(seconds=1))
        queue.lose_expired()
    analysis = Analysis.objects.get()
    assert (analysis.state, analysis.token) == ("failed", None)
    assert "ended each time" in analysis.error


def test_what_is_given_back_has_lost_no_attempt(match: Match) -> None:
    add(match, 1)
    for _ in range(queue.MAX_ATTEMPTS + 1):
        queue.release(token_of(claimed()))
    assert Analysis.objects.get().attempts == 0


def test_a_result_says_of_each_bot_what_its_side_lost(match: Match, versions: Any) -> None:
    for game in (1, 3):  # the first game of a pair, and its mirrored game
        add(match, game)
        assert queue.finish(token_of(claimed()), RESULT)
    rows = AnalysedSide.objects.order_by("analysis__game", "side")
    found = list(rows.values_list("analysis__game", "version", "decisions", "total"))
    bold, shy = versions[0].pk, versions[1].pk
    assert found == [(1, bold, 2, 0.05), (1, shy, 1, 0.5), (3, shy, 2, 0.05), (3, bold, 1, 0.5)]
    assert Analysis.objects.get(game=1).content == RESULT


def test_a_qualification_says_nothing_of_its_bot(versions: Any) -> None:
    match = finish(make_match(versions[0], versions[0], queue="check", rated=False))
    add(match, 1)
    assert queue.finish(token_of(claimed()), RESULT)
    assert not AnalysedSide.objects.exists()


def test_the_database_forbids_a_second_analysis_of_a_game(match: Match) -> None:
    add(match, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        add(match, 1)


def test_analyses_wait_for_matches_that_somebody_asked_for(versions: Any) -> None:
    ladder = make_match(*versions)
    asked = make_match(*versions, queue="table", rated=False)
    assert not queue.matches_wait()  # a free worker takes them just now
    Match.objects.update(created=Now() - timedelta(seconds=10))
    assert queue.matches_wait()
    Match.objects.filter(pk=asked.pk).update(due=Now() + timedelta(minutes=1))
    assert not queue.matches_wait()
    assert Match.objects.queued().get(pk=ladder.pk)
