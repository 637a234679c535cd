"""What a token may do: its scopes, and its time."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.urls import get_resolver, reverse
from django.utils import timezone

from arena.accounts.models import ApiToken
from arena.tournaments.models import Tournament
from arena.web.scopes import ORGANISE, READ, SUBMIT
from tests.arena.api.operations import UNSAFE, Names, make_site, operations

pytestmark = pytest.mark.django_db

# Neither is in the schema: a stream of events, and the schema itself.
NO_OPERATIONS = {
    "remote/bots/<slug:owner>/<slug:name>/stream/",
    "tables/stream/",
    "schema/",
    "^(?P<rest>.*)$",
}


def with_token(user, *scopes, **fields):
    return {"Authorization": f"Bearer {ApiToken.make(user, 'test', scopes, **fields)[1]}"}


def send(client, operation, names, headers):
    address = operation.path.format_map(Names(names))
    return client.generic(
        operation.method.upper(), address, "{}", content_type="application/json", headers=headers
    )


def rows():
    counted = (model for model in apps.get_models() if model._meta.managed)
    return {model._meta.label: model.objects.count() for model in counted}


def test_a_token_that_may_only_read_changes_nothing(client, alice, make_version):
    names, headers = make_site(alice, make_version), with_token(alice, READ)
    before = rows()
    walked = [each for each in operations() if each.takes_tokens and each.method in UNSAFE]
    # Any token may delete itself.
    walked = [each for each in walked if each.described["operationId"] != "token_destroy"]
    assert len(walked) > 25
    for operation in walked:
        response = send(client, operation, names, headers)
        assert (response.status_code, response.json()["code"]) == (403, "scope"), operation
        scope = operation.described["x-scope"]
        assert f"“{scope}”" in response.json()["detail"]
        assert f'scope="{scope}"' in response.headers["WWW-Authenticate"]
    assert rows() == before


def test_it_reads_everything_that_its_user_can_see(client, alice, make_version):
    names, headers = make_site(alice, make_version), with_token(alice, READ)
    for operation in operations():
        if operation.method == "get":
            response = send(client, operation, names, headers)
            assert response.status_code not in (401, 403, 500), operation


def test_no_address_is_missing_in_the_schema():
    named = {operation.path for operation in operations()}

    def addresses(patterns, before=""):
        for pattern in patterns:
            text = before + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                yield from addresses(pattern.url_patterns, text)
            else:
                yield text

    [api] = [each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/"]
    found = {address for address in addresses(api.url_patterns) if address not in NO_OPERATIONS}
    assert len(found) == len(named)


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        (SUBMIT, "bots/"),
        (SUBMIT, "tables/"),
        (SUBMIT, "tournaments/cup/entries/"),
        (ORGANISE, "tournaments/"),
        (ORGANISE, "tournaments/cup/pause/"),
    ],
)
def test_a_scope_allows_what_it_names_and_no_other(client, alice, make_version, scope, path):
    make_site(alice, make_version)
    for given in (SUBMIT, ORGANISE):
        response = client.post(f"/api/v1/{path}", {}, headers=with_token(alice, given))
        assert (response.json().get("code") == "scope") == (given != scope)


def test_withdrawing_the_bot_of_another_takes_the_scope_of_organisers(
    client, alice, bob, make_version
):
    names = make_site(alice, make_version)
    make_version(bob, name="guest")
    cup = Tournament.objects.get(slug=names["slug"])
    cup.state = Tournament.State.OPEN
    cup.save()
    cup.entries.create(bot=bob.bots.get(), number=1)
    address = f"/api/v1/tournaments/{names['slug']}/entries/bob/guest/"
    response = client.delete(address, headers=with_token(alice, SUBMIT))
    assert (response.status_code, response.json()["code"]) == (403, "scope")
    assert cup.entries.exists()
    assert client.delete(address, headers=with_token(bob, SUBMIT)).status_code == 204


def test_a_view_that_names_no_scope_needs_submit(client, alice, make_version):
    names = make_site(alice, make_version)
    address = "/api/v1/bots/{owner}/{name}/".format(**names)
    response = client.patch(
        address, {"description": "x"}, "application/json", headers=with_token(alice, ORGANISE)
    )
    assert response.json()["code"] == "scope"


def test_a_session_needs_no_scope(client, alice, make_version):
    names = make_site(alice, make_version)
    client.force_login(alice)
    address = "/api/v1/bots/{owner}/{name}/".format(**names)
    response = client.patch(address, {"description": "x"}, content_type="application/json")
    assert response.status_code == 200


def test_an_expired_token_is_refused_with_the_remedy(client, alice):
    later = timezone.now() + timedelta(days=1)
    headers = with_token(alice, READ, expires=later)
    assert client.get(reverse("api:me"), headers=headers).status_code == 200
    ApiToken.objects.update(expires=timezone.now())
    response = client.get(reverse("api:me"), headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "token_expired")
    assert "Create a new one" in response.json()["detail"]
    response = client.get("/api/v1/tables/stream/?watch=a:0", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "token_expired")


@pytest.mark.parametrize("name", ["token", "access_token", "key", "Authorization"])
def test_a_token_in_an_address_opens_nothing(client, alice, name):
    key = ApiToken.make(alice, "test")[1]
    response = client.get(reverse("api:me"), {name: key})
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert key not in response.content.decode()


def test_watching_with_a_token_that_only_reads_is_not_being_at_the_table(client, alice):
    from arena.people.models import Player
    from arena.tables.models import Seat
    from tests.arena.tables.making import make_table

    player = Player.objects.create(user=alice)
    table = make_table("ecarte", [player, None])
    Seat.objects.update(seen=None)
    address = f"/api/v1/tables/{table.code}/"
    assert client.get(address, headers=with_token(alice, READ)).status_code == 200
    assert not Seat.objects.filter(seen__isnull=False).exists()
    assert client.get(address, headers=with_token(alice, SUBMIT)).status_code == 200
    assert Seat.objects.filter(seen__isnull=False).exists()


@pytest.mark.parametrize("given", [["everything"], [], "read", [SUBMIT, "root"]])
def test_scopes_that_do_not_exist_give_nothing(alice, given):
    token, _key = ApiToken.make(alice, "test", given)
    assert set(token.scopes) <= {READ, SUBMIT}
    assert READ in token.scopes
