"""Rankings of people, and what profiles show of games at tables."""

from typing import Any

import pytest

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.people import pool_refresh
from arena.people.models import Player, PlayerRating, PoolRefresh
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(make_bot: Any, bob: User) -> Bot:
    bot: Bot = make_bot(bob, ruleset="ecarte", name="coeur")
    return bot


@pytest.fixture
def ranked(db: None) -> None:
    """Sixty people, the last ten provisional."""
    users = [User.objects.create(username=f"user{number}") for number in range(60)]
    PlayerRating.objects.bulk_create(
        PlayerRating(
            player=Player.objects.create(user=user),
            pool="ecarte/classic",
            rating=1500 + number,
            error=300 if number >= 50 else 90,
            provisional=number >= 50,
            games=10,
            played=20 + number,
        )
        for number, user in enumerate(users)
    )


def test_the_ranking_lists_people_best_first_and_provisional_ones_last(
    client: Any, ranked: None
) -> None:
    first = client.get("/people/ecarte/classic/").content.decode()
    assert first.index("user49") < first.index("user48")
    assert "user59" not in first
    second = client.get("/people/ecarte/classic/?page=2").content.decode()
    assert second.index("user59") < second.index("user50")
    assert second.count("provisional</span>") == 10


def test_the_ranking_needs_no_more_queries_for_more_people(
    client: Any, ranked: None, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        client.get("/people/ecarte/classic/")


@pytest.mark.parametrize("address", ["/people/whist/", "/api/v1/people/whist/"])
def test_unknown_games_are_not_found(client: Any, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_an_empty_ranking_says_so(client: Any, db: None) -> None:
    assert client.get("/people/").headers["Location"] == "/people/kozel/"
    assert "No rated game of Kozel" in client.get("/people/kozel/").content.decode()


def test_the_api_lists_people(client: Any, ranked: None) -> None:
    answer = client.get("/api/v1/people/ecarte/classic/?limit=2&offset=1").json()
    assert answer["count"] == 60
    best = answer["results"][0]
    assert (best["player"], best["rating"], best["played"]) == ("user48", 1548.0, 68)
    assert best["url"].endswith("/accounts/users/user48/")
    own = client.get("/api/v1/users/user48/ratings/").json()["results"]
    assert own == [best]
    assert client.get("/api/v1/users/nobody/ratings/").status_code == 404


def test_a_profile_shows_ratings_and_games(client: Any, make_person: Any, bot: Bot) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    play(carol, bot)
    pool_refresh.sweep()
    PoolRefresh.objects.update(computed=None)
    play(dora, carol, score=0)
    pool_refresh.sweep()
    page = client.get("/accounts/users/carol/").content.decode()
    assert "bob/coeur" in page
    assert 'href="/accounts/users/dora/"' in page
    assert "provisional" in page
    assert "Rating by rated games" in page  # the chart
    assert page.count("/replay/") == 2
    assert page.count(">won<") == 2


def test_private_games_are_on_the_own_profile_only(
    client: Any, alice: User, make_person: Any
) -> None:
    play(Player.objects.create(user=alice), make_person("dora"), public=False, rated=False)
    assert "At the table" not in client.get("/accounts/users/alice/").content.decode()
    client.force_login(alice)
    assert 'href="/accounts/users/dora/"' in client.get("/accounts/users/alice/").content.decode()


def test_a_person_who_left_the_arena_is_named_without_a_link(client: Any, make_person: Any) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    play(carol, dora)
    User.objects.filter(username="dora").update(is_active=False)
    page = client.get("/accounts/users/carol/").content.decode()
    assert "dora" in page
    assert "/accounts/users/dora/" not in page


def test_who_has_never_played_has_no_such_part(client: Any, alice: User) -> None:
    assert "At the table" not in client.get("/accounts/users/alice/").content.decode()
