"""What is stored with new ratings: figures of versions, snapshots for charts, and trends."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.ratings import rating_refresh
from arena.ratings.models import Snapshot, Standing, VersionRating
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def snapshots(version: Any) -> int:
    return Snapshot.objects.filter(bot=version.bot).count()


def test_each_version_has_its_games_and_its_score(versions: Any) -> None:
    play(*versions, 1.5, 0.5)
    play(versions[1], versions[0], 4, 2, pairs=3)
    rating_refresh.refresh("ecarte")
    first, second = (VersionRating.objects.get(version=version) for version in versions)
    assert (first.games, first.score) == (8, 3.5)
    assert (second.games, second.score) == (8, 4.5)


def test_a_snapshot_is_taken_after_more_than_5_percent_more_games(versions: Any) -> None:
    play(*versions, 20, 20, pairs=20)
    rating_refresh.refresh("ecarte")
    assert snapshots(versions[0]) == 1
    play(*versions, 1, 1)
    rating_refresh.refresh("ecarte")
    assert snapshots(versions[0]) == 1
    play(*versions, 1, 1)
    rating_refresh.refresh("ecarte")
    assert snapshots(versions[0]) == 2
    last = Snapshot.objects.filter(bot=versions[0].bot).latest("id")
    assert (last.games, last.version) == (44, versions[0])


def test_a_snapshot_is_taken_when_another_version_is_rated(
    versions: Any, make_version: Any
) -> None:
    play(*versions, 20, 20, pairs=20)
    rating_refresh.refresh("ecarte")
    newer = make_version(versions[0].bot)
    rating_refresh.refresh("ecarte")
    assert list(Snapshot.objects.filter(bot=newer.bot).values_list("version", flat=True)) == [
        versions[0].pk,
        newer.pk,
    ]
    assert snapshots(versions[1]) == 1


@pytest.mark.parametrize(
    ("hours", "start"),
    [
        ((72, 30, 2), 1250),  # the last one that is a day old
        ((20, 10, 2), 1200),  # none is a day old: the first
        ((72, 48, 25), 1300),
    ],
)
def test_the_trend_starts_from_the_last_snapshot_that_is_a_day_old(
    versions: Any, hours: tuple[int, ...], start: int
) -> None:
    play(*versions, 40, 20, pairs=30)
    earlier_ratings(versions[0], hours, (1200, 1250, 1300))
    rating_refresh.refresh("ecarte")
    standing = Standing.objects.get(bot=versions[0].bot)
    assert standing.trend == pytest.approx(standing.rating - start)


def test_a_change_within_the_error_is_no_trend(versions: Any, client: Any) -> None:
    play(*versions, 40, 20, pairs=30)
    rating_refresh.refresh("ecarte")
    standing = Standing.objects.get(bot=versions[0].bot)
    assert standing.error is not None
    for before, shown in ((0.9, False), (1.1, True)):
        Snapshot.objects.all().delete()
        earlier_ratings(versions[0], (30,), (standing.rating - before * standing.error,), error=20)
        rating_refresh.refresh("ecarte")
        standing.refresh_from_db()
        assert (standing.trend is not None) == shown
        assert ("▲" in client.get("/rankings/ecarte/").text) == shown


def test_a_change_within_the_error_of_that_time_is_no_trend(versions: Any) -> None:
    play(*versions, 40, 20, pairs=30)
    earlier_ratings(versions[0], (30,), (1200,), error=500)
    rating_refresh.refresh("ecarte")
    assert Standing.objects.get(bot=versions[0].bot).trend is None


def earlier_ratings(
    version: Any, hours: tuple[int, ...], ratings: tuple[float, ...], error: float = 50
) -> None:
    now = timezone.now()
    for age, rating in zip(hours, ratings, strict=True):
        Snapshot.objects.create(
            bot=version.bot,
            version=version,
            games=2,
            rating=rating,
            error=error,
            taken=now - timedelta(hours=age),
        )


def test_the_first_rating_has_no_trend(versions: Any) -> None:
    play(*versions, 2, 0)
    rating_refresh.refresh("ecarte")
    assert Standing.objects.get(bot=versions[0].bot).trend is None
