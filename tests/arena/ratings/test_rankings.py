"""The rankings: pages, API, and the chart of a bot's course."""

from typing import Any

import pytest
from django.template import Context, Template
from django.utils import timezone

from arena.ratings import rating_refresh
from arena.ratings.models import Standing
from arena.ratings.rating_chart import rating_chart
from arena.ratings.rating_history import RatingPoint, rating_history
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions(make_version: Any, alice: Any, bob: Any) -> tuple[Any, Any]:
    """Two bots; Bob's has won."""
    versions = (
        make_version(alice, ruleset="ecarte", name="pique"),
        make_version(bob, ruleset="ecarte", name="coeur"),
    )
    play(*versions, 0.5, 1.5)
    rating_refresh.refresh("ecarte")
    return versions


@pytest.fixture
def many(make_version: Any, alice: Any) -> None:
    """More bots than a page holds."""
    Standing.objects.bulk_create(
        Standing(
            bot=make_version(alice).bot,
            ruleset="kozel",
            rating=1500 + number,
            error=30 + number,
            place=60 - number,
            place_best=max(1, 50 - number),
            place_worst=60 - number,
            matches=1,
            games=10,
            last_played=timezone.now(),
        )
        for number in range(60)
    )


def test_the_index_leads_to_the_first_game(client: Any, db: None) -> None:
    assert client.get("/rankings/").headers["Location"] == "/rankings/kozel/"


def test_a_game_that_nobody_has_played_says_so(client: Any, db: None) -> None:
    page = client.get("/rankings/svoi-kozyri/").content.decode()
    assert "No rated match of Svoi Kozyri has been played yet." in page


def test_an_unknown_game_is_not_found(client: Any, db: None) -> None:
    assert client.get("/rankings/whist/").status_code == 404


def test_the_best_stands_first(client: Any, versions: Any) -> None:
    page = client.get("/rankings/ecarte/").content.decode()
    assert page.index("/bots/bob/coeur/") < page.index("/bots/alice/pique/")
    for text in ("1506", "1494", "1–0–0", "0–0–1", "75.0 %", "25.0 %"):
        assert text in page


def test_each_game_has_a_ranking_of_its_own(client: Any, versions: Any) -> None:
    assert "coeur" not in client.get("/rankings/kozel/").content.decode()


def test_house_bots_and_resting_bots_are_marked(client: Any, versions: Any) -> None:
    assert "house</span>" not in client.get("/rankings/ecarte/").content.decode()
    versions[0].bot.owner.is_house = True
    versions[0].bot.owner.save()
    versions[1].bot.active = None
    versions[1].bot.save()
    rating_refresh.refresh("ecarte")
    page = client.get("/rankings/ecarte/?show=all").content.decode()
    assert page.count("house</span>") == 1
    assert page.count("inactive</span>") == 1


def test_a_bot_at_rest_is_shown_on_request_and_has_no_place(client: Any, versions: Any) -> None:
    versions[1].bot.active = None
    versions[1].bot.save()
    rating_refresh.refresh("ecarte")
    assert "coeur" not in client.get("/rankings/ecarte/").content.decode()
    assert "coeur" in client.get("/rankings/ecarte/?show=rest").content.decode()
    rows = client.get("/api/rankings/ecarte/").json()["results"]
    assert {row["bot"]: row["place"] for row in rows} == {"alice/pique": 1, "bob/coeur": None}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=coeur", {"coeur"}),
        ("q=bob/coe", {"coeur"}),
        ("owner=alice", {"pique"}),
        ("language=python", {"pique", "coeur"}),
        ("q=nobody", set()),
        ("language=cobol&show=never", {"pique", "coeur"}),
    ],
)
def test_a_ranking_can_be_filtered(client: Any, versions: Any, query: str, found: set[str]) -> None:
    page = client.get(f"/rankings/ecarte/?{query}").content.decode()
    names = {name for name in ("pique", "coeur") if f"/{name}/" in page}
    assert names == found
    assert ("No bots match this filter" in page) == (not found)


def test_tied_places_are_marked(client: Any, versions: Any) -> None:
    page = client.get("/rankings/ecarte/").content.decode()
    assert "Tied: the true place may be anywhere from 1 to 2" in page
    for _ in range(30):
        play(versions[1], versions[0], 2, 0)
    rating_refresh.refresh("ecarte")
    assert "Tied" not in client.get("/rankings/ecarte/").content.decode()


def test_every_page_shows_the_same_number(client: Any, versions: Any) -> None:
    standing = Standing.objects.get(bot=versions[1].bot)
    for address in ("/", "/rankings/ecarte/", "/bots/", "/bots/bob/coeur/", "/accounts/users/bob/"):
        page = client.get(address).content.decode()
        assert f"{standing.rating:.0f}" in page, address
        assert f"± {standing.error:.0f}" in page, address
    row = client.get("/api/bots/bob/coeur/").json()
    assert (row["rating"], row["error"]) == (standing.rating, standing.error)


