"""Levels and ratings beside the names at a table."""

from typing import Any

import pytest

from arena.bots.reference import house
from arena.people import shown
from arena.people.models import BotRating, Player, PlayerRating
from arena.people.ratings import Rating
from arena.tables.seats import seating
from arena.tables.watching import now
from tests.arena.tables.making import make_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    shown.forget()


def test_a_table_shows_levels_and_ratings(alice: Any, make_version: Any) -> None:
    greedy = make_version(house(), ruleset="ecarte", name="greedy-ecarte")
    player = Player.objects.create(user=alice)
    PlayerRating.objects.create(
        player=player,
        pool="ecarte",
        rating=1612.3,
        error=80.2,
        provisional=False,
        games=30,
        played=40,
    )
    BotRating.objects.create(
        bot=greedy.bot, pool="ecarte", rating=1700, error=50, games=20, people=3, played=20
    )
    table = make_table("ecarte", [player, greedy])
    seats = seating.seats_of(table)
    person, bot = now.now_of(table, seats, None, None, False, table.created, None)["seats"]
    assert (person["level"], person["rating"]) == (None, {"value": 1612, "error": 80})
    assert (bot["level"], bot["rating"]) == ("strong", {"value": 1700, "error": 50})


def test_asking_again_within_a_minute_costs_no_query(
    alice: Any, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    player = Player.objects.create(user=alice)
    monkeypatch.setattr(shown.time, "monotonic", lambda: 0.0)
    assert shown.of_player(player, "ecarte").rating is None
    PlayerRating.objects.create(
        player=player, pool="ecarte", rating=1600, error=80, provisional=False, games=1, played=1
    )
    with django_assert_num_queries(0):
        assert shown.of_player(player, "ecarte").rating is None
    monkeypatch.setattr(shown.time, "monotonic", lambda: 61.0)
    assert shown.of_player(player, "ecarte").rating == Rating(1600, 80, 1)


def test_guests_have_no_rating(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert shown.of_player(Player(guest_name="Guest 1"), "ecarte") == shown.Strength(None, None)
