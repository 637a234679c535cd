"""What never changes is sent once to a client that keeps it, and to nobody who may not have it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.accounts.models import ApiToken
from arena.matches import records
from arena.tables import log
from arena.tables.game import ending
from arena.tournaments.models import Tournament
from arena.web.conditional import etag
from tests.arena.playing import finish, make_match
from tests.arena.tables.making import make_table

pytestmark = pytest.mark.django_db


def bearer(user: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"}


@pytest.fixture
def match(versions: Any) -> Any:
    return finish(make_match(*versions))


@pytest.fixture
def cup(alice: Any) -> Tournament:
    return Tournament.objects.create(
        name="Cup",
        slug="cup",
        organiser=alice,
        ruleset="kozel",
        clock={},
        state=Tournament.State.FINISHED,
        finished=timezone.now(),
    )


def asked_again(client: Any, address: str, headers: dict[str, str] | None = None) -> Any:
    """The response to a client that has the address in its cache; it must be 304."""
    first = client.get(address, headers=headers or {})
    assert first.status_code == 200, first.content
    tag = first.headers["ETag"]
    again = client.get(address, headers={**(headers or {}), "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers.get(name) == first.headers.get(name), name
    other = client.get(address, headers={**(headers or {}), "If-None-Match": '"another"'})
    assert (other.status_code, other.content) == (200, first.content)
    return first


def test_a_record_is_kept_for_ever_and_is_public(client: Any, match: Any) -> None:
    first = asked_again(client, f"/api/v1/matches/{match.pk}/record/")
    assert first.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert {"Authorization", "Cookie"} <= set(first.headers["Vary"].split(", "))


def test_it_is_not_read_for_a_client_that_has_it(
    client: Any, match: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/api/v1/matches/{match.pk}/record/"
    tag = client.get(address).headers["ETag"]
    monkeypatch.setattr(records, "text", lambda match: pytest.fail("it was read"))
    assert client.get(address, headers={"If-None-Match": f'W/{tag}, "x"'}).status_code == 304


def test_what_is_sent_to_someone_known_is_private(client: Any, match: Any, alice: Any) -> None:
    address = f"/api/v1/matches/{match.pk}/record/"
    first = asked_again(client, address, bearer(alice))
    assert first.headers["Cache-Control"].startswith("private")
    client.force_login(alice)
    assert client.get(address).headers["Cache-Control"].startswith("private")


def test_a_record_of_a_qualification_is_private_and_for_its_owner(
    client: Any, versions: Any, alice: Any, bob: Any
) -> None:
    match = finish(make_match(versions[0], versions[0], queue="check", rated=False))
    address = f"/api/v1/matches/{match.pk}/record/"
    first = asked_again(client, address, bearer(alice))
    assert first.headers["Cache-Control"].startswith("private")
    for headers in ({}, bearer(bob)):
        stolen = {**headers, "If-None-Match": first.headers["ETag"]}
        refused = client.get(address, headers=stolen)
        assert refused.status_code == 404
        assert "ETag" not in refused.headers
        assert "no-cache" in refused.headers["Cache-Control"]


@pytest.mark.parametrize("known", ["the tag", "*"])
def test_nobody_learns_from_a_tag_whether_a_program_is_what_he_guesses(
    client: Any, alice: Any, bob: Any, make_version: Any, known: str
) -> None:
    version = make_version(alice, "print(1)", name="greedy")
    address = "/api/v1/bots/alice/greedy/versions/1/source/"
    first = asked_again(client, address, bearer(alice))
    assert "private" in first.headers["Cache-Control"]
    assert "no-store" not in first.headers["Cache-Control"]
    assert first.headers["X-Content-Type-Options"] == "nosniff"
    guess = etag("source", version.sha256) if known == "the tag" else "*"
    for headers, status in (({}, 401), (bearer(bob), 404)):
        response = client.get(address, headers={**headers, "If-None-Match": guess})
        assert response.status_code == status
        assert "ETag" not in response.headers


def test_a_crosstable_is_kept_when_the_tournament_has_finished(
    client: Any, cup: Tournament
) -> None:
    address = "/api/v1/tournaments/cup/crosstable/"
    asked_again(client, address)
    Tournament.objects.update(state=Tournament.State.RUNNING, finished=None)
    response = client.get(address, headers={"If-None-Match": "*"})
    assert (response.status_code, "ETag" in response.headers) == (200, False)
    assert "no-cache" in response.headers["Cache-Control"]


def test_a_crosstable_is_not_computed_again(client: Any, cup: Tournament) -> None:
    address = "/api/v1/tournaments/cup/crosstable/"
    with CaptureQueriesContext(connection) as first:
        tag = client.get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as again:
        client.get(address, headers={"If-None-Match": tag})
    assert len(again) == 1 < len(first)


def test_the_frames_of_each_seat_have_their_own_tag(client: Any, match: Any) -> None:
    address = f"/matches/{match.pk}/games/1/frames.json"
    open_cards = asked_again(client, address)
    one_seat = asked_again(client, f"{address}?seat=0")
    assert open_cards.headers["ETag"] != one_seat.headers["ETag"]
    asked_again(client, f"/matches/{match.pk}/games/1/choices.json")


@pytest.mark.parametrize("watchable", [True, False])
def test_the_record_of_a_table_is_private_if_the_table_is(
    client: Any, alice: Any, watchable: bool
) -> None:
    from arena.people.models import Player

    seats = [Player.objects.create(user=alice), Player.objects.create(guest_name="x", key="x")]
    table = make_table("ecarte", seats, options={"target": 2}, watchable=watchable)
    with log.locked(table.code) as row:
        ending.lose(row, 1, ending.RESIGN)
    address = f"/api/v1/tables/{table.code}/record/"
    first = asked_again(client, address, bearer(alice))
    assert "private" in first.headers["Cache-Control"]
    stranger = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert stranger.status_code == (304 if watchable else 403)


def test_the_schema_is_the_same_for_everyone(client: Any, alice: Any) -> None:
    first = asked_again(client, "/api/v1/schema/")
    assert asked_again(client, "/api/v1/schema/", bearer(alice)).content == first.content
    assert "public" in first.headers["Cache-Control"]


@pytest.mark.parametrize("address", ["bots/", "matches/", "me/", "tournaments/cup/", "nothing/"])
def test_what_changes_is_asked_for_again_and_depends_on_who_asks(
    client: Any, alice: Any, cup: Tournament, address: str
) -> None:
    for headers in ({}, bearer(alice)):
        response = client.get(f"/api/v1/{address}", headers=headers)
        words = response.headers["Cache-Control"]
        assert "no-cache" in words
        assert ("private" in words) == bool(headers)
        assert {"Authorization", "Cookie"} <= set(response.headers["Vary"].split(", "))
