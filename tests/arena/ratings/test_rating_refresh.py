"""Ratings are computed again soon after results, and include every result."""

from itertools import pairwise
from typing import Any

import pytest

from arena.bots.models import Bot
from arena.ratings import rating_refresh
from arena.ratings.models import HeadToHead, Snapshot, Standing, VersionRating
from arena.ratings.rating_pool import RatingPool
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def standing(version: Any) -> Standing:
    return Standing.objects.get(bot=version.bot)


def test_a_result_makes_the_ratings_stale_and_a_sweep_updates_them(versions: Any) -> None:
    assert not rating_refresh.is_stale("ecarte")
    play(*versions, 2, 0)
    assert rating_refresh.is_stale("ecarte")
    assert not rating_refresh.is_stale("kozel")
    rating_refresh.sweep()
    assert not rating_refresh.is_stale("ecarte")
    first, second = standing(versions[0]), standing(versions[1])
    assert first.rating > 1500 > second.rating
    assert first.rating + second.rating == pytest.approx(3000)
    assert (first.place, second.place) == (1, 2)
    assert first.error and second.error


def test_computing_again_changes_nothing(versions: Any) -> None:
    play(*versions, 2, 0)
    rating_refresh.refresh("ecarte")
    before = list(VersionRating.objects.order_by("pk").values())
    rating_refresh.refresh("ecarte")
    assert list(VersionRating.objects.order_by("pk").values()) == before


