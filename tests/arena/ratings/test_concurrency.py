"""The ledger stays consistent when results arrive at the same time."""

import itertools
from typing import Any

import pytest
from django.db.models import Sum

from arena.ratings import elo_ledger, rating_refresh
from arena.ratings.models import INITIAL_ELO, EloChange, Standing, VersionRating
from arena.ratings.recompute import recompute
from tests.arena.at_once import at_once
from tests.arena.ending import end
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db(transaction=True)


def ledger_is_whole() -> bool:
    """Checks that the lines of every bot follow each other and end at its standing."""
    for standing in Standing.objects.all():
        course = [INITIAL_ELO]
        for change in EloChange.objects.filter(bot=standing.bot_id):
            assert change.before == course[-1]
            course.append(change.after)
        assert standing.elo == course[-1]
        assert standing.matches == len(course) - 1
    return True


def test_matches_of_one_bot_settled_at_once_keep_the_sum_of_elo(make_rivals: Any) -> None:
    versions = make_rivals(4)
    pairs = list(itertools.permutations(versions, 2))
    matches = [end(make_match(*pair), 2, 0) for pair in pairs]
    for start in range(0, len(matches), 6):
        at_once(
            [lambda match=match: elo_ledger.apply(match) for match in matches[start : start + 6]]
        )
    assert EloChange.objects.count() == 2 * len(matches)
    assert Standing.objects.aggregate(sum=Sum("elo"))["sum"] == len(versions) * INITIAL_ELO
    assert ledger_is_whole()
    assert recompute().differences == []


def test_a_match_settled_by_many_at_once_counts_once(make_rivals: Any) -> None:
    match = end(make_match(*make_rivals(2)), 2, 0)
    at_once([lambda: elo_ledger.apply(match)] * 6)
    assert EloChange.objects.count() == 2
    assert ledger_is_whole()


def test_results_during_computations_do_not_deadlock(make_rivals: Any) -> None:
    versions = make_rivals(4)
    pairs = list(itertools.permutations(versions, 2))
    matches = [end(make_match(*pair), 2, 0) for pair in pairs]
    for start in range(0, len(matches), 4):
        at_once(
            [
                *(
                    lambda match=match: elo_ledger.apply(match)
                    for match in matches[start : start + 4]
                ),
                *(lambda: rating_refresh.refresh("kozel") for _ in range(3)),
            ]
        )
    rating_refresh.sweep()
    assert VersionRating.objects.get(version=versions[0]).games == 2 * 6
    assert not rating_refresh.is_stale("kozel")
    assert recompute().differences == []


def test_a_result_during_a_recomputation_is_not_lost(make_rivals: Any) -> None:
    versions = make_rivals(3)
    for first, second in itertools.permutations(versions, 2):
        elo_ledger.apply(end(make_match(first, second), 2, 0))
    late = end(make_match(versions[0], versions[1]), 0, 2)
    fresh = end(make_match(*make_rivals(2)), 0, 2)
    at_once(
        [
            lambda: recompute(fix=True),
            lambda: elo_ledger.apply(late),
            lambda: elo_ledger.apply(fresh),
        ],
    )
    assert EloChange.objects.count() == 2 * 8
    assert ledger_is_whole()
    assert recompute().differences == []
