"""Requests to an arena: what is sent, what its refusals say, and when a request is repeated."""

import contextlib
import ssl

import httpx
import pytest

from referee.client import arena as client
from referee.client import submitting, transport
from referee.client.arena import Arena, ArenaError
from referee.client.errors import NoAnswer
from referee.programs.program import read_program
from tests.referee.client.scripted_server import CUT, answer, problem, serving

KEY = "goat_secret"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Pauses of no length; what would have been waited."""
    waited = []
    monkeypatch.setattr(client.time, "sleep", waited.append)
    return waited


def test_a_request_carries_the_token_and_says_who_asks():
    with serving(answer({"ok": 1})) as server:
        assert Arena(server.address, KEY).get("me/", {"a": "b c"}) == {"ok": 1}
    [asked] = server.asked
    assert (asked.method, asked.path) == ("GET", "/api/v1/me/?a=b+c")
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.headers["User-Agent"].startswith("goat/")


def test_a_refusal_speaks_with_the_arenas_words():
    refused = problem(400, "bad_program", "main.py, line 3: invalid syntax")
    refused[1]["fields"] = {"file": ["main.py, line 3: invalid syntax"]}
    with serving(refused) as server, pytest.raises(ArenaError) as caught:
        Arena(server.address).post("bots/")
    assert str(caught.value) == "main.py, line 3: invalid syntax"
    assert (caught.value.status, caught.value.code) == (400, "bad_program")
    assert caught.value.fields == {"file": ["main.py, line 3: invalid syntax"]}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("matches/7/record/", "there is no match 7 at ADDRESS"),
        ("bots/bob/last/", "there is no bot bob/last at ADDRESS"),
        ("bots/bob/last/versions/9/activate/", "there is no version 9 of bob/last at ADDRESS"),
        ("tournaments/cup/entries/", "there is no tournament cup at ADDRESS"),
        ("else/where/", "ADDRESS has no else/where"),
    ],
)
def test_what_is_not_found_has_the_name_that_people_use(path, says):
    with (
        serving(problem(404, "not_found", "Not found.")) as server,
        pytest.raises(ArenaError) as caught,
    ):
        Arena(server.address).get(path)
    assert str(caught.value) == says.replace("ADDRESS", server.address)


def test_a_bad_token_is_told_how_to_log_in():
    with (
        serving(problem(401, "authentication_failed", "Unknown API token.")) as server,
        pytest.raises(ArenaError) as caught,
    ):
        Arena(server.address, KEY).get("me/")
    assert str(caught.value) == f"Unknown API token. Log in here: goat login {server.address}"


@pytest.mark.parametrize(
    "body", [b"<html>Welcome to nginx</html>", b"[1]", b"\xff", b"", b"[" * 100_000, b'{"a": 1}']
)
@pytest.mark.parametrize("status", [400, 404, 418])
def test_what_is_no_arena_is_named_as_such(body, status):
    with serving(answer(body, status)) as server, pytest.raises(ArenaError) as caught:
        Arena(server.address).get("arena/")
    assert "does not answer as an arena does" in str(caught.value)
    assert server.address in str(caught.value)


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"[" * 100_000, b"{"])
def test_an_answer_that_is_not_json_is_no_arenas(body):
    with serving(answer(body)) as server, pytest.raises(ArenaError, match="as an arena does"):
        Arena(server.address).get("arena/")


@pytest.mark.parametrize("status", [429, 503])
def test_an_arena_that_asks_to_wait_is_waited_for(status, quick):
    said = []
    with serving(problem(status, "busy", "Too busy.", Retry_After="7"), answer({})) as server:
        assert Arena(server.address, say=said.append).get("bots/") == {}
    assert quick == [7]
    assert said == ["Too busy. – trying again in 7 s"]


def test_nobody_waits_for_an_hour(quick):
    with (
        serving(problem(429, "throttled", "60 an hour.", Retry_After="1800")) as server,
        pytest.raises(ArenaError, match="60 an hour"),
    ):
        Arena(server.address).post("bots/")
    assert not quick and len(server.asked) == 1


def test_patience_ends(monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_SECONDS", -1.0)
    with (
        serving(problem(503, "unavailable", "Later.", Retry_After="1")) as server,
        pytest.raises(ArenaError, match="Later"),
    ):
        Arena(server.address).get("bots/")


@pytest.mark.parametrize("given", ["-1", "soon", "1e9", "٣", "9" * 30])
def test_a_strange_retry_after_does_no_harm(given, quick):
    headers = {"Retry_After": given} if given.isascii() else {}
    with serving(problem(503, "unavailable", "Later.", **headers), answer({})) as server:
        assert Arena(server.address).get("bots/") == {}
    assert quick == [0.5]


def test_a_proxy_whose_arena_is_away_is_asked_again():
    with serving(answer(b"<html>Bad Gateway</html>", 502), answer({})) as server:
        assert Arena(server.address).get("bots/") == {}


def test_a_post_that_may_have_arrived_is_repeated_as_the_same_request():
    with serving(CUT, CUT, answer({"id": 1}, 201)) as server:
        Arena(server.address).post("challenges/", {"bot": "a"})
        form = {"files": {"file": ("program.py", b"print()")}, "data": {"name": "x"}}
    with serving(CUT, answer({"id": 1}, 201)) as uploads:
        Arena(uploads.address).request("POST", "bots/", **form)
    for asked in (server.asked, uploads.asked):
        assert len({one.headers["Idempotency-Key"] for one in asked}) == 1
        assert len({(one.headers["Content-Type"], one.body) for one in asked}) == 1
    assert len(server.asked) == 3


def test_two_posts_have_different_keys():
    with serving(answer({}, 201)) as server:
        arena = Arena(server.address)
        arena.post("challenges/", {})
        arena.post("challenges/", {})
    first, second = (asked.headers["Idempotency-Key"] for asked in server.asked)
    assert first != second


def test_a_change_that_may_have_arrived_is_not_repeated_without_a_key():
    with serving(CUT) as server, pytest.raises(NoAnswer, match="broke"):
        Arena(server.address).request("PATCH", "bots/a/b/", json={})
    assert len(server.asked) == 1


def test_a_request_that_is_still_being_done_is_asked_for_again():
    running = problem(409, "in_progress", "The same request is being done.")
    with serving(running, answer({"id": 2}, 201)) as server:
        assert Arena(server.address).post("challenges/", {}) == {"id": 2}


@pytest.mark.parametrize("same", [True, False])
def test_a_bot_that_an_arena_created_before_it_was_killed_has_been_submitted(same):
    program = read_program(b"print()\n")
    version = {"bot": "ann/mybot", "number": 1, "sha256": program.sha256 if same else "0" * 64}
    with serving(
        answer({"username": "ann"}),
        problem(404, "not_found", "No such bot."),
        CUT,
        problem(400, "taken", "You already have a bot of this name."),
        answer({"results": [version], "next": None}),
        answer(version),
    ) as server:
        arena = Arena(server.address, KEY)
        if same:
            submission = submitting.submit(arena, "kozel", "mybot", program)
            assert (submission.path, submission.is_new_bot) == ("bots/ann/mybot/versions/1/", True)
        else:
            with pytest.raises(ArenaError, match="already have a bot"):
                submitting.submit(arena, "kozel", "mybot", program)


def test_a_wrong_address_is_an_error_at_once(quick):
    with serving(answer()) as server:
        pass
    with pytest.raises(NoAnswer, match="cannot be reached"):
        Arena(server.address).get("arena/")
    assert not quick


def test_an_arena_that_has_answered_before_is_waited_for(monkeypatch):
    with serving(answer({}, Connection="close")) as server:
        arena = Arena(server.address)
        arena.get("me/")
    with contextlib.ExitStack() as later:

        def comes_back(_seconds):
            port = int(server.address.rpartition(":")[2])
            later.enter_context(serving(answer({"back": True}), port=port))

        monkeypatch.setattr(client.time, "sleep", comes_back)
        assert arena.get("me/") == {"back": True}


def test_a_redirect_to_another_host_gets_neither_request_nor_token():
    with serving(answer({"stolen": True})) as thief:
        away = thief.address.replace("127.0.0.1", "localhost")
        with (
            serving(answer(b"", 302, Location=f"{away}/api/v1/me/")) as server,
            pytest.raises(ArenaError, match="sends goat on to http://localhost"),
        ):
            Arena(server.address, KEY).get("me/")
    assert not thief.asked


def test_a_redirect_to_another_port_in_the_clear_is_refused():
    with contextlib.ExitStack() as servers:
        other = servers.enter_context(serving(answer({"stolen": True})))
        there = answer(b"", 307, Location=f"{other.address}/api/v1/me/")
        server = servers.enter_context(serving(there))
        with pytest.raises(ArenaError, match="log in there"):
            Arena(server.address, KEY).post("me/")
    assert not other.asked


def test_https_at_a_port_that_does_not_speak_it_is_explained():
    with serving(answer()) as server, pytest.raises(ArenaError, match="does not speak TLS"):
        Arena(server.address.replace("http:", "https:")).get("me/")


def caused(error: httpx.HTTPError, cause: BaseException) -> httpx.HTTPError:
    error.__cause__ = OSError("in between")
    error.__cause__.__cause__ = cause
    return error


def test_a_certificate_that_cannot_be_trusted_is_explained():
    bad = ssl.SSLCertVerificationError(1, "certificate verify failed")
    bad.verify_message = "self-signed certificate"
    words = transport.cause(caused(httpx.ConnectError("x"), bad), "https://arena.example.org")
    assert "arena.example.org cannot be trusted: self-signed certificate" in words
    assert "SSL_CERT_FILE" in words


def test_a_host_that_does_not_exist_is_explained():
    with pytest.raises(ArenaError, match=r"there is no host nothing\.invalid"):
        Arena("https://nothing.invalid").get("me/")


def test_a_proxy_is_no_way_to_this_machine(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with serving(answer({"direct": True})) as server:
        assert Arena(server.address).get("me/") == {"direct": True}


def test_a_proxy_that_cannot_be_used_is_explained(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "gopher://proxy.example.org")
    with pytest.raises(ArenaError, match="HTTPS_PROXY"):
        Arena("https://arena.example.org").get("me/")


def test_a_proxy_gets_requests_to_other_hosts(monkeypatch):
    with serving(answer({"by": "proxy"})) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.address)
        monkeypatch.setenv("http_proxy", proxy.address)
        assert Arena("http://arena.example.org").get("me/") == {"by": "proxy"}
    assert proxy.asked[0].path == "http://arena.example.org/api/v1/me/"


def test_an_answer_without_end_is_not_kept(monkeypatch):
    monkeypatch.setattr(transport, "MAX_ANSWER", 1000)
    with serving(answer(b"x" * 5000)) as server, pytest.raises(ArenaError, match="too much"):
        Arena(server.address).download("matches/1/record/")


def test_pages_are_followed_at_the_arena_whatever_host_their_links_name():
    first = {
        "results": [{"n": 1}, {"n": 2}],
        "next": "http://inside.example:81/api/v1/bots/?cursor=a%3D",
    }
    with serving(answer(first), answer({"results": [{"n": 3}], "next": None})) as server:
        found = Arena(server.address, KEY).pages("bots/", {"owner": "a"})
        assert [item["n"] for item in found] == [1, 2, 3]
    assert [asked.path for asked in server.asked] == [
        "/api/v1/bots/?owner=a",
        "/api/v1/bots/?cursor=a%3D",
    ]


def test_a_stream_goes_on_after_its_last_event_when_the_connection_breaks():
    first = b'id: 1\nevent: a\ndata: {"n": 1}\n\n: still here\n\nid: 2\nevent: b\ndata: 2\n\n'
    with serving(answer(first), answer(b"event: c\ndata: [\ndata: 3]\n\n")) as server:
        arena = Arena(server.address)
        assert list(arena.stream("/live")) == [("a", {"n": 1}), ("b", 2)]
        assert list(arena.stream("/live")) == [("c", [3])]


def test_a_line_without_an_end_is_left(monkeypatch):
    monkeypatch.setattr(transport, "MAX_LINE", 1000)
    with (
        serving(answer(b"data: " + b"x" * 5000)) as server,
        pytest.raises(ArenaError, match="a line without an end"),
    ):
        list(Arena(server.address).stream("/live"))


def test_a_refusal_of_a_stream_is_read_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(transport, "MAX_ANSWER", 1000)
    with (
        serving(answer(b"x" * 5000, 404)) as server,
        pytest.raises(ArenaError, match="sends too much"),
    ):
        list(Arena(server.address).stream("/live"))


def test_a_stream_that_is_refused_speaks_with_the_arenas_words():
    with (
        serving(problem(404, "not_found", "Not found.")) as server,
        pytest.raises(ArenaError, match="has no live"),
    ):
        list(Arena(server.address).stream("/live"))


@pytest.mark.parametrize("token", ["goat_a b", "goat_\n", "gö", "x" * 500, "goat_\x7f"])
def test_what_no_header_can_carry_is_no_token_and_is_not_repeated(token):
    with pytest.raises(ArenaError) as caught:
        Arena("http://127.0.0.1:1", token)
    assert token not in str(caught.value)


@pytest.mark.parametrize(
    "link",
    ["evil.example/x", "//evil.example/x", "@evil.example/", ".evil.example/", "\\x", ":80/"],
)
def test_a_link_of_an_arena_leads_to_no_other_host(link):
    first = {"results": [], "next": link}
    with serving(answer(first), answer({"results": [], "next": None})) as server:
        assert list(Arena(server.address, KEY).pages("bots/")) == []
    assert len(server.asked) == 2


def test_an_answer_of_another_shape_is_an_error_in_words():
    with serving(answer({"version": "9"})) as server:
        found = Arena(server.address).get("me/")
    with pytest.raises(ArenaError, match="has no 'username'"):
        found["username"]
    for body in ([], "text", 1, None, {"results": [1]}):
        with serving(answer(body)) as server, pytest.raises(ArenaError):
            list(Arena(server.address).pages("bots/"))


def test_this_machine_has_an_address_of_ipv6_too(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with pytest.raises(NoAnswer, match="cannot be reached"):
        Arena("http://[::1]:9").get("me/")
