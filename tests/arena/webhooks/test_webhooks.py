"""Webhooks: what is sent, how it is signed, sent again, and never to a private address."""

import base64
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Version
from arena.matches.models import Match
from arena.matches.settling import settle
from arena.qualification import qualification
from arena.webhooks import connecting, events, limits, sending
from arena.webhooks.models import Delivery, Event, Webhook
from tests.arena.playing import finish, make_match
from tests.arena.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE = True
    with receiving() as receiver:
        yield receiver


def hook(user: Any, url: str, *chosen: str) -> Webhook:
    return limits.create(user, url, chosen or Event.values, "https://arena.example.org/")


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As docs/12-webhooks.md has it."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return hmac.compare_digest(expected, headers["webhook-signature"])


def test_the_owners_of_both_bots_are_told_once_that_a_match_has_ended(
    receiver: Receiver, versions: Any
) -> None:
    first, second = versions
    webhook = hook(first.bot.owner, receiver.url)
    match = finish(make_match(first, second))
    settle(match.pk)
    settle(match.pk)
    events.match_ended(match)
    sending.sweep()
    sending.sweep()
    [(headers, body)] = receiver.messages
    assert is_genuine(webhook.secret, headers, body)
    assert not is_genuine(webhook.secret, headers, body + b" ")
    message = json.loads(body)
    assert message["type"] == "match.ended"
    data = message["data"]
    assert data["match"] == match.pk
    assert data["scores"] == [match.score0, match.score1]
    assert data["url"] == f"https://arena.example.org/matches/{match.pk}/"
    assert Delivery.objects.get().state == Delivery.State.DELIVERED


def test_nobody_is_told_of_what_is_not_theirs_or_not_wanted(
    receiver: Receiver, versions: Any
) -> None:
    hook(User.objects.create_user("stranger"), receiver.url)
    hook(versions[0].bot.owner, receiver.url, Event.TOURNAMENT)
    settle(finish(make_match(*versions)).pk)
    assert not Delivery.objects.exists()


def test_the_author_is_told_how_the_qualification_ended(receiver: Receiver, versions: Any) -> None:
    version = versions[0]
    hook(version.bot.owner, receiver.url, Event.QUALIFICATION)
    Version.objects.filter(pk=version.pk).update(state=Version.State.CHECKING)
    settle(finish(qualification.start(version)).pk)
    sending.sweep()
    [(_, body)] = receiver.messages
    data = json.loads(body)["data"]
    assert (data["bot"], data["version"], data["state"]) == (
        str(version.bot),
        version.number,
        "qualified",
    )


def test_a_message_is_sent_again_with_the_same_id_until_it_arrives(
    receiver: Receiver, alice: Any
) -> None:
    webhook = hook(alice, receiver.url)
    delivery = events.test_message(webhook)
    receiver.statuses = [500, 302, 200]
    for attempt in (1, 2):
        sending.sweep()
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == (Delivery.State.WAITING, attempt)
        pause = (delivery.due - timezone.now()).total_seconds()
        assert 0 < pause <= sending.RETRIES[attempt - 1]
        webhook.refresh_from_db()
        assert webhook.failing_since is not None
        sending.sweep()  # not due yet
        Delivery.objects.update(due=timezone.now())
    sending.sweep()
    delivery.refresh_from_db()
    webhook.refresh_from_db()
    assert (delivery.state, delivery.answer) == (Delivery.State.DELIVERED, "status 200")
    assert webhook.failing_since is None
    assert {headers["webhook-id"] for headers, _ in receiver.messages} == {str(delivery.pk)}
    assert len(receiver.messages) == 3


def test_a_message_fails_after_its_last_attempt_and_a_webhook_after_days(
    receiver: Receiver, alice: Any
) -> None:
    webhook = hook(alice, receiver.url)
    delivery = events.test_message(webhook)
    receiver.statuses = [500]
    Delivery.objects.update(attempts=len(sending.RETRIES))
    sending.sweep()
    delivery.refresh_from_db()
    assert delivery.state == Delivery.State.FAILED
    long_ago = timezone.now() - sending.GIVE_UP_AFTER - timedelta(minutes=1)
    Webhook.objects.update(failing_since=long_ago)
    events.test_message(webhook)
    sending.sweep()
    webhook.refresh_from_db()
    assert not webhook.active
    sent = len(receiver.messages)
    Delivery.objects.update(due=timezone.now(), state=Delivery.State.WAITING)
    sending.sweep()
    assert len(receiver.messages) == sent
    limits.switch_on(webhook)
    sending.sweep()
    assert len(receiver.messages) > sent


