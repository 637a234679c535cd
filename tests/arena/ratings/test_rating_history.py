"""The history of a bot's rating: its snapshots, and the rating that it has now."""

from typing import Any

import pytest
from django.utils import timezone

from arena.ratings import rating_refresh
from arena.ratings.models import Snapshot, Standing
from arena.ratings.rating_history import RatingPoint, rating_history
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def snapshot(version: Any, games: int, rating: float) -> None:
    Snapshot.objects.create(
        bot=version.bot,
        version=version,
        games=games,
        rating=rating,
        error=50,
        taken=timezone.now(),
    )


def now(version: Any) -> RatingPoint:
    standing = Standing.objects.get(bot=version.bot)
    assert standing.error is not None
    return RatingPoint(standing.games, standing.rating, standing.error, version.number)


def test_a_bot_without_rated_matches_has_no_history(versions: Any) -> None:
    assert rating_history(versions[0].bot) == []


def test_the_history_ends_with_the_present_rating(versions: Any) -> None:
    for _ in range(2):
        play(*versions, 2, 0)
    snapshot(versions[0], 2, 1510)
    rating_refresh.refresh("ecarte")
    assert rating_history(versions[0].bot) == [RatingPoint(2, 1510, 50, 1), now(versions[0])]


def test_the_present_rating_replaces_a_snapshot_with_as_many_games(versions: Any) -> None:
    play(*versions, 2, 0)
    snapshot(versions[0], 2, 1510)
    rating_refresh.refresh("ecarte")
    assert rating_history(versions[0].bot) == [now(versions[0])]


def test_only_the_last_snapshots_are_shown_oldest_first(versions: Any) -> None:
    for games in range(1, 6):
        snapshot(versions[0], games, 1500 + games)
    assert [point.games for point in rating_history(versions[0].bot, limit=3)] == [3, 4, 5]
