"""Head to head: scores with intervals, by bot and by version, and links to the matches."""

from html import unescape
from itertools import pairwise
from typing import Any

import pytest

from arena.bots.models import Bot
from arena.ratings import head_to_head_tables
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def text(client: Any, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_a_cell_has_a_score_an_interval_and_a_link_to_its_matches(
    versions: Any, client: Any
) -> None:
    for _ in range(6):
        play(*versions, 1.5, 0.5)
    play(*versions, 0, 2)
    page = text(client, "/rankings/ecarte/head-to-head/")
    assert "alice/bold against bob/shy: 9 of 14 games, 7 matches" in page
    assert "64 %" in page and "36 %" in page
    link = "/matches/?bot=alice%2Fbold&against=bob%2Fshy&state=finished"
    assert link in page
    matches = text(client, link)
    assert matches.count("<tbody") == 1
    assert matches.split("<tbody")[1].count("<tr") == 7


def test_the_list_of_matches_can_be_narrowed_to_versions(
    versions: Any, make_version: Any, client: Any
) -> None:
    play(*versions, 2, 0)
    newer = make_version(versions[0].bot)
    play(newer, versions[1], 2, 0)
    found = text(client, "/matches/?bot=alice/bold/v2&against=bob/shy/v1").split("<tbody")[1]
    assert found.count("<tr") == 1
    assert "There is no bot" in text(client, "/matches/?bot=alice/bold/v3")
    assert "There is no bot" in text(client, "/matches/?against=alice/bold/v99999999999")


def test_only_significant_differences_are_coloured(versions: Any) -> None:
    play(*versions, 2, 0)
    bots = [version.bot for version in versions]
    assert [cell.tone for cell in head_to_head_tables.of_bots(bots)[0][1]] == ["", ""]
    for _ in range(20):
        play(*versions, 2, 0)
    (_, first), (_, second) = head_to_head_tables.of_bots(bots)
    assert (first[1].tone, second[0].tone) == ("good", "bad")
    assert first[0].same and first[0].estimate is None


def test_the_most_frequent_opponents_come_first(
    versions: Any, make_version: Any, bob: Any, client: Any
) -> None:
    rare = make_version(bob, ruleset="ecarte", name="rare")
    for _ in range(3):
        play(*versions, 2, 0)
    play(rare, versions[0], 2, 0)
    page = text(client, "/rankings/bots/alice/bold/")
    assert page.index("bob/shy") < page.index("bob/rare")
    assert "6 of 6" in page and "0 of 2" in page


def test_games_against_a_third_bot_do_not_count(
    versions: Any, make_version: Any, bob: Any, client: Any
) -> None:
    third = make_version(bob, ruleset="ecarte", name="third")
    for pair in ((versions[0], third), (third, versions[1])):
        play(*pair, 2, 0)
    assert "have not played" in text(client, "/rankings/bots/alice/bold/bob/shy/")
    bots = [version.bot for version in versions]
    assert [cell.games for _, cells in head_to_head_tables.of_bots(bots) for cell in cells] == [
        0
    ] * 4


def test_inactive_bots_are_left_out(versions: Any, client: Any) -> None:
    play(*versions, 2, 0)
    Bot.objects.filter(pk=versions[1].bot_id).update(active=None)
    page = text(client, "/rankings/ecarte/head-to-head/")
    assert "alice/bold" in page
    assert "bob/shy" not in page


def test_a_score_of_one_half_is_not_coloured(versions: Any) -> None:
    for _ in range(30):
        play(*versions, 1, 1)
    bots = [version.bot for version in versions]
    assert [cell.tone for _, cells in head_to_head_tables.of_bots(bots) for cell in cells] == [
        "",
        "",
        "",
        "",
    ]


def test_versions_are_compared_with_versions(versions: Any, make_version: Any, client: Any) -> None:
    play(*versions, 0, 2)
    newer = make_version(versions[0].bot)
    for _ in range(4):
        play(newer, versions[1], 1.5, 0.5)
    unplayed = make_version(versions[0].bot)
    page = text(client, "/rankings/bots/alice/bold/bob/shy/")
    assert "alice/bold/v1 against bob/shy/v1: 0 of 2 games, 1 match" in page
    assert "alice/bold/v2 against bob/shy/v1: 6 of 8 games, 4 matches" in page
    assert "All versions: 6 points in 10 games" in page
    assert f">v{unplayed.number}<" not in page
    assert "bot=alice%2Fbold%2Fv2&against=bob%2Fshy%2Fv1" in page


def test_bots_without_games_against_each_other_have_a_page_that_says_so(
    versions: Any, client: Any
) -> None:
    assert "have not played a rated match against each other" in text(
        client, "/rankings/bots/alice/bold/bob/shy/"
    )
    assert "not played a rated match" in text(client, "/rankings/bots/alice/bold/")
    assert "No active bot" in text(client, "/rankings/ecarte/head-to-head/")


@pytest.mark.parametrize(
    "address",
    ["/rankings/whist/head-to-head/", "/rankings/bots/no/body/", "/rankings/bots/no/body/at/all/"],
)
def test_unknown_games_and_bots_are_not_found(client: Any, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_queries_do_not_grow_with_the_bots(
    make_rivals: Any, alice: Any, client: Any, django_assert_max_num_queries: Any
) -> None:
    versions = make_rivals(12, ruleset="ecarte")
    for first, second in pairwise(versions):
        play(first, second, 2, 0)
    with django_assert_max_num_queries(8):
        client.get("/rankings/ecarte/head-to-head/")
    with django_assert_max_num_queries(10):
        client.get(f"/rankings/bots/alice/{versions[1].bot.name}/")