def test_a_server_that_is_gone_for_good_is_not_asked_again(receiver: Receiver, alice: Any) -> None:
    webhook = hook(alice, receiver.url)
    events.test_message(webhook)
    receiver.statuses = [410]
    sending.sweep()
    webhook.refresh_from_db()
    assert not webhook.active


def test_messages_of_a_person_do_not_hold_up_those_of_others(
    receiver: Receiver, alice: Any, bob: Any
) -> None:
    for _ in range(3):
        crowd = hook(alice, receiver.url)
        for _ in range(10):
            events.test_message(crowd)
    events.test_message(hook(bob, receiver.url))
    claimed = sending._claimed(sending.UnderWay())
    owners = [delivery.webhook.user_id for delivery in claimed]
    assert owners.count(alice.pk) == sending.AT_ONCE_FOR_ONE
    assert owners.count(bob.pk) == 1
    assert not {delivery.pk for delivery in sending._claimed(sending.UnderWay())} & {
        one.pk for one in claimed
    }


def test_the_end_of_a_match_costs_no_more_for_many_webhooks(
    receiver: Receiver, versions: Any, alice: Any, django_assert_max_num_queries: Any
) -> None:
    played = [finish(make_match(*versions)).pk for _ in range(2)]
    matches = list(Match.objects.named().filter(pk__in=played))
    with django_assert_max_num_queries(1):
        events.match_ended(matches[0])
    for _ in range(5):
        hook(alice, receiver.url)
    with django_assert_max_num_queries(3):
        events.match_ended(matches[1])
    assert Delivery.objects.count() == 5


def test_nobody_waits_for_the_answer_of_a_slow_server(
    receiver: Receiver, alice: Any, bob: Any
) -> None:
    events.test_message(hook(alice, receiver.url))
    all_arrived = threading.Event()
    with receiving() as quick:
        webhook = hook(bob, quick.url)
        count = sending.AT_ONCE_FOR_ONE + 1
        for _ in range(count):
            events.test_message(webhook)
        quick.on_message = lambda: len(quick.messages) == count and all_arrived.set()
        in_time: list[bool] = []
        receiver.on_message = lambda: in_time.append(all_arrived.wait(5))
        sending.sweep()
    assert in_time == [True]
    assert not Delivery.objects.exclude(state=Delivery.State.DELIVERED).exists()


def test_webhooks_that_fail_leave_room_for_others(
    receiver: Receiver, alice: Any, bob: Any, make_rivals: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "AT_ONCE_FAILING", 2)
    owners = [alice, *(version.bot.owner for version in make_rivals(3))]
    for owner in owners:
        events.test_message(hook(owner, receiver.url))
    Webhook.objects.update(failing_since=timezone.now())
    events.test_message(hook(bob, receiver.url))
    under_way = sending.UnderWay()
    claimed = sending._claimed(under_way)
    assert claimed[0].webhook.user_id == bob.pk
    assert len(claimed) == 3
    under_way.failing = 2
    assert sending._claimed(under_way) == []


def test_a_message_that_cannot_be_sent_holds_up_no_other(
    receiver: Receiver, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = events.test_message(hook(alice, "https://example.org/"))
    events.test_message(hook(bob, receiver.url))
    post = sending.post

    def failing(url: str, *arguments: Any) -> int:
        if url != receiver.url:
            raise RuntimeError("a mistake of this program")
        return post(url, *arguments)

    monkeypatch.setattr(sending, "post", failing)
    sending.sweep()
    assert len(receiver.messages) == 1
    bad.refresh_from_db()
    assert (bad.state, bad.answer) == (Delivery.State.WAITING, "it could not be sent")


def test_nothing_is_sent_for_a_user_who_was_deactivated(receiver: Receiver, alice: Any) -> None:
    events.test_message(hook(alice, receiver.url))
    User.objects.filter(pk=alice.pk).update(is_active=False)
    sending.sweep()
    assert not receiver.messages


def test_of_a_webhook_that_is_away_only_so_many_messages_wait(
    receiver: Receiver, versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MOST_WAITING", 2)
    hook(versions[0].bot.owner, receiver.url)
    for _ in range(3):
        settle(finish(make_match(*versions)).pk)
    assert Delivery.objects.count() == 2


def test_a_server_that_sends_a_byte_now_and_then_is_left_at_the_deadline(
    alice: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_PRIVATE = True
    monkeypatch.setattr(connecting, "SECONDS", 0.3)
    ended = threading.Event()

    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            while not ended.wait(0.02):
                try:
                    connection.send(b"H")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip, args=(listener,))
        thread.start()
        try:
            with pytest.raises(connecting.NotSent):
                connecting.post(f"http://127.0.0.1:{listener.getsockname()[1]}/", {}, b"{}")
        finally:
            ended.set()
            thread.join()


PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "fec0::1",
    "192.0.0.8",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_nothing_is_sent_to_a_private_address(
    address: str, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    monkeypatch.setattr(
        connecting.socket,
        "getaddrinfo",
        lambda *_, **__: [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 80)),
            (family, socket.SOCK_STREAM, 6, "", (address, 80)),
        ],
    )
    with pytest.raises(connecting.NotSent, match="private"):
        connecting.post("http://innocent.example.org/", {}, b"{}")
    written = f"http://[{address}]/" if ":" in address else f"http://{address}/"
    response = limits_error(alice, written)
    assert "private" in response or "valid URL" in response


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert connecting.is_allowed(address)


def limits_error(user: Any, url: str) -> str:
    from django.core.exceptions import ValidationError

    with pytest.raises(ValidationError) as caught:
        hook(user, url)
    return str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://",
        "http://user:word@example.org/",
        "http://localhost/",
        "http://2130706433/",
        "http://127.1/",
        "http://example.org:99999/",
        "http://[::1/",
        "http://пример.example.org/",
        "http://example.org/\u202e",
        "http://example.org/\x1b[2J",
        "javascript:alert(1)",
        "http://example.org/" + "a" * 500,
    ],
)
def test_an_address_that_cannot_be_used_is_refused(alice: Any, url: str) -> None:
    limits_error(alice, url)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url", ["http://пример.example.org/", "http://example.org/é", "http://\ud800/"]
)
def test_an_address_that_nothing_can_be_sent_to_is_a_message_for_its_owner(url: str) -> None:
    with pytest.raises(connecting.NotSent, match="cannot be used"):
        connecting.post(url, {}, b"{}")


