"""The games of the day: a short list by the score, the choice by analyses."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.analysis import featured, queue
from arena.analysis.models import Analysis, GameOfTheDay
from arena.matches.models import Match
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db

# The chances of a match's games swing by its number in the day: 1, 2, 3 …, the second game less.
SWINGS = """\
import json, sys
record = json.loads(sys.stdin.readline())["record"]
most = record["clock"]["move_ms"] - 500
print(json.dumps({"result": [most, most / 2]}))
"""


@pytest.fixture(autouse=True)
def chances(monkeypatch: pytest.MonkeyPatch, program: Callable[[str], None]) -> None:
    monkeypatch.setattr(featured, "CHANCES", {"ecarte": None})
    program(SWINGS)


def played(versions: Any, swing: int) -> Match:
    from referee.play.clock import Clock

    clock = Clock(start_ms=20_000, move_ms=500 + swing, bank_ms=20_000)
    return finish(make_match(*versions, clock=clock))


def yesterday() -> None:
    Match.objects.update(finished=timezone.now() - timedelta(days=1))


def done(match: Match, curve: list[float]) -> None:
    found = Analysis.objects.get(match=match)
    Analysis.objects.exclude(pk=found.pk).update(priority=Analysis.Priority.FEATURED)
    Analysis.objects.filter(pk=found.pk).update(priority=Analysis.Priority.ASKED)
    analysis = queue.claim()
    assert analysis is not None and analysis.pk == found.pk and analysis.token
    sides = [{"decisions": 0, "total": 0.0, "squares": 0.0}] * 2
    queue.finish(analysis.token, {"curve": curve, "decisions": [], "sides": sides})


def test_the_short_list_is_by_the_score_and_the_choice_by_the_analysis(
    versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(featured, "SHORT_LIST", 2)
    calm, eventful, most = (played(versions, swing) for swing in (1, 2, 3))
    yesterday()
    featured.sweep()
    listed = [(one.place, one.match, one.game) for one in GameOfTheDay.objects.order_by("place")]
    assert listed == [(1, most, 1), (2, eventful, 1)]
    queued = Analysis.objects.queued().filter(priority=Analysis.Priority.FEATURED)
    assert {one.match for one in queued} == {most, eventful}
    assert not Analysis.objects.filter(match=calm).exists()
    featured.sweep()
    assert not featured.latest()  # both are still to be analysed
    done(most, [0.5, 0.6, 1.0])
    featured.sweep()
    assert not featured.latest()
    done(eventful, [0.5, 0.0, 1.0])
    featured.sweep()
    [chosen] = featured.latest()
    assert (chosen.match, chosen.game) == (eventful, 1)
    featured.sweep()
    assert GameOfTheDay.objects.count() == 2


def test_after_some_hours_the_choice_is_among_what_has_been_analysed(
    versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = played(versions, 1), played(versions, 2)
    yesterday()
    featured.sweep()
    done(first, [0.5, 1.0])
    featured.sweep()
    assert not featured.latest()
    monkeypatch.setattr(featured, "PATIENCE", timedelta(0))
    featured.sweep()
    [chosen] = featured.latest()
    assert chosen.match == first != second


def test_a_new_arena_takes_its_first_game_of_the_day_from_its_first_matches(
    versions: Any,
) -> None:
    for swing in range(1, featured.FIRST_MATCHES):
        played(versions, swing)
    featured.sweep()
    assert not GameOfTheDay.objects.exists()
    played(versions, 9)
    featured.sweep()
    assert GameOfTheDay.objects.count() == featured.FIRST_MATCHES
    assert {one.day for one in GameOfTheDay.objects.all()} == {timezone.now().date()}


def test_private_games_and_games_without_an_evaluator_are_never_chosen(
    versions: Any, make_rivals: Any
) -> None:
    finish(make_match(versions[0], versions[0], queue="check", rated=False))
    finish(make_match(*make_rivals(2, ruleset="kozel")))
    yesterday()
    featured.sweep()
    assert not GameOfTheDay.objects.exists()


def test_a_match_that_cannot_be_replayed_is_left_out(
    versions: Any, program: Callable[[str], None]
) -> None:
    program('print(\'{"error": "there is no game 9"}\')')
    played(versions, 1)
    yesterday()
    featured.sweep()
    assert not GameOfTheDay.objects.exists()
    program(SWINGS)
    featured.sweep()  # it is not tried again and again …
    assert not GameOfTheDay.objects.exists()
    played(versions, 2)
    yesterday()
    featured.sweep()  # … but when there is another match
    assert GameOfTheDay.objects.count() == 2
