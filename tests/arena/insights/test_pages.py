"""The pages and the API of the statistics."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.insights import counting, report
from arena.matches.models import Match
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(alice: Any, bob: Any, make_version: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Alice's bot, after twelve matches against Bob's."""
    monkeypatch.setattr(counting, "BUDGET_SECONDS", 60)  # on a busy machine too
    pair = make_version(alice, ruleset="ecarte"), make_version(bob, ruleset="ecarte")
    for choice in range(12):
        finish(make_match(*pair), choice)
    Match.objects.update(finished=timezone.now() - timedelta(minutes=9))
    counting.sweep()
    return pair[0].bot


def test_the_first_page_is_the_first_games(client: Client) -> None:
    assert client.get("/statistics/").headers["Location"] == "/statistics/kozel/"


@pytest.mark.parametrize("game", report.games())
def test_a_game_without_matches_says_so(client: Client, game: str) -> None:
    page = client.get(f"/statistics/{game}/").content.decode()
    assert "No public match has been counted yet." in page


def test_a_games_page_shows_shares_and_payoffs_with_their_errors(client: Client, bot: Any) -> None:
    page = client.get("/statistics/ecarte/").content.decode()
    assert "What bots decided in 12 public matches" in page
    for title in ("Propose an exchange, or stand?", "What to lead first?"):
        assert title in page
    assert " ± " in page and '<svg class="payoff"' in page


def test_a_page_takes_few_queries(
    client: Client, bot: Any, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(4):
        client.get("/statistics/ecarte/")
    with django_assert_max_num_queries(7):
        client.get(f"/statistics/of/alice/{bot.name}/")


def test_a_bots_page_sets_it_beside_all_others(client: Client, bot: Any) -> None:
    page = client.get(f"/statistics/of/alice/{bot.name}/").content.decode()
    assert "All its versions in 12 public matches" in page
    assert "others 5" in page
    assert "Where it differs most" in page


def test_a_bot_that_decides_otherwise_is_found_to_differ(bot: Any) -> None:
    tally = bot.tallies.get()
    for hand in tally.cells["propose"].values():
        for choice, sums in hand.items():
            if choice == "stand":  # it never stood
                hand[choice] = [0] * len(sums)
        hand["propose"] = hand[""]
    tally.save()
    differences = report.report("ecarte", bot).differences()
    assert differences[0][0].question.key == "propose"
    # That it never stands says the same, and is not said again.
    bids = [choice.key for answers, _, choice in differences if answers.question.key == "propose"]
    assert set(bids) == {"propose"}


@pytest.mark.parametrize(
    "address",
    ["/statistics/whist/", "/statistics/ecarte/odd/", "/statistics/of/alice/none/"],
)
def test_an_unknown_game_or_bot_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_an_unknown_game_of_a_bot_is_not_found(client: Client, bot: Any) -> None:
    assert client.get(f"/statistics/of/alice/{bot.name}/?game=whist").status_code == 404
    assert client.get(f"/statistics/of/alice/{bot.name}/?game=kozel").status_code == 200


def test_the_api_has_the_same_figures(client: Client, bot: Any) -> None:
    found = client.get("/api/v1/statistics/?game=ecarte").json()
    assert (found["game"], found["matches"]) == ("ecarte", 12)
    (propose,) = [one for one in found["questions"] if one["key"] == "propose"]
    for hand in propose["hands"]:
        assert sum(choice["decisions"] for choice in hand["choices"]) == hand["decisions"]
        shares = [choice["share"]["mean"] for choice in hand["choices"]]
        assert sum(shares) == pytest.approx(1)
    mine = client.get(f"/api/v1/bots/alice/{bot.name}/statistics/").json()
    assert mine["questions"][0]["hands"][0]["choices"][0]["field"]["share"]


def test_the_api_refuses_an_unknown_game(client: Client) -> None:
    assert client.get("/api/v1/statistics/?game=whist").status_code == 400
