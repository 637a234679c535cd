"""Ratings of people are computed again after results."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.bots.models import Bot
from arena.people import pool_refresh, ratings
from arena.people.models import BotRating, PlayerRating, PlayerSnapshot, PoolRefresh, TableResult
from arena.ratings import rating_refresh
from arena.ratings.models import EloChange, HeadToHead, Standing
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(rated_versions: tuple[Any, Any]) -> Bot:
    """Bob's bot, which has a ladder rating above 1500."""
    bot: Bot = rated_versions[1].bot
    return bot


@pytest.fixture
def rated_versions(make_version: Any, alice: Any, bob: Any) -> tuple[Any, Any]:
    from tests.arena.ending import play as play_match

    versions = (
        make_version(alice, ruleset="ecarte", name="pique"),
        make_version(bob, ruleset="ecarte", name="coeur"),
    )
    play_match(*versions, 0, 2)
    rating_refresh.refresh("ecarte")
    return versions


def test_rates_people_and_the_bots_that_they_met(make_person: Any, bot: Bot) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    for score in (1, 1, 0):
        play(carol, bot, score=score)
    play(dora, carol, score=0)
    pool_refresh.sweep()
    best, worst = PlayerRating.objects.ranking("ecarte")
    assert (best.player, best.games, best.played) == (carol, 4, 4)
    assert best.rating > 1500 > worst.rating
    assert worst.error > best.error
    assert ratings.of(carol, "ecarte") == ratings.Rating(best.rating, best.error, 4, True)
    assert ratings.of(carol, "kozel") is None
    assert BotRating.objects.get().games == 3


def test_the_ladder_rating_of_a_bot_is_where_its_rating_among_people_starts(
    make_person: Any, bot: Bot
) -> None:
    standing = Standing.objects.get(bot=bot)
    for score in (0, 1):
        play(make_person(f"person{score}"), bot, score=score)
    pool_refresh.sweep()
    rating = BotRating.objects.get()
    assert rating.rating == pytest.approx(standing.rating, abs=40)
    assert rating.error < 1.96 * 150
    shown = ratings.of_bot(bot, "ecarte")
    assert shown == ratings.Rating(standing.rating, standing.error, 0)  # until it met enough people


def test_tables_leave_elo_and_ladder_ratings_alone(make_person: Any, bot: Bot) -> None:
    def ladder() -> list[Any]:
        return [list(model.objects.values()) for model in (Standing, EloChange, HeadToHead)]

    before = ladder()
    carol = make_person("carol")
    for _ in range(12):
        play(carol, bot)
    pool_refresh.sweep()
    rating_refresh.sweep()
    assert ladder() == before


def test_only_the_latest_ten_games_of_two_opponents_count(make_person: Any, bot: Bot) -> None:
    carol = make_person("carol")
    for _ in range(10):
        play(carol, bot)
    pool_refresh.sweep()
    after_ten = PlayerRating.objects.get()
    PoolRefresh.objects.update(computed=None)
    for _ in range(5):
        play(carol, bot)
    pool_refresh.sweep()
    after_all = PlayerRating.objects.get()
    assert (after_all.rating, after_all.error) == (after_ten.rating, after_ten.error)
    assert (after_all.games, after_all.played) == (10, 15)
    assert TableResult.objects.filter(counts=True).count() == 10
    assert list(PlayerSnapshot.objects.values_list("played", flat=True)) == [10, 15]


def test_without_new_results_a_sweep_costs_one_query(make_person: Any, bot: Bot) -> None:
    play(make_person("carol"), bot)
    pool_refresh.sweep()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        pool_refresh.sweep()
    assert len(queries) == 1


def test_a_slow_computation_is_repeated_seldom(make_person: Any, bot: Bot) -> None:
    carol = make_person("carol")
    play(carol, bot)
    pool_refresh.sweep()
    PoolRefresh.objects.update(seconds=10.0)
    play(carol, bot)
    pool_refresh.sweep()
    assert PlayerRating.objects.get().played == 1
    PoolRefresh.objects.update(computed=timezone.now() - timedelta(seconds=91))
    pool_refresh.sweep()
    assert PlayerRating.objects.get().played == 2


def test_a_result_added_during_a_computation_is_not_missed(
    make_person: Any, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol = make_person("carol")
    play(carol, bot)
    real = pool_refresh.rate_teams

    def slow(*args: Any) -> Any:
        monkeypatch.setattr(pool_refresh, "rate_teams", real)
        play(carol, bot)
        return real(*args)

    monkeypatch.setattr(pool_refresh, "rate_teams", slow)
    pool_refresh.refresh("ecarte")
    state = PoolRefresh.objects.get()
    assert (state.included, state.results) == (1, 2)


def test_people_who_left_the_arena_are_not_listed(make_person: Any, bot: Bot) -> None:
    carol = make_person("carol")
    play(carol, bot)
    pool_refresh.sweep()
    carol.user.is_active = False
    carol.user.save()
    assert not PlayerRating.objects.ranking("ecarte").exists()


def test_the_latest_games_are_those_that_ended_last(make_person: Any, bot: Bot) -> None:
    carol = make_person("carol")
    lost = [play(carol, bot, score=0) for _ in range(10)]
    # Settled late: it ended before all others.
    early = play(carol, bot, score=1, finished=lost[0].finished - timedelta(hours=1))
    pool_refresh.sweep()
    early.refresh_from_db()
    assert not early.counts


def test_a_bot_that_is_not_comparable_on_the_ladder_starts_as_a_person_does(
    make_person: Any, bot: Bot
) -> None:
    Standing.objects.filter(bot=bot).update(group=1)
    for score in (0, 1):
        play(make_person(f"person{score}"), bot, score=score)
    pool_refresh.sweep()
    assert BotRating.objects.get().rating == pytest.approx(1500, abs=1)


def test_a_bot_in_two_seats_has_played_one_game(make_person: Any, bot: Bot) -> None:
    play(make_person("carol"), bot, make_person("dora"), bot, ruleset="kozel")
    pool_refresh.sweep()
    assert (BotRating.objects.get().games, BotRating.objects.get().played) == (1, 1)
    assert BotRating.objects.get().people == 2


def test_an_older_computation_does_not_replace_a_newer_one(
    make_person: Any, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol = make_person("carol")
    play(carol, bot)
    real = pool_refresh.rate_teams

    def overtaken(*args: Any) -> Any:
        monkeypatch.setattr(pool_refresh, "rate_teams", real)
        play(carol, bot)
        pool_refresh.refresh("ecarte")
        return real(*args)

    monkeypatch.setattr(pool_refresh, "rate_teams", overtaken)
    pool_refresh.refresh("ecarte")
    assert PlayerRating.objects.get().games == 2


def test_who_has_no_results_any_more_has_no_rating(make_person: Any, bot: Bot) -> None:
    play(make_person("carol"), bot).delete()
    play(make_person("dora"), bot)
    PlayerRating.objects.create(
        player=make_person("erin"),
        pool="ecarte",
        rating=1,
        error=1,
        provisional=False,
        games=1,
        played=1,
    )
    pool_refresh.sweep()
    assert [one.player.name for one in PlayerRating.objects.all()] == ["dora"]
