"""A request that is sent twice with one Idempotency-Key counts once."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from arena.accounts.models import ApiToken
from arena.bots.models import Bot, Version
from arena.people.models import Player
from arena.tables.models import Table
from arena.tournaments import stages
from arena.tournaments.models import Tournament
from arena.web import idempotency
from arena.web.models import OnceRequest
from tests.arena.at_once import at_once
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db

BOT = {"ruleset": "ecarte", "name": "bold", "source": FIRST_MOVE}
CUP = {"ruleset": "ecarte", "name": "Cup"}
TABLE = {"ruleset": "ecarte", "seats": [{"kind": "me"}, {"kind": "open"}]}


def bearer(user: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"}


@pytest.fixture
def headers(alice: Any) -> dict[str, str]:
    return bearer(alice)


def send(
    client: Any, headers: Any, path: str, data: Any, key: str | None = "k", **more: Any
) -> Any:
    given = headers if key is None else {**headers, "Idempotency-Key": key}
    more.setdefault("content_type", "application/json")
    return client.post(f"/api/v1/{path}", data, headers=given, **more)


@pytest.mark.parametrize(
    ("path", "data", "model"),
    [
        ("bots/", BOT, Bot),
        ("tournaments/", CUP, Tournament),
        ("tables/", TABLE, Table),
        ("tables/seek/", {"ruleset": "ecarte"}, Table),
    ],
)
def test_what_is_created_is_created_once(
    client: Any, headers: Any, path: str, data: Any, model: Any
) -> None:
    first = send(client, headers, path, data)
    assert first.status_code == 201, first.content
    again = send(client, headers, path, dict(reversed(data.items())))
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers.get("Location") == first.headers.get("Location")
    assert "Idempotency-Repeated" not in first.headers
    assert again.headers["Idempotency-Repeated"] == "true"
    assert model.objects.count() == 1


def test_without_a_key_or_with_another_it_counts_again(client: Any, headers: Any) -> None:
    for key in (None, None, "a", "b"):
        assert send(client, headers, "tables/", TABLE, key).status_code == 201
    assert Table.objects.count() == 4


def test_an_upload_is_recognised_though_its_form_is_encoded_anew(client: Any, headers: Any) -> None:
    def upload(content: bytes, boundary: str) -> Any:
        fields = {"ruleset": "ecarte", "name": "bold"}
        parts = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ) + (
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="b.py"'
            f"\r\n\r\n{content.decode()}\r\n--{boundary}--\r\n"
        )
        form = f"multipart/form-data; boundary={boundary}"
        return send(client, headers, "bots/", parts.encode(), content_type=form)

    assert upload(FIRST_MOVE.encode(), "one").status_code == 201
    assert upload(FIRST_MOVE.encode(), "two").headers["Idempotency-Repeated"] == "true"
    other = upload(b"print(1)", "three")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert Version.objects.count() == 1
    # Hashed, not stored.
    assert FIRST_MOVE[:40] not in str(OnceRequest.objects.values())


def test_another_body_with_the_same_key_is_refused(client: Any, headers: Any) -> None:
    send(client, headers, "tournaments/", CUP)
    response = send(client, headers, "tournaments/", {**CUP, "name": "Other"})
    assert (response.status_code, response.json()["code"]) == (422, "idempotency_mismatch")
    assert "Use a new key" in response.json()["detail"]
    assert Tournament.objects.count() == 1


def test_a_key_belongs_to_its_user_and_its_address(client: Any, headers: Any, bob: Any) -> None:
    first = send(client, headers, "tables/", TABLE).json()
    other = send(client, bearer(bob), "tables/", TABLE)
    assert other.json()["code"] != first["code"]
    assert send(client, headers, "tournaments/", CUP).status_code == 201


def test_what_was_refused_is_decided_anew(client: Any, headers: Any, settings: Any) -> None:
    settings.SUBMISSIONS_PER_HOUR = 0
    assert send(client, headers, "bots/", BOT).status_code == 429
    settings.SUBMISSIONS_PER_HOUR = 60
    assert send(client, headers, "bots/", {**BOT, "name": "?"}).status_code == 400
    assert not OnceRequest.objects.exists()
    assert send(client, headers, "bots/", BOT).status_code == 201


def test_while_the_first_runs_the_second_waits(
    client: Any, headers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    create = stages.create

    def slow(*args: Any, **kwargs: Any) -> Any:
        if not answers:
            answers.append(send(client, headers, "tournaments/", CUP))
            answers.append(send(client, headers, "tournaments/", {**CUP, "name": "Other"}))
        return create(*args, **kwargs)

    monkeypatch.setattr(stages, "create", slow)
    assert send(client, headers, "tournaments/", CUP).status_code == 201
    assert [answer.status_code for answer in answers] == [409, 422]
    assert answers[0].json()["code"] == "in_progress"
    assert int(answers[0].headers["Retry-After"]) > 0
    assert Tournament.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_creates_and_the_others_get_its_answer(alice: Any) -> None:
    headers, answers = bearer(alice), []
    at_once([lambda: answers.append(send(Client(), headers, "tables/", TABLE)) for _ in range(8)])
    assert Table.objects.count() == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    created = [answer for answer in answers if answer.status_code == 201]
    assert len([each for each in created if "Idempotency-Repeated" not in each.headers]) == 1
    assert len({each.json()["code"] for each in created}) == 1
    assert send(Client(), headers, "tables/", TABLE).json() == created[0].json()


class Killed(BaseException):
    """The process is gone: nothing after this is done."""


@pytest.mark.django_db(transaction=True)
def test_a_process_that_dies_leaves_nothing_and_the_request_runs_again(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = bearer(alice)
    with monkeypatch.context() as dying:
        dying.setattr(idempotency, "_remember", lambda *args: (_ for _ in ()).throw(Killed))
        dying.setattr(idempotency, "_give_up", lambda found: None)
        with pytest.raises(Killed):
            send(Client(), headers, "tables/", TABLE)
    assert not Table.objects.exists()
    assert send(Client(), headers, "tables/", TABLE).json()["code"] == "in_progress"
    OnceRequest.objects.update(at=timezone.now() - idempotency.RUNS_AT_MOST - timedelta(seconds=1))
    assert send(Client(), headers, "tables/", TABLE).status_code == 201
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_that_was_only_slow_does_not_create_it_a_second_time(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = bearer(alice)

    def remember(found: Any, response: Any) -> None:
        OnceRequest.objects.filter(pk=found.pk).update(claim="another's")
        real(found, response)

    real = idempotency._remember
    monkeypatch.setattr(idempotency, "_remember", remember)
    response = send(Client(), headers, "tournaments/", CUP)
    assert (response.status_code, response.json()["code"]) == (409, "in_progress")
    assert not Tournament.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_outage_while_it_runs_creates_nothing(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> None:
        raise OperationalError("the connection is closed")

    client, headers = Client(raise_request_exception=False), bearer(alice)
    with monkeypatch.context() as outage:
        outage.setattr(idempotency, "_remember", away)
        response = send(client, headers, "tables/", TABLE)
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert not Table.objects.exists()
    assert send(client, headers, "tables/", TABLE).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_after_an_outage_the_request_runs_again_at_once(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, headers = Client(raise_request_exception=False), bearer(alice)

    def away(*_arguments: Any, **_changes: Any) -> Any:
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as outage:
        outage.setattr(idempotency, "_remember", away)
        outage.setattr(QuerySet, "delete", away)
        assert send(client, headers, "tables/", TABLE).status_code == 503
    assert OnceRequest.objects.filter(status=None).exists()
    assert send(client, headers, "tables/", TABLE).status_code == 201
    assert Table.objects.count() == 1


def test_a_guest_has_keys_of_his_own(db: None) -> None:
    clients = [Client(), Client()]
    first = [send(client, {}, "tables/", TABLE, "first").json()["code"] for client in clients]
    second = [send(client, {}, "tables/", TABLE, "same").json()["code"] for client in clients]
    again = [send(client, {}, "tables/", TABLE, "same").json()["code"] for client in clients]
    assert second == again
    assert len({*first, *second}) == 4


def test_the_cookie_of_a_new_guest_is_kept_nowhere(db: None) -> None:
    response = send(Client(), {}, "tables/", TABLE)
    assert response.cookies
    assert not OnceRequest.objects.exists()
    # A cookie that no guest has makes a new guest too.
    client = Client()
    client.cookies["goat_guest"] = "invented"
    assert send(client, {}, "tables/", TABLE).cookies
    assert not OnceRequest.objects.exists()
    assert Player.objects.count() == 2


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 256, "a\tb", "\x7f"])
def test_a_key_that_is_none_is_refused(client: Any, headers: Any, key: str) -> None:
    response = send(client, headers, "tables/", TABLE, key)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["Idempotency-Key"]
    assert not Table.objects.exists()


def test_nobody_without_the_right_leaves_a_trace(client: Any, alice: Any) -> None:
    read_only = {"Authorization": f"Bearer {ApiToken.make(alice, 'test', ['read'])[1]}"}
    for headers in ({}, {"Authorization": "Bearer x"}, read_only):
        assert send(client, headers, "bots/", BOT).status_code in (401, 403)
    assert not OnceRequest.objects.exists()


def test_answers_are_forgotten_after_a_day_and_the_oldest_of_too_many(
    client: Any, headers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "MAX_KEPT", 3)
    for number in range(4):
        name = {**CUP, "name": f"Cup {number}"}
        assert send(client, headers, "tournaments/", name, f"k{number}").status_code == 201
    assert OnceRequest.objects.count() == 3
    idempotency.forget_old()
    assert OnceRequest.objects.count() == 3
    OnceRequest.objects.update(at=timezone.now() - idempotency.KEPT - timedelta(seconds=1))
    again = send(client, headers, "tournaments/", {**CUP, "name": "Cup 3"}, "k3")
    assert "Idempotency-Repeated" not in again.headers
    idempotency.forget_old()
    assert OnceRequest.objects.count() == 1


def test_a_file_is_read_again_after_it_was_hashed(client: Any, headers: Any) -> None:
    data = {
        "ruleset": "ecarte",
        "name": "bold",
        "file": SimpleUploadedFile("bot.py", FIRST_MOVE.encode()),
    }
    given = {**headers, "Idempotency-Key": "k"}
    assert client.post("/api/v1/bots/", data, headers=given).status_code == 201
    assert bytes(Version.objects.get().content) == FIRST_MOVE.encode()