def test_the_pages_are_their_owners_alone(client: Any, alice: Any, bob: Any, settings: Any) -> None:
    client.force_login(alice)
    page = client.post(
        "/accounts/webhooks/",
        {"url": "https://example.org/goat", "events": [Event.MATCH]},
        follow=True,
    )
    webhook = Webhook.objects.get()
    assert webhook.secret in page.content.decode()
    assert webhook.site == "http://testserver"
    client.post(f"/accounts/webhooks/{webhook.pk}/test/")
    assert Delivery.objects.get().event == "test"
    client.force_login(bob)
    assert client.get(f"/accounts/webhooks/{webhook.pk}/").status_code == 404
    for action in ("delete", "activate", "test"):
        assert client.post(f"/accounts/webhooks/{webhook.pk}/{action}/").status_code == 404
    client.force_login(alice)
    settings.WEBHOOKS_PER_USER = 1
    page = client.post(
        "/accounts/webhooks/", {"url": "https://example.org/2", "events": [Event.MATCH]}
    )
    assert "You already have 1 webhooks" in page.content.decode()
    client.post(f"/accounts/webhooks/{webhook.pk}/delete/")
    assert not Webhook.objects.exists()


def test_webhooks_over_the_api(client: Any, alice: Any, bob: Any) -> None:
    from arena.accounts.models import ApiToken

    keys = {
        name: {"Authorization": f"Bearer {ApiToken.make(user, 'x', scopes)[1]}"}
        for name, user, scopes in (
            ("alice", alice, ["read", "organise"]),
            ("weak", alice, ["read", "submit"]),
            ("bob", bob, ["read", "organise"]),
        )
    }

    def ask(who: str, method: str, path: str = "", body: Any = None) -> Any:
        return client.generic(
            method,
            f"/api/v1/webhooks/{path}",
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            headers=keys[who],
        )

    wanted = {"url": "https://example.org/", "events": ["match.ended"]}
    assert ask("weak", "POST", body=wanted).status_code == 403
    made = ask("alice", "POST", body=wanted)
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    path = f"{made.json()['id']}/"
    [listed] = ask("weak", "GET").json()
    assert "secret" not in listed
    assert ask("bob", "GET").json() == []
    for method in ("GET", "PATCH", "DELETE"):
        assert ask("bob", method, path, {"active": True}).status_code == 404
    assert ask("alice", "PATCH", path, {"active": False}).json()["active"] is False
    assert ask("alice", "POST", f"{path}test/").status_code == 201
    [delivery] = ask("alice", "GET", f"{path}deliveries/").json()["results"]
    assert delivery["event"] == "test"
    bad = ask("alice", "POST", body={"url": "http://10.0.0.1/", "events": ["match.ended"]})
    assert (bad.status_code, list(bad.json()["fields"])) == (400, ["url"])
    assert ask("alice", "POST", body={"url": "https://e.org/", "events": []}).status_code == 400
    assert ask("alice", "DELETE", path).status_code == 204
