"""Tournaments over the API."""

from typing import Any

import pytest

from arena.accounts.models import ApiToken
from arena.tournaments import stages
from arena.tournaments.models import Tournament
from tests.arena.tournaments.played_tournaments import matches_of, open_tournament, play_all

pytestmark = pytest.mark.django_db


class Caller:
    """A program that calls the API with a user's token."""

    def __init__(self, client: Any, user: Any) -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"}

    def __call__(self, method: str, address: str, data: Any = None) -> Any:
        return getattr(self.client, method)(
            f"/api/v1/tournaments/{address}",
            data,
            content_type="application/json",
            headers=self.headers,
        )


@pytest.fixture
def by_alice(client: Any, alice: Any) -> Caller:
    return Caller(client, alice)


@pytest.fixture
def by_bob(client: Any, bob: Any) -> Caller:
    return Caller(client, bob)


@pytest.fixture
def versions(make_version: Any, alice: Any) -> list[Any]:
    return [make_version(alice, ruleset="ecarte", name=name) for name in "abc"]


def test_a_tournament_goes_from_draft_to_crosstable(
    by_alice: Caller, client: Any, versions: Any
) -> None:
    made = by_alice(
        "post",
        "",
        {"name": "Cup", "ruleset": "ecarte", "options": {"target": 3}, "clock": {"move_ms": 90}},
    )
    assert made.status_code == 201
    assert made.json()["state"] == "draft"
    assert made.json()["clock"] == {"start_ms": 10000, "move_ms": 90, "bank_ms": 10000}
    assert by_alice("post", "cup/open/").json()["state"] == "open"
    for version in versions:
        entered = by_alice("post", "cup/entries/", {"bot": str(version.bot)})
        assert (entered.status_code, entered.json()["number"]) == (201, None)
    assert by_alice("delete", "cup/entries/alice/c/").status_code == 204
    assert by_alice("post", "cup/start/").json()["state"] == "running"
    play_all(Tournament.objects.get())
    assert client.get("/api/v1/tournaments/cup/").json()["state"] == "finished"
    (pairing,) = client.get("/api/v1/tournaments/cup/pairings/").json()["results"]
    assert sorted(pairing["scores"]) == [2.5, 7.5]
    crosstable = client.get("/api/v1/tournaments/cup/crosstable/").json()
    assert [row["bot"] for row in crosstable["standings"]] == ["alice/a", "alice/b"]
    entries = client.get("/api/v1/tournaments/cup/entries/").json()["results"]
    assert [entry["number"] for entry in entries] == [1, 2]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ruleset": "whist"}, "ruleset"),
        ({"pairs": 0}, "pairs"),
        ({"clock": {"move_ms": 0}}, "clock.move_ms"),
        ({"name": ""}, "name"),
        ({"rated": True}, "rated"),
        ({"options": {"colour": "red"}}, None),
        ({"options": {"target": [1]}}, None),
        ({"options": 3}, "options"),
    ],
)
def test_an_error_names_its_field(
    by_alice: Caller, changes: dict[str, Any], field: str | None
) -> None:
    response = by_alice("post", "", {"name": "Cup", "ruleset": "ecarte"} | changes)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == ([field] if field else [])
    assert not Tournament.objects.exists()


def test_an_action_in_the_wrong_state_is_a_conflict(by_alice: Caller, alice: Any) -> None:
    stages.create(alice, "Cup", "ecarte", {})
    response = by_alice("post", "cup/start/")
    assert response.status_code == 409
    assert response.json()["code"] == "state"
    assert "Open it for entries first" in response.json()["detail"]


def test_other_users_cannot_run_it_or_see_drafts(by_bob: Caller, alice: Any) -> None:
    stages.create(alice, "Draft", "ecarte", {})
    open_tournament(alice, name="Cup")
    assert by_bob("get", "draft/").status_code == 404
    assert len(by_bob("get", "").json()["results"]) == 1
    for step in ("open", "start", "cancel"):
        assert by_bob("post", f"cup/{step}/").status_code == 403


def test_the_history_has_the_reasons_of_a_pause_and_a_cancellation(
    by_alice: Caller, alice: Any, versions: Any
) -> None:
    open_tournament(alice, versions, name="Cup")
    assert by_alice("post", "cup/start/").status_code == 200
    for step in ("pause", "resume", "cancel"):
        body = None if step == "resume" else {"reason": f"{step}: the hall is on fire"}
        assert by_alice("post", f"cup/{step}/", body).status_code == 200
    told = {row["kind"]: row["reason"] for row in by_alice("get", "cup/history/").json()["results"]}
    assert told["paused"] == "pause: the hall is on fire"
    assert told["cancelled"] == "cancel: the hall is on fire"
    refused = by_alice("post", "cup/cancel/", {"reason": "x" * 201})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["reason"])


def test_changes_need_a_token(client: Any, alice: Any) -> None:
    open_tournament(alice, name="Cup")
    for address in ("", "cup/start/", "cup/entries/"):
        response = client.post(
            f"/api/v1/tournaments/{address}", {}, content_type="application/json"
        )
        assert response.status_code == 401


def test_users_can_only_enter_and_withdraw_their_own_bots(
    by_bob: Caller, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:1], name="Cup")
    assert by_bob("post", "cup/entries/", {"bot": "alice/b"}).status_code == 400
    assert by_bob("delete", "cup/entries/alice/a/").status_code == 403
    assert by_bob("delete", "cup/entries/alice/b/").status_code == 404
    assert tournament.entries.count() == 1


def test_entering_twice_is_a_conflict(by_alice: Caller, alice: Any, versions: Any) -> None:
    open_tournament(alice, versions[:1], name="Cup")
    assert by_alice("post", "cup/entries/", {"bot": "alice/a"}).status_code == 409


def test_the_list_is_filtered(client: Any, alice: Any) -> None:
    open_tournament(alice, name="One")
    stages.cancel(open_tournament(alice, name="Two"))
    for query, slugs in (
        ("", ["two", "one"]),
        ("?state=open", ["one"]),
        ("?ruleset=kozel", []),
        ("?ruleset=ecarte&state=cancelled", ["two"]),
    ):
        answer = client.get(f"/api/v1/tournaments/{query}").json()
        assert [row["slug"] for row in answer["results"]] == slugs
    assert client.get("/api/v1/tournaments/?state=over").status_code == 400


def test_queries_do_not_grow_with_the_entries(
    client: Any, alice: Any, make_version: Any, django_assert_max_num_queries: Any
) -> None:
    for count in (3, 8):
        bots = [make_version(alice, ruleset="ecarte") for _ in range(count)]
        tournament = open_tournament(alice, bots)
        stages.start(tournament)
        assert matches_of(tournament)
        for part in ("", "entries/", "pairings/", "crosstable/"):
            with django_assert_max_num_queries(4):
                client.get(f"/api/v1/tournaments/{tournament.slug}/{part}")
