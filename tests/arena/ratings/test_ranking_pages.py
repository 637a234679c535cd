"""The ranking pages."""

from typing import Any

import pytest

from arena.ratings import rating_refresh
from arena.ratings.models import Standing
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def test_the_index_leads_to_the_first_game(client: Any, db: None) -> None:
    assert client.get("/rankings/").headers["Location"] == "/rankings/kozel/"


def test_a_game_without_rated_matches_says_so(client: Any, db: None) -> None:
    page = client.get("/rankings/svoi-kozyri/").content.decode()
    assert "No rated match of Svoi Kozyri has been played yet." in page


def test_an_unknown_game_is_not_found(client: Any, db: None) -> None:
    assert client.get("/rankings/whist/").status_code == 404


def test_the_best_bot_comes_first(client: Any, rated_versions: Any) -> None:
    page = client.get("/rankings/ecarte/").content.decode()
    assert page.index("/bots/bob/coeur/") < page.index("/bots/alice/pique/")
    for text in ("1506", "1494", "1–0–0", "0–0–1", "75.0 %", "25.0 %"):
        assert text in page


def test_each_game_has_its_own_ranking(client: Any, rated_versions: Any) -> None:
    assert "coeur" not in client.get("/rankings/kozel/").content.decode()


def test_house_bots_and_inactive_bots_are_marked(client: Any, rated_versions: Any) -> None:
    assert "house</span>" not in client.get("/rankings/ecarte/").content.decode()
    rated_versions[0].bot.owner.is_house = True
    rated_versions[0].bot.owner.save()
    rated_versions[1].bot.active = None
    rated_versions[1].bot.save()
    rating_refresh.refresh("ecarte")
    page = client.get("/rankings/ecarte/?show=all").content.decode()
    assert page.count("house</span>") == 1
    assert page.count("inactive</span>") == 1


def test_an_inactive_bot_is_shown_on_request_and_has_no_place(
    client: Any, rated_versions: Any
) -> None:
    rated_versions[1].bot.active = None
    rated_versions[1].bot.save()
    rating_refresh.refresh("ecarte")
    assert "coeur" not in client.get("/rankings/ecarte/").content.decode()
    assert "coeur" in client.get("/rankings/ecarte/?show=rest").content.decode()
    rows = client.get("/api/v1/rankings/ecarte/").json()["results"]
    assert {row["bot"]: row["place"] for row in rows} == {"alice/pique": 1, "bob/coeur": None}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=coeur", {"coeur"}),
        ("q=bob/coe", {"coeur"}),
        ("owner=alice", {"pique"}),
        ("owner=%20ALICE", {"pique"}),
        ("owner=ali", set()),
        ("language=python", {"pique", "coeur"}),
        ("q=nobody", set()),
        ("language=cobol&show=never", {"pique", "coeur"}),
    ],
)
def test_a_ranking_can_be_filtered(
    client: Any, rated_versions: Any, query: str, found: set[str]
) -> None:
    page = client.get(f"/rankings/ecarte/?{query}").content.decode()
    names = {name for name in ("pique", "coeur") if f"/{name}/" in page}
    assert names == found
    assert ("No bots match this filter" in page) == (not found)


def test_tied_places_are_marked(client: Any, rated_versions: Any) -> None:
    page = client.get("/rankings/ecarte/").content.decode()
    assert "Tied: the true place may be anywhere from 1 to 2" in page
    for _ in range(30):
        play(rated_versions[1], rated_versions[0], 2, 0)
    rating_refresh.refresh("ecarte")
    assert "Tied" not in client.get("/rankings/ecarte/").content.decode()


def test_every_page_shows_the_same_number(client: Any, rated_versions: Any) -> None:
    standing = Standing.objects.get(bot=rated_versions[1].bot)
    for address in ("/", "/rankings/ecarte/", "/bots/", "/bots/bob/coeur/", "/accounts/users/bob/"):
        page = client.get(address).content.decode()
        assert f"{standing.rating:.0f}" in page, address
        assert f"± {standing.error:.0f}" in page, address
    row = client.get("/api/v1/bots/bob/coeur/").json()
    assert (row["rating"], row["error"]) == (standing.rating, standing.error)


def test_the_places_continue_on_the_second_page(client: Any, many_standings: Any) -> None:
    first = client.get("/rankings/kozel/").content.decode()
    second = client.get("/rankings/kozel/?page=2").content.decode()
    assert first.count("<tr>") - 1 == 50
    assert '<td class="num">51 ' in second
    assert '<td class="num">60 ' in second


def test_queries_do_not_grow_with_the_rows(
    client: Any, rated_versions: Any, many_standings: Any, django_assert_num_queries: Any
) -> None:
    for ruleset in ("ecarte", "kozel"):
        with django_assert_num_queries(6):
            client.get(f"/rankings/{ruleset}/")


@pytest.fixture
def two_groups(make_version: Any, make_rivals: Any, alice: Any) -> tuple[list[Any], list[Any]]:
    """The house's bots, and more and stronger ones that have not met them."""
    alice.is_house = True
    alice.save()
    house = [make_version(alice, ruleset="ecarte") for _ in range(2)]
    play(*house, 1, 1)
    others = make_rivals(4, ruleset="ecarte")
    for other in others[1:]:
        play(others[0], other, 2, 0)
    rating_refresh.sweep()
    return house, others


def test_the_main_group_comes_first_and_the_others_below_a_heading(
    two_groups: Any, client: Any
) -> None:
    house, others = two_groups
    page = client.get("/rankings/ecarte/").text
    heading = page.index("Not comparable with the main group")
    assert page.count("Not comparable with the main group") == 1
    for version in house:
        assert page.index(version.bot.get_absolute_url()) < heading
    for version in others:
        assert page.index(version.bot.get_absolute_url()) > heading


def test_the_home_page_lists_only_bots_that_can_be_compared(two_groups: Any, client: Any) -> None:
    house, others = two_groups
    page = client.get("/").text
    leaders = page[page.index('class="leaders"') :]
    leaders = leaders[: leaders.index("</ol>")]
    assert all(version.bot.get_absolute_url() in leaders for version in house)
    assert not any(version.bot.get_absolute_url() in leaders for version in others)
