"""Asking for an analysis: once each, within limits, and only for what can be analysed."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from arena.analysis.models import Analysis
from arena.tables.models import Table
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db


def address(match: Any, game: int = 1) -> str:
    return f"/api/v1/matches/{match.pk}/games/{game}/analysis/"


def test_a_visitor_asks_and_everybody_gets_the_same_analysis(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    assert client.get(address(match)).json()["state"] == "none"
    first = client.post(address(match))
    assert (first.status_code, first.json()["state"], first.json()["position"]) == (
        202,
        "queued",
        1,
    )
    again = client.post(address(match))
    assert again.json() == first.json() == client.get(address(match)).json()
    other = client.post(address(match, 2)).json()
    assert other["position"] == 2
    assert Analysis.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("requests", [16, pytest.param(100, marks=pytest.mark.live)])
def test_of_many_requests_at_once_each_game_is_queued_once(versions: Any, requests: int) -> None:
    match = finish(make_match(*versions, pairs=2))

    def ask(number: int) -> int:
        try:
            return Client().post(address(match, 1 + number % 4)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(ask, range(requests)))
    assert set(statuses) == {202}
    assert sorted(Analysis.objects.values_list("game", flat=True)) == [1, 2, 3, 4]


def test_a_match_that_is_not_finished_is_refused(client: Any, versions: Any) -> None:
    match = make_match(*versions)
    for answer in (client.get(address(match)), client.post(address(match))):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")


def test_a_game_that_the_match_does_not_have_is_not_found(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    for number in (0, 3, 10**9):
        answer = client.post(address(match, number))
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "the match has 2" in answer.json()["detail"]


def test_a_ruleset_without_an_evaluator_is_refused_and_not_offered(
    client: Any, make_rivals: Any
) -> None:
    match = finish(make_match(*make_rivals(2, ruleset="svoi-kozyri")))
    answer = client.post(address(match))
    assert (answer.status_code, answer.json()["code"]) == (409, "no_analysis")
    assert b'data-part="analysis"' not in client.get(match.get_absolute_url()).content


def test_a_qualification_is_analysed_for_its_owner_only(
    client: Any, versions: Any, alice: Any, bob: Any
) -> None:
    match = finish(make_match(versions[0], versions[0], queue="check", rated=False))
    client.force_login(bob)
    assert client.post(address(match)).status_code == 404
    client.force_login(alice)
    assert client.post(address(match)).status_code == 202


def test_an_arena_that_analyses_nothing_says_so(client: Any, versions: Any, settings: Any) -> None:
    match = finish(make_match(*versions))
    settings.ANALYSIS = False
    answer = client.post(address(match))
    assert (answer.status_code, answer.json()["code"]) == (409, "no_analysis")
    assert b'data-part="analysis"' not in client.get(match.get_absolute_url()).content


def test_only_new_analyses_count_for_the_limit_of_an_address(
    client: Any, versions: Any, settings: Any
) -> None:
    settings.ANALYSES_PER_ADDRESS = 2
    match = finish(make_match(*versions, pairs=2))
    assert [client.post(address(match, game)).status_code for game in (1, 1, 1, 2)] == [202] * 4
    refused = client.post(address(match, 3))
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused["Retry-After"]) > 3000
    assert "goat analyse" in refused.json()["detail"]
    assert client.post(address(match, 3), REMOTE_ADDR="192.0.2.7").status_code == 202


def test_the_limit_of_a_user_holds_from_every_address(
    client: Any, versions: Any, settings: Any, alice: Any
) -> None:
    settings.ANALYSES_PER_HOUR = 1
    match = finish(make_match(*versions, pairs=2))
    client.force_login(alice)
    assert client.post(address(match, 1)).status_code == 202
    assert client.post(address(match, 2), REMOTE_ADDR="192.0.2.7").status_code == 429


def test_a_full_queue_refuses_what_is_new(client: Any, versions: Any, settings: Any) -> None:
    settings.ANALYSES_WAITING = 1
    match = finish(make_match(*versions))
    assert client.post(address(match, 1)).status_code == 202
    refused = client.post(address(match, 2))
    assert (refused.status_code, refused.json()["code"]) == (429, "queue_full")
    assert client.post(address(match, 1)).status_code == 202


def test_a_failed_analysis_is_queued_again_by_who_asks_again(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    client.post(address(match))
    Analysis.objects.update(state="failed", error="it took too long", attempts=3)
    shown = client.get(address(match)).json()
    assert (shown["state"], shown["reason"]) == ("failed", "it took too long")
    assert client.post(address(match)).json()["state"] == "queued"
    assert Analysis.objects.get().attempts == 0


def test_a_token_that_may_only_read_asks_for_nothing(
    client: Any, versions: Any, alice: Any
) -> None:
    from arena.accounts.models import ApiToken

    match = finish(make_match(*versions))
    _, secret = ApiToken.make(alice, "reader", scopes=["read"])
    answer = client.post(address(match), headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope")


def test_the_page_of_a_table_offers_it_only_with_a_result(client: Any) -> None:
    table = Table.objects.create(ruleset="ecarte", seed=bytes(32), state="playing")
    answer = client.post(f"/api/v1/tables/{table.code}/analysis/")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
    assert client.post("/api/v1/tables/nothing234/analysis/").status_code == 404
    private = Table.objects.create(ruleset="ecarte", seed=bytes(32), state="over", watchable=False)
    assert client.post(f"/api/v1/tables/{private.code}/analysis/").status_code == 404
