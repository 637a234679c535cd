"""Matches over the API."""

from typing import Any

import pytest

from tests.arena.playing import claim, finish, make_match, played

pytestmark = pytest.mark.django_db


def test_the_list_is_newest_first_and_filtered(client: Any, versions: Any) -> None:
    done, queued = finish(make_match(*versions)), make_match(*versions)

    def listed(**query: str) -> list[int]:
        return [match["id"] for match in client.get("/api/v1/matches/", query).json()["results"]]

    assert listed() == [queued.pk, done.pk]
    assert listed(state="finished") == [done.pk]
    assert listed(bot="bob/shy", limit="1") == [queued.pk]
    assert listed(game="kozel") == []


def test_an_unknown_value_of_a_filter_is_an_error(client: Any, versions: Any) -> None:
    response = client.get("/api/v1/matches/", {"bot": "nobody/nothing"})
    assert response.status_code == 400
    assert "nobody/nothing" in response.json()["detail"]


def test_a_match_shows_bots_scores_and_attempts(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    shown = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert shown["bots"] == [
        {"bot": "alice/bold", "version": 1, "sha256": versions[0].sha256, "remote": False},
        {"bot": "bob/shy", "version": 1, "sha256": versions[1].sha256, "remote": False},
    ]
    assert shown["scores"] == [match.score0, match.score1]
    assert shown["state"] == "finished"
    assert shown["seed"] == bytes(match.seed).hex()
    assert [(a["number"], a["outcome"]) for a in shown["attempts"]] == [(1, "finished")]


def test_a_queued_match_shows_its_position_and_no_scores(client: Any, versions: Any) -> None:
    match = make_match(*versions)
    shown = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert (shown["position"], shown["scores"], shown["seed"]) == (1, None, None)


def test_the_record_is_the_one_that_was_submitted(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    assert client.get(f"/api/v1/matches/{match.pk}/record/").json() == played(match).record


def test_there_is_no_record_before_the_end(client: Any, versions: Any) -> None:
    assert client.get(f"/api/v1/matches/{make_match(*versions).pk}/record/").status_code == 404


def test_a_qualification_is_for_its_owner(client: Any, versions: Any, alice: Any, bob: Any) -> None:
    match = finish(make_match(versions[0], versions[0], queue="check", rated=False))
    addresses = [f"/api/v1/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/record/"]
    client.force_login(bob)
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    assert client.get("/api/v1/matches/").json()["results"] == []
    client.force_login(alice)
    assert [client.get(address).status_code for address in addresses] == [200, 200]


def test_the_number_of_queries_does_not_grow_with_the_list(
    client: Any, versions: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(8):
        make_match(*versions)
    with django_assert_max_num_queries(3):
        client.get("/api/v1/matches/")


def test_the_owner_of_a_side_reads_its_faults_and_nobody_else(
    client: Any, versions: Any, alice: Any, bob: Any
) -> None:
    match = finish(make_match(*versions))
    fault = {"game": 1, "seat": 0, "move": 4, "reason": "crash", "cause": "main.py line 2: Bad\nT"}
    match.logs.filter(side=0).update(faults=[fault, fault | {"game": 3}])
    address = f"/api/v1/matches/{match.pk}/"
    assert client.get(address).json()["faults"] == []
    client.force_login(bob)
    assert client.get(address).json()["faults"] == [{"side": 1, "faults": []}]
    client.force_login(alice)
    assert client.get(address).json()["faults"] == [
        {"side": 0, "faults": [fault | {"games": [1, 3]}]}
    ]


def test_matches_are_filtered_by_the_owner_of_a_bot(
    client: Any, versions: Any, make_rivals: Any
) -> None:
    own, others = make_match(*versions), make_match(*make_rivals(2))
    listed = [
        [match["id"] for match in client.get("/api/v1/matches/", query).json()["results"]]
        for query in ({"owner": "bob"}, {"owner": "nobody"}, {})
    ]
    assert listed == [[own.pk], [], [others.pk, own.pk]]


def test_a_running_match_says_how_many_games_are_over(client: Any, versions: Any) -> None:
    match = make_match(*versions)
    address = f"/api/v1/matches/{match.pk}/"
    assert client.get(address).json()["games_over"] is None
    attempt = claim(match)
    assert client.get(address).json()["games_over"] == 0
    for number, ended in ((1, 2), (2, 3)):
        data = {"over": [], "moves": [], "ended": ended}
        attempt.live_updates.create(number=number, data=data)
    assert client.get(address).json()["games_over"] == 3


def test_logs_are_for_the_owner_of_the_side(
    client: Any, versions: Any, alice: Any, bob: Any
) -> None:
    match = finish(make_match(*versions))
    match.logs.all().delete()
    for side in (0, 1):
        match.logs.create(side=side, stderr=f"log {side}", times=[[[0, 1.5, 1, 0, 0]]])
    address = f"/api/v1/matches/{match.pk}/logs/"
    assert client.get(address).status_code == 401
    for person, side in ((alice, 0), (bob, 1)):
        client.force_login(person)
        [log] = client.get(address).json()
        assert (log["side"], log["stderr"], log["faults"]) == (side, f"log {side}", [])
        assert log["times"] == [[[0, 1.5, 1, 0, 0]]]