def test_a_result_during_a_computation_is_not_lost(
    versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(*versions, 2, 0)
    load = RatingPool.load

    def slowly(ruleset: str) -> RatingPool:
        pool = load(ruleset)
        play(*versions, 2, 0)
        return pool

    monkeypatch.setattr(RatingPool, "load", slowly)
    rating_refresh.refresh("ecarte")
    assert rating_refresh.is_stale("ecarte")
    monkeypatch.setattr(RatingPool, "load", load)
    rating_refresh.sweep()
    assert not rating_refresh.is_stale("ecarte")
    assert VersionRating.objects.get(version=versions[0]).games == 4


def test_a_slow_computation_does_not_overwrite_a_newer_one(
    versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(*versions, 2, 0)
    load = RatingPool.load

    def overtaken(ruleset: str) -> RatingPool:
        pool = load(ruleset)
        play(*versions, 2, 0)
        monkeypatch.setattr(RatingPool, "load", load)
        rating_refresh.refresh(ruleset)
        return pool

    monkeypatch.setattr(RatingPool, "load", overtaken)
    rating_refresh.refresh("ecarte")
    assert VersionRating.objects.get(version=versions[0]).games == 4


def test_a_new_version_starts_from_its_predecessor_with_a_wider_interval(
    versions: Any, make_version: Any
) -> None:
    for _ in range(20):
        play(*versions, 1.5, 0.5)
    rating_refresh.refresh("ecarte")
    before = standing(versions[0])
    assert before.error is not None
    make_version(versions[0].bot)
    assert rating_refresh.is_stale("ecarte")
    rating_refresh.sweep()
    after = standing(versions[0])
    assert after.rating == pytest.approx(before.rating, abs=0.5)
    assert after.error is not None
    assert after.error > 1.5 * before.error
    assert after.rated != versions[0]


def test_a_rolled_back_version_has_its_old_rating_again(versions: Any, make_version: Any) -> None:
    for _ in range(10):
        play(*versions, 2, 0)
    worse = make_version(versions[0].bot)
    for _ in range(10):
        play(worse, versions[1], 0, 2)
    rating_refresh.sweep()
    low = standing(versions[0]).rating
    Bot.objects.filter(pk=versions[0].bot_id).update(active=versions[0])
    rating_refresh.sweep()
    assert standing(versions[0]).rating > low + 100


def test_inactive_bots_do_not_drift(versions: Any, make_rivals: Any) -> None:
    for _ in range(8):
        play(*versions, 1.5, 0.5)
    Bot.objects.filter(pk=versions[0].bot_id).update(active=None)
    rating_refresh.sweep()
    before = standing(versions[0])
    newcomers = make_rivals(2, ruleset="ecarte")
    for _ in range(8):
        play(*newcomers, 2, 0)
    rating_refresh.sweep()
    after = standing(versions[0])
    assert (after.rating, after.place) == (pytest.approx(before.rating, abs=1e-6), None)
    assert after.error == pytest.approx(before.error, rel=0.05)


def test_an_inactive_bot_keeps_the_version_that_was_rated_last(
    versions: Any, make_version: Any
) -> None:
    play(*versions, 2, 0)
    play(make_version(versions[0].bot), versions[1], 2, 0)
    Bot.objects.filter(pk=versions[0].bot_id).update(active=versions[0])
    rating_refresh.sweep()
    Bot.objects.filter(pk=versions[0].bot_id).update(active=None)
    rating_refresh.sweep()
    assert standing(versions[0]).rated == versions[0]
    assert not rating_refresh.is_stale("ecarte")


def test_an_inactive_bot_that_was_never_rated_shows_its_newest_version(
    versions: Any, make_version: Any
) -> None:
    play(*versions, 2, 0)
    newer = make_version(versions[0].bot)
    play(newer, versions[1], 2, 0)
    Bot.objects.filter(pk=versions[0].bot_id).update(active=None)
    rating_refresh.sweep()
    assert standing(versions[0]).rated == newer


def test_bots_without_common_opponents_are_marked_as_not_comparable(
    client: Any, versions: Any, make_rivals: Any
) -> None:
    (third,) = make_rivals(1, ruleset="ecarte")
    play(*versions, 2, 0)
    play(third, versions[0], 2, 0)
    apart = make_rivals(2, ruleset="ecarte")
    play(*apart, 2, 0)
    rating_refresh.sweep()
    assert [standing(one).group for one in (*versions, third, *apart)] == [0, 0, 0, 1, 1]
    page = client.get("/rankings/ecarte/").content.decode()
    assert page.count('<span class="badge">not comparable</span>') == 2
    assert "cannot be compared" in page


def test_all_pairs_of_two_versions_are_one_row(versions: Any) -> None:
    play(*versions, 2, 0)
    play(*versions[::-1], 0.5, 1.5)
    row = HeadToHead.objects.get()
    assert row.matches == 2
    assert row.tally == (0, 0, 0, 1, 1)


def test_house_bots_are_the_anchor(versions: Any, make_version: Any, bob: Any) -> None:
    bob.is_house = True
    bob.save()
    play(*versions, 2, 0)
    rating_refresh.sweep()
    assert standing(versions[1]).rating == pytest.approx(1500)
    assert standing(versions[1]).error == pytest.approx(0, abs=1e-4)


def test_snapshots_grow_with_the_logarithm_of_the_games(versions: Any) -> None:
    for _ in range(40):
        play(*versions, 1, 1)
        rating_refresh.refresh("ecarte")
    number = Snapshot.objects.filter(bot=versions[0].bot).count()
    assert 15 < number < 35
    assert Snapshot.objects.count() == 2 * number


def test_a_bot_that_becomes_active_again_gets_its_place_back(versions: Any) -> None:
    play(*versions, 2, 0)
    Bot.objects.filter(pk=versions[0].bot_id).update(active=None)
    rating_refresh.sweep()
    assert standing(versions[0]).place is None
    Bot.objects.filter(pk=versions[0].bot_id).update(active=versions[0])
    assert rating_refresh.is_stale("ecarte")
    rating_refresh.sweep()
    assert standing(versions[0]).place == 1


def test_the_queries_of_a_computation_do_not_grow_with_the_bots(
    make_rivals: Any, django_assert_max_num_queries: Any
) -> None:
    versions = make_rivals(14, ruleset="ecarte")
    for first, second in pairwise(versions):
        play(first, second, 1.5, 0.5)
    with django_assert_max_num_queries(16):
        rating_refresh.refresh("ecarte")
    places = Standing.objects.order_by("place").values_list("place", flat=True)
    assert list(places) == list(range(1, 15))
