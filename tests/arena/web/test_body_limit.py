"""Request bodies above the limit are refused before Django stores any part of them."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from django.core.handlers.asgi import ASGIHandler

from arena.web import body_limit
from arena.web.body_limit import BodyLimit

LIMIT = 2 * 1024 * 1024


def scope(path, **headers):
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 9),
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }


class Sender:
    """A client that sends a body in chunks of 64 KiB and waits for the response."""

    def __init__(self, size):
        self.left = size
        self.sent = 0
        self.answered = asyncio.Event()
        self.status = 0
        self.body = b""

    async def receive(self):
        if self.left <= 0 and self.sent:
            await self.answered.wait()
            return {"type": "http.disconnect"}
        chunk = min(65536, self.left)
        self.left -= chunk
        self.sent += 1
        return {"type": "http.request", "body": b"x" * chunk, "more_body": self.left > 0}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                self.answered.set()


def ask(sender_size, path="/bots/new/", app=None, **headers):
    async def go():
        sender = Sender(sender_size)
        headers.setdefault("host", "localhost")
        await (app or BodyLimit(ASGIHandler()))(scope(path, **headers), sender.receive, sender.send)
        return sender

    return asyncio.run(go())


@pytest.fixture
def temporary_files(monkeypatch, tmp_path):
    """A function that returns the temporary files created so far."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = []
    roll = tempfile.SpooledTemporaryFile.rollover
    monkeypatch.setattr(
        tempfile.SpooledTemporaryFile, "rollover", lambda self: (made.append(self), roll(self))[1]
    )
    return lambda: made + list(Path(tmp_path).iterdir())


@pytest.mark.django_db(transaction=True)
def test_100_megabytes_are_answered_with_a_page_that_names_the_limit(temporary_files):
    size = 100 * 1024 * 1024
    sender = ask(size, content_length=str(size), content_type="multipart/form-data; boundary=x")
    assert sender.status == 413
    assert b"too large" in sender.body
    assert "2.0\xa0MB" in sender.body.decode()
    assert sender.left == 0
    assert not temporary_files()


@pytest.mark.django_db(transaction=True)
def test_the_api_answers_in_the_shape_of_its_errors(temporary_files):
    size = LIMIT + 1
    sender = ask(size, "/api/v1/bots/", content_length=str(size), content_type="application/json")
    assert sender.status == 413
    assert b'"code": "too_large"' in sender.body
    assert not temporary_files()


@pytest.mark.django_db(transaction=True)
def test_a_body_without_a_length_is_counted_while_it_arrives(temporary_files):
    sender = ask(LIMIT + 1, transfer_encoding="chunked")
    assert sender.status == 413
    assert not temporary_files()


@pytest.mark.parametrize("size", [LIMIT + 1, 10**9])
@pytest.mark.django_db(transaction=True)
def test_a_client_that_waits_for_consent_is_refused_before_it_sends(size):
    sender = ask(size, content_length=str(size), expect="100-continue")
    assert (sender.status, sender.sent) == (413, 0)


@pytest.mark.django_db(transaction=True)
def test_a_body_too_large_to_discard_is_not_read():
    size = body_limit.MAX_DISCARDED_BYTES + 1
    sender = ask(size, content_length=str(size))
    assert (sender.status, sender.sent) == (413, 0)


async def count_bytes(scope, receive, send):
    """An application that answers with the size of the body, and whether it was too large."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message["body"])
        more = message["more_body"]
    text = f"{size} too large" if body_limit.TOO_LARGE in scope else str(size)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": text.encode()})


def test_a_body_within_the_limit_is_passed_on_unchanged():
    app = BodyLimit(count_bytes)
    assert ask(LIMIT, app=app, content_length=str(LIMIT)).body == str(LIMIT).encode()
    assert ask(0, app=app).body == b"0"


def test_a_client_that_waits_for_consent_may_send_a_body_of_the_limit():
    headers = {"content_length": str(LIMIT), "expect": "100-continue"}
    assert ask(LIMIT, app=BodyLimit(count_bytes), **headers).body == str(LIMIT).encode()


def test_a_body_that_never_ends_is_cut_off(monkeypatch):
    monkeypatch.setattr(body_limit, "MAX_DISCARDED_BYTES", 2 * LIMIT)
    sender = Sender(5 * LIMIT)
    seen = []

    async def app(scope, receive, send):
        seen.append(sender.left)
        await count_bytes(scope, receive, send)
        seen.append(await receive())

    headers = scope("/", transfer_encoding="chunked")
    asyncio.run(BodyLimit(app)(headers, sender.receive, sender.send))
    assert sender.body == b"0 too large"
    # What is left of the body is not taken for more of the empty one.
    assert seen == [3 * LIMIT - 65536, {"type": "http.disconnect"}]


def test_other_protocols_are_passed_on():
    called = []

    async def app(scope, receive, send):
        called.append((scope, receive, send))

    async def nothing():
        raise AssertionError

    asyncio.run(BodyLimit(app)({"type": "lifespan"}, nothing, nothing))
    assert called == [({"type": "lifespan"}, nothing, nothing)]


@pytest.mark.parametrize(
    ("header", "length"), [("12", 12), ("", 0), ("-5", 0), ("1.5", 0), ("²", 0), ("x", 0)]
)
def test_an_invalid_content_length_counts_as_none(header, length):
    assert body_limit.content_length(header) == length


@pytest.mark.django_db
def test_the_middleware_alone_refuses_by_the_announced_length(client, alice):
    client.force_login(alice)
    response = client.post("/bots/new/", {"source": "x" * (LIMIT + 1)})
    assert response.status_code == 413
    assert response.headers["Connection"] == "close"
    assert b"alice" in response.content


@pytest.fixture
def large_programs(settings, monkeypatch):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 21 * 1024 * 1024
    monkeypatch.setattr(body_limit, "PLACE_SECONDS", 0.2)


def upload(app, size, **headers):
    sender = Sender(size)
    about = scope("/api/v1/bots/", host="localhost", **headers)
    return sender, asyncio.ensure_future(app(about, sender.receive, sender.send))


async def answered(sender):
    async with asyncio.timeout(10):
        await sender.answered.wait()


@pytest.mark.parametrize("chunked", [False, True])
def test_only_a_few_large_bodies_are_read_at_once(large_programs, chunked):
    size = 3 * 1024 * 1024
    how = {"transfer_encoding": "chunked"} if chunked else {"content_length": str(size)}

    async def go():
        go_on = asyncio.Event()

        async def slow(scope, receive, send):
            if int(dict(scope["headers"]).get(b"content-length", b"9999999")) > LIMIT:
                await go_on.wait()
            await count_bytes(scope, receive, send)

        app = BodyLimit(slow)
        first = [upload(app, size, **how) for _ in range(body_limit.LARGE_AT_ONCE)]
        late, _ = upload(app, size, **how)
        small, _ = upload(app, LIMIT, content_length=str(LIMIT))
        await answered(small)  # takes no place
        assert small.body == str(LIMIT).encode()
        await answered(late)
        assert (late.status, late.sent) == (503, 0)
        assert late.headers[b"retry-after"] == b"10"
        assert b'"code": "unavailable"' in late.body
        go_on.set()
        for sender, _ in first:
            await answered(sender)
            assert (sender.status, sender.body) == (200, str(size).encode())
        after, task = upload(app, size, **how)
        await answered(after)
        assert after.status == 200
        await asyncio.gather(*(task for _, task in first), task)

    asyncio.run(go())