def test_a_long_ranking_is_paged_and_goes_on_counting(client: Any, many: Any) -> None:
    first = client.get("/rankings/kozel/").content.decode()
    second = client.get("/rankings/kozel/?page=2").content.decode()
    assert first.count("<tr>") - 1 == 50
    assert '<td class="num">51 ' in second
    assert '<td class="num">60 ' in second


def test_queries_do_not_grow_with_the_rows(
    client: Any, versions: Any, many: Any, django_assert_num_queries: Any
) -> None:
    for ruleset in ("ecarte", "kozel"):
        with django_assert_num_queries(6):
            client.get(f"/rankings/{ruleset}/")


def test_the_api_lists_the_ranking_with_places(client: Any, many: Any) -> None:
    answer = client.get("/api/rankings/kozel/?limit=5&offset=20").json()
    assert answer["count"] == 60
    assert [row["place"] for row in answer["results"]] == [21, 22, 23, 24, 25]
    ratings = [row["rating"] for row in answer["results"]]
    assert ratings == sorted(ratings, reverse=True)


def test_the_api_tells_the_elo_in_points(client: Any, versions: Any) -> None:
    (first, _) = client.get("/api/rankings/ecarte/").json()["results"]
    assert (first["bot"], first["elo"], first["wins"]) == ("bob/coeur", 1506.0, 1)
    (line,) = client.get("/api/bots/bob/coeur/elo/").json()["results"]
    assert (line["before"], line["after"], line["scored"]) == (1500.0, 1506.0, 1.5)


@pytest.mark.parametrize("address", ["/api/rankings/whist/", "/api/bots/nobody/nothing/elo/"])
def test_the_api_does_not_find_what_there_is_not(client: Any, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def rendered(text: str, **context: Any) -> str:
    return Template("{% load ratings %}" + text).render(Context(context))


def test_other_pages_can_show_a_bots_standing(versions: Any) -> None:
    play(*versions, 0.5, 1.5)
    rating_refresh.refresh("ecarte")
    text = rendered("{% bot_standing bot %}", bot=versions[1].bot)
    standing = Standing.objects.get(bot=versions[1].bot)
    assert f"{standing.elo / 100:.0f}" in text
    assert "<svg" in text
    assert f"to {standing.rating:.0f} ± {standing.error:.0f} after 4 rated games." in text


def test_a_bot_without_a_rated_match_has_no_chart(make_bot: Any, alice: Any) -> None:
    text = rendered("{% bot_standing bot %}", bot=make_bot(alice))
    assert "no rated match has been played yet" in text
    assert "<svg" not in text


def test_other_pages_can_show_what_a_match_changed(versions: Any) -> None:
    match = play(*versions, 2, 0)
    text = rendered("{% elo_changes match %}", match=match)
    for part in ("1,494.00", "alice/pique", "expected 1.0 of 2, scored 2", "−12."):
        assert part in text.replace("1494.00", "1,494.00")


def test_a_match_that_is_not_rated_says_so(versions: Any) -> None:
    match = play(*versions, 2, 0, rated=False)
    assert "unrated" in rendered("{% elo_changes match %}", match=match)


@pytest.mark.parametrize(
    ("hundredths", "shown"), [(-931, "−9.31"), (0, "±0.00"), (5, "+0.05"), (1200, "+12.00")]
)
def test_a_gain_has_its_sign(hundredths: int, shown: str) -> None:
    assert rendered("{{ gain|elo_gain }}", gain=hundredths) == shown


def test_the_chart_stays_in_its_box_whatever_the_course() -> None:
    for course in (
        [RatingPoint(0, 1500, 300, 1), RatingPoint(1, 1500, 0, 1)],
        [
            RatingPoint(number, 1500 + number**3 % 791, 9000 / (1 + number), 1)
            for number in range(500)
        ],
        [
            RatingPoint(900, -300, 20, 1),
            RatingPoint(901, 2890, 900, 2),
            RatingPoint(902, 3, 4000, 3),
        ],
    ):
        drawn = rating_chart(course)
        assert drawn is not None
        for point in (*drawn.line.split(), *drawn.band.split()):
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert 0 <= y <= drawn.bottom
        assert len(drawn.rating_ticks) <= 8
        assert len(drawn.games_ticks) <= 8


def test_a_chart_marks_where_another_version_was_rated() -> None:
    drawn = rating_chart(
        [RatingPoint(1, 1500, 9, 1), RatingPoint(5, 1500, 9, 1), RatingPoint(9, 1520, 40, 3)]
    )
    assert drawn is not None
    assert [tick.label for tick in drawn.versions] == ["v3"]


def test_a_single_point_is_no_chart(versions: Any) -> None:
    assert rating_chart([]) is None
    assert rating_chart(rating_history(versions[0].bot)[:1]) is None
