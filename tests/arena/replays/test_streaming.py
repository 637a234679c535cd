"""The stream of a running match, all the way from the rows to the response."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connections
from django.test import AsyncClient, AsyncRequestFactory
from django.urls import reverse

from arena.matches import lifecycle
from arena.matches.models import Attempt, Match
from arena.replays import streaming
from arena.replays.live_feed import LiveFeed
from arena.web import outage
from tests.arena.live_match import LiveMatch, events, fixed_match
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def live(versions: Any, monkeypatch: pytest.MonkeyPatch) -> LiveMatch:
    """A match of which a second and some moves have been played."""
    live = LiveMatch(fixed_match(*versions), monkeypatch)
    live.wait(1)
    live.begin()
    live.play(0, 9)
    return live


@pytest.fixture(autouse=True)
def quick_updates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(streaming, "UPDATE_SECONDS", 0.02)
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.1)
    with ThreadPoolExecutor(1) as thread:
        monkeypatch.setattr(streaming, "_threads", thread)
        yield
        thread.submit(connections.close_all).result()
    assert streaming.open_streams() == 0


def run(watching: Coroutine[Any, Any, Any]) -> Any:
    """Runs it to its end, and closes the connections of other threads."""

    async def run_and_close() -> Any:
        try:
            return await watching
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(run_and_close())


async def stream(match: Match, **headers: str) -> Any:
    return await AsyncClient().get(reverse("matches:live", args=[match.pk]), headers=headers)


async def read_until(pattern: str, response: Any) -> str:
    """What the stream sends until the pattern occurs in it, or it was silent for long."""
    text = ""
    async for chunk in response.streaming_content:
        text += chunk.decode()
        if re.search(pattern, text) or text.count("still here") > 50:
            break
    await response.streaming_content.aclose()
    return text


def test_a_match_is_streamed_until_it_has_ended(live: LiveMatch) -> None:
    async def watch() -> list[str]:
        response = await stream(live.match)
        assert response["Content-Type"] == "text/event-stream"
        assert response["X-Accel-Buffering"] == "no"
        assert "no-store" in response["Cache-Control"]
        got = []
        submitted = False
        async for chunk in response.streaming_content:
            got.append(chunk.decode())
            seen = "event: game" in "".join(got)
            if chunk.startswith(b": still here") and seen and not submitted:
                submitted = True
                await sync_to_async(lifecycle.submit_result)(live.attempt.token, live.result)
        return got

    got = run(watch())
    found = events("".join(got))
    assert [kind for kind, _ in found] == ["state", "game", "state"]
    assert found[-1][1]["state"] == "finished"
    assert ": still here\n\n" in got


def test_a_watcher_that_reconnects_continues_where_it_was(live: LiveMatch) -> None:
    async def watch(**headers: str) -> str:
        return await read_until("event: (game|moves)", await stream(live.match, **headers))

    cursor = re.findall("id: (.*)\n", run(watch()))[-1]
    live.play(0, 4)
    again = dict(events(run(watch(**{"Last-Event-ID": cursor}))))
    assert set(again) == {"state", "moves"}
    assert again["moves"]["moves"]


def test_all_watchers_of_a_match_share_one_feed(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    feeds: list[LiveFeed] = []
    monkeypatch.setattr(streaming, "LiveFeed", lambda pk: feeds.append(LiveFeed(pk)) or feeds[-1])

    async def watch() -> None:
        responses = [await stream(live.match) for _ in range(50)]
        streams = [response.streaming_content for response in responses]
        texts = []
        for one in streams:
            text = ""
            while "event: game" not in text:
                text += (await anext(one)).decode()
            texts.append(text)
        assert streaming.open_streams() == 50
        assert len({str(events(text)) for text in texts}) == 1
        for one in streams:
            await one.aclose()

    run(watch())
    assert len(feeds) == 1


def test_the_stream_goes_on_after_an_update_failed(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([ValueError, KeyError])
    update = streaming._update

    def fail_at_first(feed: LiveFeed) -> bool:
        if error := next(failures, None):
            raise error("odd")
        return update(feed)

    monkeypatch.setattr(streaming, "_update", fail_at_first)

    async def watch() -> str:
        return await read_until("event: game", await stream(live.match))

    assert "event: game" in run(watch())
    assert caplog.text.count("cannot be watched now") == 2


def test_the_stream_goes_on_after_an_outage_which_is_one_line_of_the_log(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outage, "database", outage.Outage("the database"))
    failures = iter(["connection refused"] * 3)
    update = streaming._update

    def fail_at_first(feed: LiveFeed) -> bool:
        if text := next(failures, ""):
            raise OperationalError(text)
        return update(feed)

    monkeypatch.setattr(streaming, "_update", fail_at_first)

    async def watch() -> str:
        return await read_until("event: game", await stream(live.match))

    assert "event: game" in run(watch())
    assert caplog.text.count("is away: connection refused") == 1
    assert "Traceback" not in caplog.text


def test_failing_updates_are_repeated_less_and_less_often(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(feed: LiveFeed) -> bool:
        raise ValueError("odd")

    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(streaming, "_update", fail)
    monkeypatch.setattr(streaming, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))

    async def watch() -> None:
        await read_until("still here", await stream(live.match))

    run(watch())
    assert pauses[:4] == [0.04, 0.08, 0.1, 0.1]


def test_one_address_has_a_limited_number_of_streams(live: LiveMatch, settings: Any) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 2

    async def ask(address: str) -> Any:
        request = AsyncRequestFactory().get(reverse("matches:live", args=[live.match.pk]))
        request.META["REMOTE_ADDR"] = address
        request.auser = nobody
        return await streaming.live_view(request, live.match.pk)

    async def nobody() -> AnonymousUser:
        return AnonymousUser()

    async def watch() -> int:
        streams = []
        for _ in range(2):
            streams.append((await ask("192.0.2.7")).streaming_content)
            await anext(streams[-1])
        refused = (await ask("192.0.2.7")).status_code
        other = (await ask("192.0.2.8")).streaming_content
        await anext(other)
        await streams[0].aclose()
        again = (await ask("192.0.2.7")).streaming_content
        await anext(again)
        for one in (streams[1], other, again):
            await one.aclose()
        return refused

    assert run(watch()) == 503
    assert not streaming._streams_of


def test_when_all_streams_are_in_use_a_browser_is_told_to_retry(
    live: LiveMatch, settings: Any
) -> None:
    settings.LIVE_STREAMS = 0
    response = run(stream(live.match))
    assert response.status_code == 503
    assert response["Retry-After"]


def test_only_the_owner_may_watch_a_qualification(versions: Any) -> None:
    match = make_match(versions[0], versions[0], queue="check", rated=False)
    assert run(stream(match)).status_code == 404
    assert Attempt.objects.count() == 0
