"""A program is logged in on a page of the site, as `goat login` asks for it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.accounts import device_login
from arena.accounts.forms import MAX_TOKENS
from arena.accounts.models import ApiToken, DeviceLogin
from tests.arena.at_once import at_once

pytestmark = pytest.mark.django_db

PAGE = reverse("accounts:device")


def begin(client, **asked):
    return client.post(reverse("api:device"), asked, content_type="application/json")


def question(client, codes):
    body = {"device_code": codes["device_code"]}
    return client.post(reverse("api:device_token"), body, content_type="application/json")


def allowed(client, codes, decision="allow"):
    return client.post(PAGE, {"code": codes["user_code"], "decision": decision})


@pytest.fixture
def program():
    """The program's connection, which nobody is logged in on."""
    return Client()


@pytest.fixture
def codes(program):
    return begin(program, name="laptop").json()


@pytest.fixture
def person(client, alice):
    client.force_login(alice)
    return client


def test_a_program_gets_one_token_after_its_person_allowed_it(program, codes, person, alice):
    assert question(program, codes).json()["code"] == "authorization_pending"
    page = person.get(codes["verification_url_complete"])
    assert codes["user_code"] in page.content.decode()
    assert "laptop" in page.content.decode()
    allowed(person, codes)
    answer = question(program, codes)
    assert answer.json()["user"] == "alice"
    assert "no-store" in answer.headers["Cache-Control"]
    bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert program.get(reverse("api:me"), headers=bearer).json()["username"] == "alice"
    token = ApiToken.objects.get()
    assert (token.name, token.scopes) == ("laptop", ["read", "submit"])
    assert token.expires is not None
    assert question(program, codes).json()["code"] == "expired_token"
    assert ApiToken.objects.count() == 1


def test_a_refused_program_gets_no_token(program, codes, person):
    allowed(person, codes, "refuse")
    assert question(program, codes).json()["code"] == "access_denied"
    assert not ApiToken.objects.exists()


def test_looking_at_the_page_decides_nothing(program, codes, person):
    person.get(codes["verification_url_complete"])
    person.post(PAGE, {"code": codes["user_code"]})
    person.post(PAGE, {"code": codes["user_code"], "decision": "perhaps"})
    assert question(program, codes).json()["code"] == "authorization_pending"


def test_the_page_needs_a_login_and_then_still_knows_the_code(program, codes):
    there = program.get(codes["verification_url_complete"]).headers["Location"]
    assert there.startswith(reverse("accounts:login"))
    assert codes["user_code"] in there


def test_a_decision_needs_the_token_of_the_form(codes, alice):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert allowed(strict, codes).status_code == 403


def test_a_code_is_found_however_it_is_typed(codes, person):
    for typed in (codes["user_code"].lower(), codes["user_code"].replace("-", " ")):
        assert person.get(PAGE, {"code": typed}).context["login"] is not None


def test_an_expired_code_is_good_for_nothing(program, codes, person):
    DeviceLogin.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert person.get(codes["verification_url_complete"]).status_code == 404
    assert question(program, codes).json()["code"] == "expired_token"
    begin(program)
    assert DeviceLogin.objects.count() == 1


def test_a_program_that_asks_too_often_is_told(program, codes):
    question(program, codes)
    assert question(program, codes).json()["code"] == "slow_down"


def test_codes_cannot_be_guessed(program, codes, person, bob):
    for _guess in range(device_login.GUESSES_OF_USER.most):
        assert person.get(PAGE, {"code": "BBBB-BBBB"}).status_code == 404
    refused = person.get(PAGE, {"code": codes["user_code"]})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    # It stops the one who guessed, and nobody else.
    other = Client()
    other.force_login(bob)
    assert other.get(PAGE, {"code": codes["user_code"]}).context["login"] is not None


def test_an_unknown_device_code_learns_nothing(program, codes):
    assert question(program, {"device_code": "x" * 43}).json()["code"] == "expired_token"


def test_the_page_warns_when_the_program_is_elsewhere(program, codes, person):
    here = person.get(codes["verification_url_complete"]).content.decode()
    assert "from your network" in here
    elsewhere = person.get(codes["verification_url_complete"], REMOTE_ADDR="203.0.113.9")
    assert "203.0.113.9" in elsewhere.content.decode()
    assert "only if you started it there yourself" in elsewhere.content.decode()


def test_a_name_cannot_hide_what_the_page_says(program, person):
    assert begin(program, name="goat\n\u202etaog").json()["fields"]["name"]
    codes = begin(program, name="<b>x</b>").json()
    assert "&lt;b&gt;x" in person.get(codes["verification_url_complete"]).content.decode()


@pytest.mark.parametrize("scopes", [[], ["root"], ["read"] * 4, "read", [["read"]]])
def test_scopes_that_do_not_exist_are_refused(program, scopes):
    assert begin(program, scopes=scopes).status_code == 400


def test_requests_from_one_address_are_limited(program, monkeypatch):
    monkeypatch.setattr(device_login, "REQUESTS", device_login.Limit("device-login", 1, 3600))
    assert begin(program).status_code == 201
    assert begin(program).status_code == 429


def test_the_more_programs_wait_the_more_seldom_they_ask(program, monkeypatch):
    monkeypatch.setattr(device_login, "WAITING_FOR_A_SECOND", 2)
    intervals = [begin(program).json()["interval"] for _ in range(20)]
    assert intervals[:4] == [2, 3, 3, 4]
    assert intervals[-1] == device_login.LONGEST_INTERVAL
    DeviceLogin.objects.update(state=DeviceLogin.State.DENIED)
    assert begin(program).json()["interval"] == 2


def test_nobody_gets_more_tokens_than_the_page_of_tokens_allows(program, codes, person, alice):
    for number in range(MAX_TOKENS):
        ApiToken.make(alice, f"token {number}")
    assert allowed(person, codes).status_code == 409
    assert question(program, codes).json()["code"] == "authorization_pending"


def test_a_deactivated_person_logs_no_program_in(program, codes, person, alice):
    allowed(person, codes)
    alice.is_active = False
    alice.save()
    assert question(program, codes).json()["code"] == "access_denied"


@pytest.mark.django_db(transaction=True)
def test_programs_that_ask_at_the_same_moment_get_one_token(program, codes, person):
    allowed(person, codes)
    answers = []
    at_once([lambda: answers.append(question(Client(), codes).status_code)] * 4)
    assert sorted(answers) == [200, 400, 400, 400]
    assert ApiToken.objects.count() == 1


def test_a_token_can_be_given_back(client, alice):
    key = ApiToken.make(alice, "laptop")[1]
    bearer = {"Authorization": f"Bearer {key}"}
    assert client.delete(reverse("api:own_token"), headers=bearer).status_code == 204
    assert not ApiToken.objects.exists()
    assert client.delete(reverse("api:own_token"), headers=bearer).status_code == 401
    client.force_login(alice)
    assert client.delete(reverse("api:own_token")).json()["code"] == "no_token"
