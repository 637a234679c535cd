"""The stream of the tables that a browser watches, all the way from the rows to the response."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import redis
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections
from django.test import AsyncClient

from arena.accounts.models import ApiToken
from arena.people.models import Player
from arena.people.players import COOKIE, _hashed
from arena.tables import log
from arena.tables.game import turns
from arena.tables.models import Entry, Seat, Table
from arena.tables.watching import broadcasts, streaming
from arena.web import news, outage
from tests.arena.tables.making import ASKED_FIRST, answer_first, game_of, guest, make_table, reload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """News alone bring Updates, unless a test lets the checks be frequent."""
    monkeypatch.setattr(broadcasts, "CHECK_SECONDS", 600.0)
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.1)
    with ThreadPoolExecutor(1) as thread:
        monkeypatch.setattr(broadcasts, "_threads", thread)
        yield
        thread.submit(connections.close_all).result()
    assert broadcasts.open_streams() == 0
    assert not broadcasts._of_loop


@pytest.fixture
def table() -> Table:
    return make_table("ecarte", [sitter(0), sitter(1)])


def sitter(number: int) -> Player:
    """A guest whose cookie is his number."""
    return Player.objects.create(key=_hashed(f"cookie {number}"), guest_name=f"Guest {number}")


def run(watching: Coroutine[Any, Any, Any]) -> Any:
    async def run_and_close() -> Any:
        try:
            return await watching
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(run_and_close())


class Watcher:
    """A browser with a stream open."""

    def __init__(self, seat: int | None = None) -> None:
        self.client = AsyncClient()
        if seat is not None:
            self.client.cookies[COOKIE] = f"cookie {seat}"

    async def open(self, watch: str, **headers: str) -> "Watcher":
        self.response = await self.client.get(
            f"/api/v1/tables/stream/?watch={watch}", headers=headers
        )
        assert self.response.status_code == 200, self.response.content
        self.stream = self.response.streaming_content
        return self

    async def read(self, until: str = "update", most: int = 60) -> list[tuple[str, Any]]:
        """The events until one of this kind, or until many heartbeats."""
        found: list[tuple[str, Any]] = []
        async for chunk in self.stream:
            for kind, data in events(chunk.decode()):
                found.append((kind, data))
                if kind == until:
                    return [event for event in found if event[0] != "heartbeat"]
            if len(found) > most:
                break
        return [event for event in found if event[0] != "heartbeat"]

    async def update(self) -> Any:
        return (await self.read())[-1][1]

    async def silence(self) -> list[tuple[str, Any]]:
        """What comes before the next three heartbeats."""
        found = []
        for _ in range(3):
            found += await self.read(until="heartbeat")
        return found

    async def close(self) -> None:
        await self.stream.aclose()


def events(text: str) -> list[tuple[str, Any]]:
    found = re.findall("(?:id: .*\n)?event: (.*)\ndata: (.*)\n\n", text)
    return [(kind, json.loads(data)) for kind, data in found]


def say(table: Table, phrase: str = "hello") -> None:
    with log.locked(table.code) as row:
        log.append(row, Entry.Kind.SAID, 0, phrase=phrase)


def test_a_change_reaches_all_watchers_at_once(table: Table) -> None:
    async def watch() -> None:
        watchers = [await Watcher(seat).open(f"{table.code}:0") for seat in (0, 1, None)]
        for seat, watcher in zip((0, 1, None), watchers, strict=True):
            update = await watcher.update()
            assert (update["after"], update["n"]) == (0, 1)
            assert update["now"]["you"]["seat"] == seat
        await sync_to_async(answer_first)(table)
        for watcher in watchers:
            update = await watcher.update()
            assert [entry["kind"] for entry in update["entries"]] == ["move"]
            await watcher.close()

    run(watch())


def test_the_response_is_a_stream_that_nobody_keeps(table: Table) -> None:
    async def watch() -> None:
        watcher = await Watcher().open(table.code)
        assert watcher.response["Content-Type"] == "text/event-stream"
        assert watcher.response["X-Accel-Buffering"] == "no"
        assert "no-store" in watcher.response["Cache-Control"]
        assert COOKIE not in watcher.response.cookies
        await watcher.read("heartbeat")
        await watcher.close()

    run(watch())
    assert Player.objects.count() == 2


def test_a_watcher_that_comes_back_gets_what_it_missed(table: Table) -> None:
    answer_first(table)
    answer_first(table)

    async def watch(watch: str, **headers: str) -> Any:
        watcher = await Watcher(0).open(watch, **headers)
        update = await watcher.update()
        await watcher.close()
        return update

    assert len(run(watch(f"{table.code}:1"))["entries"]) == 2
    newer = run(watch(f"{table.code}:1", **{"Last-Event-ID": f"other:9,{table.code}:2"}))
    assert (newer["after"], len(newer["entries"])) == (2, 1)
    older = run(watch(f"{table.code}:3", **{"Last-Event-ID": f"{table.code}:2"}))
    assert (older["after"], older["entries"]) == (3, [])


def test_one_stream_brings_all_tables_of_a_browser(table: Table) -> None:
    other = make_table("kozel", [None] * 4)

    async def watch() -> None:
        watcher = await Watcher(0).open(f"{table.code}:0,{other.code}:0")
        first = [await watcher.update(), await watcher.update()]
        assert {update["code"] for update in first} == {table.code, other.code}
        for each in (other, table):
            await sync_to_async(say)(each)
            assert (await watcher.update())["code"] == each.code
        await watcher.close()

    run(watch())


def test_news_that_changes_nothing_for_a_viewer_sends_nothing(table: Table) -> None:
    async def watch() -> None:
        watchers = [await Watcher(seat).open(f"{table.code}:0") for seat in (0, 1)]
        for watcher in watchers:
            await watcher.update()
        await sync_to_async(touch)()
        for watcher in watchers:
            assert await watcher.silence() == []
            await watcher.close()

    def touch() -> None:
        with log.locked(table.code):
            pass

    run(watch())


def test_a_table_that_cannot_be_seen_does_not_end_the_stream(table: Table) -> None:
    private = make_table("ecarte", [None, None], watchable=False)

    async def watch() -> None:
        watcher = await Watcher(0).open(f"{private.code}:0,nothing:0,{table.code}:0")
        found = await watcher.read("update")
        while len(found) < 3:
            found += await watcher.read("gone")
        gone = {data["code"]: data["error"] for kind, data in found if kind == "gone"}
        assert gone == {private.code: "private", "nothing": "not_found"}
        await sync_to_async(say)(private)
        assert await watcher.silence() == []
        await watcher.close()

    run(watch())


def test_a_seat_that_somebody_else_has_now_ends_the_stream(table: Table) -> None:
    async def watch() -> list[bytes]:
        watcher = await Watcher(0).open(f"{table.code}:0")
        await watcher.update()
        await sync_to_async(sign_up)()
        rest = [chunk async for chunk in watcher.stream]
        return rest

    def sign_up() -> None:
        with log.locked(table.code) as row:
            Seat.objects.filter(table=row, number=0).update(player=guest())

    assert not [chunk for chunk in run(watch()) if b"update" in chunk]


@pytest.mark.parametrize("seat", [0, None])
def test_a_guest_who_went_to_another_device_ends_the_stream_of_this_one(
    table: Table, seat: int | None
) -> None:
    """Also if the seat came to the guest there, when another guest opened the return link."""
    traveller = table.seats.get(number=0).player
    assert traveller is not None
    if seat is None:
        Seat.objects.filter(table=table, number=0).update(player=guest())

    async def watch() -> list[bytes]:
        watcher = await Watcher(0).open(f"{table.code}:0")
        update = await watcher.update()
        assert update["now"]["you"]["seat"] == seat
        await sync_to_async(leave_this_device)()
        return [chunk async for chunk in watcher.stream]

    def leave_this_device() -> None:
        Player.objects.filter(pk=traveller.pk).update(key=_hashed("cookie of another device"))
        with log.locked(table.code) as row:
            Seat.objects.filter(table=row, number=0).update(player=traveller)
            log.append(row, Entry.Kind.SAID, 1, phrase="hello")

    assert not [chunk for chunk in run(watch()) if b"update" in chunk]


def test_all_watchers_share_one_look_at_the_rows(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    look = broadcasts.look

    def counted(code: str, players: Any) -> Any:
        looks.append(code)
        return look(code, players)

    monkeypatch.setattr(broadcasts, "look", counted)

    async def watch() -> int:
        watchers = [await Watcher(number % 3 or None).open(table.code) for number in range(12)]
        for watcher in watchers:
            await watcher.update()
        looks.clear()
        await sync_to_async(say)(table)
        for watcher in watchers:
            await watcher.update()
        found = len(looks)
        for watcher in watchers:
            await watcher.close()
        return found

    assert run(watch()) <= 2


def test_lost_news_are_found_soon_by_one_query(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcasts, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(news, "publish", lambda code: None)

    async def watch() -> None:
        watcher = await Watcher().open(table.code)
        await watcher.update()
        await sync_to_async(say)(table)
        assert (await watcher.update())["entries"][0]["phrase"] == "hello"
        await watcher.close()

    run(watch())


def test_news_of_other_processes_come_over_redis(table: Table) -> None:
    async def watch() -> None:
        watcher = await Watcher().open(table.code)
        await watcher.update()
        publish = redis.Redis.from_url(news.address()).publish
        await until(lambda: publish(news.channel(), "somebody nothing") > 0)
        await sync_to_async(append_elsewhere)()
        publish(news.channel(), f"somebody {table.code}")
        assert (await watcher.update())["entries"][0]["phrase"] == "hello"
        await watcher.close()

    def append_elsewhere() -> None:
        """What another process does: this one hears nothing of it."""
        Entry.objects.create(
            table=table, number=2, kind="said", seat=0, data={"phrase": "hello"}, at=table.created
        )
        Table.objects.filter(pk=table.pk).update(entries=2)

    run(watch())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.02)


def test_a_change_is_published_for_other_processes(table: Table) -> None:
    with redis.Redis.from_url(news.address()).pubsub() as subscription:
        subscription.subscribe(news.channel())
        assert subscription.get_message(timeout=5)["type"] == "subscribe"
        say(table)
        message = subscription.get_message(timeout=5)
    assert message["data"].decode().split()[1] == table.code


def test_redis_that_is_away_is_one_line_of_the_log_and_holds_up_nobody(
    table: Table,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(news, "_client", None)
    monkeypatch.setattr(news, "_no_redis_until", 0.0)
    monkeypatch.setattr(news, "away", outage.Outage("Redis"))

    async def watch() -> None:
        watcher = await Watcher().open(table.code)
        await watcher.update()
        for phrase in ("hello", "thanks", "bye"):
            await sync_to_async(say)(table, phrase)
            assert (await watcher.update())["entries"][-1]["phrase"] == phrase
        await watcher.close()

    run(watch())
    assert caplog.text.count("Redis is away") == 1
    assert "Traceback" not in caplog.text


def test_the_stream_goes_on_after_an_outage_of_the_database(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(broadcasts, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(outage, "database", outage.Outage("the database"))
    failures = iter(["connection refused"] * 3)
    look = broadcasts.look

    def fail_at_first(code: str, players: Any) -> Any:
        if text := next(failures, ""):
            raise OperationalError(text)
        return look(code, players)

    monkeypatch.setattr(broadcasts, "look", fail_at_first)

    async def watch() -> None:
        watcher = await Watcher().open(table.code)
        assert (await watcher.update())["code"] == table.code
        await watcher.close()

    run(watch())
    assert caplog.text.count("is away: connection refused") == 1
    assert "Traceback" not in caplog.text


def test_an_open_stream_keeps_its_player_there(table: Table) -> None:
    with log.locked(table.code) as row:
        long_ago = row.created - timedelta(hours=1)
        Seat.objects.filter(table=row).update(seen=long_ago, away=long_ago)

    async def watch() -> Any:
        watcher = await Watcher(0).open(f"{table.code}:0")
        async with asyncio.timeout(20):
            while (await watcher.update())["now"]["seats"][0]["away"]:
                pass
        await watcher.close()

    run(watch())
    here, away = Seat.objects.filter(table=table)
    assert here.away is None
    assert here.seen > away.seen
    assert away.away is not None


def test_a_token_opens_the_stream_of_its_user(alice: Any) -> None:
    table = make_table("ecarte", [Player.objects.create(user=alice), None])
    token = ApiToken.make(alice, "test")[1]

    async def watch() -> Any:
        watcher = await Watcher().open(table.code, Authorization=f"Bearer {token}")
        update = await watcher.update()
        await watcher.close()
        refused = await watcher.client.get(
            f"/api/v1/tables/stream/?watch={table.code}",
            headers={"Authorization": "Bearer goat_no"},
        )
        return update["now"]["you"]["seat"], refused.status_code

    assert run(watch()) == (0, 401)


def test_a_list_of_tables_that_is_wrong_is_refused() -> None:
    for watch in ("", "!", "A:1", "x:y", ",".join(f"t{n}" for n in range(21))):
        response = run(AsyncClient().get(f"/api/v1/tables/stream/?watch={watch}"))
        assert response.status_code == 400
        assert list(response.json()["fields"]) == ["watch"]


def test_one_address_has_a_limited_number_of_streams(table: Table, settings: Any) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 2

    async def watch() -> None:
        watchers = [await Watcher().open(table.code) for _ in range(2)]
        for watcher in watchers:
            await watcher.update()
        refused = await AsyncClient().get(f"/api/v1/tables/stream/?watch={table.code}")
        assert refused.status_code == 503
        assert refused["Retry-After"]
        for watcher in watchers:
            await watcher.close()

    run(watch())
    assert not streaming._streams_of


def test_a_watcher_in_secret_is_told_alone(settings: Any) -> None:
    """What a seat answers in secret changes its own Update, and nobody else's."""
    settings.TABLE_WINDOW_MS = 600_000
    table = make_table("kozel", [sitter(1 + seat) for seat in range(4)], seed=ASKED_FIRST)
    (asked, *_rest) = game_of(table).asked_in_secret()

    async def watch() -> None:
        watchers = [await Watcher(1 + seat).open(f"{table.code}:0") for seat in range(4)]
        first = [await watcher.update() for watcher in watchers]
        questions = [update["now"]["question"] is not None for update in first]
        assert questions == [seat == asked for seat in range(4)]
        await sync_to_async(answer_in_secret)()
        assert (await watchers[asked].update())["now"]["question"] is None
        for seat, watcher in enumerate(watchers):
            assert await watcher.silence() == [], seat
            await watcher.close()

    def answer_in_secret() -> None:
        with log.locked(table.code) as row:
            turns.answer(row, asked, 0, "pass")

    run(watch())
    assert reload(table).window["answers"]
