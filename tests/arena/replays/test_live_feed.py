"""A match in play: what its worker tells, and what of it a spectator is told."""

import asyncio
import json
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.test import AsyncClient, AsyncRequestFactory
from django.urls import reverse

from arena.matches import lifecycle, live_updates, sweep
from arena.matches.live_updates import LiveReporter
from arena.matches.models import Attempt, LiveUpdate, Match
from arena.replays import streaming
from arena.replays.live_feed import Place, Show
from engine.randomness import commitment
from referee.play.game import GameResult
from tests.arena.playing import make_match, played

CARD = re.compile(r"\b[6-9TJQKA][CDHS]\b")
SEED = bytes(range(32))
RULESETS = ["kozel", "svoi-kozyri", "ecarte"]


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any, request: pytest.FixtureRequest) -> Match:
    ruleset = getattr(request, "param", "kozel")
    versions = [make_version(owner, ruleset=ruleset) for owner in (alice, bob)]
    match = make_match(*versions, pairs=2)
    # A known seed: now and then a deal begins with secret questions, which nobody is told of.
    match.seed, match.commitment = SEED, commitment(SEED)
    match.save()
    return match


class Playing:
    """A match that is played as slowly as the test wants it, without a bot or a clock."""

    def __init__(self, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(live_updates, "time", SimpleNamespace(monotonic=lambda: self.now))
        attempt = lifecycle.claim(match.pk, "host:1:main")
        assert attempt is not None
        self.match, self.attempt = match, attempt
        self.played = played(match)
        self.games = self.played.record["games"]
        self.reporter = LiveReporter(attempt)
        self.game = GameResult()

    def begin(self) -> None:
        self.game = GameResult()
        self.reporter.begin(self.game)

    def moves(self, index: int, count: int) -> None:
        """The next moves of game `index`; then half a second passes."""
        made = len(self.game.moves)
        self.game.moves += self.games[index]["moves"][made : made + count]
        self.game.ms += self.games[index]["ms"][made : made + count]
        self.later(0.5)

    def end(self, index: int) -> None:
        self.moves(index, 1000)
        self.reporter.end(self.games[index])

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.reporter.write()

    def rows(self) -> list[dict[str, Any]]:
        rows = LiveUpdate.objects.filter(attempt=self.attempt).order_by("number")
        return list(rows.values_list("data", flat=True))


@pytest.fixture
def playing(match: Match, monkeypatch: pytest.MonkeyPatch) -> Playing:
    return Playing(match, monkeypatch)


def events(text: str) -> list[tuple[str, Any]]:
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(kind, json.loads(data)) for kind, data in found]


@pytest.mark.django_db
class TestWhatAWorkerTells:
    def test_a_match_that_is_over_within_a_second_leaves_nothing(self, playing: Playing) -> None:
        playing.now = 0.1
        for index in range(4):
            playing.begin()
            playing.game.moves += playing.games[index]["moves"]
            playing.reporter.write()
            playing.reporter.end(playing.games[index])
        playing.later(0.8)
        assert playing.rows() == []

    def test_moves_are_told_at_most_twice_a_second(self, playing: Playing) -> None:
        playing.begin()
        playing.later(1)
        for _ in range(20):
            playing.game.moves.append("pass")
            playing.game.ms.append(1.0)
            playing.later(0.1)
        assert len(playing.rows()) <= 5

    def test_the_last_moves_of_a_game_in_play_are_held_back(
        self, playing: Playing, settings: Any
    ) -> None:
        settings.LIVE_DELAY_MOVES = 3
        playing.later(1)
        playing.begin()
        playing.moves(0, 8)
        playing.moves(0, 2)
        told = [text for row in playing.rows() for news in row["moves"] for text in news["texts"]]
        assert told == playing.games[0]["moves"][:7]

    def test_the_end_of_a_game_that_was_shown_is_told_whole(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 5)
        playing.end(0)
        playing.begin()
        playing.moves(1, 6)
        news = [news for row in playing.rows() for news in row["moves"]]
        for index, count in ((0, None), (1, 3)):
            told = [text for one in news if one["game"] == index for text in one["texts"]]
            assert told == playing.games[index]["moves"][:count]
        assert [game["scores"] for row in playing.rows() for game in row["over"]] == [
            playing.games[0]["scores"]
        ]

    def test_rows_of_an_attempt_that_has_ended_are_swept(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 5)
        sweep.sweep()
        assert playing.rows()
        lifecycle.release(playing.attempt.token)
        sweep.sweep()
        assert not playing.rows()

    def test_a_database_that_is_away_costs_the_match_nothing(
        self, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.db import OperationalError

        def away(**fields: Any) -> None:
            raise OperationalError

        playing.later(1)
        playing.begin()
        with monkeypatch.context() as patch:
            patch.setattr(LiveUpdate.objects, "create", away)
            playing.moves(0, 6)
        playing.moves(0, 1)
        (row,) = playing.rows()
        assert row["moves"][0]["texts"] == playing.games[0]["moves"][:4]


@pytest.mark.django_db
class TestWhatASpectatorIsTold:
    def show(self, playing: Playing) -> Show:
        show = Show(playing.match.pk)
        show.update()
        return show

    @pytest.mark.parametrize("match", RULESETS, indirect=True)
    def test_nothing_names_a_card_that_was_not_laid_open(
        self, playing: Playing, match: Match
    ) -> None:
        playing.later(1)
        place, told = Place(), ""
        show = Show(match.pk)
        for index in (0, 1):
            playing.begin()
            for _ in range(12):
                playing.moves(index, 4)
                show.update()
                text, place = show.after(place)
                told += text
            playing.end(index)
        assert "event: game" in told and "event: moves" in told and "event: result" in told
        assert bytes(match.seed).hex() not in told
        if match.ruleset == "svoi-kozyri":
            return
        # Two plays of the same moves, told apart by nothing but what lies face down, look alike:
        # so it is enough that no hand, discard or stock is there.
        for kind, data in events(told):
            for move in data.get("moves", []):
                assert not re.match("drop|discard|pass", move.get("text", ""))
                assert move["note"] is None
            for frame in data.get("frames", []):
                assert frame.get("hand") is None
                assert frame.get("dropped") is None and frame.get("discarded") is None
                assert "points" not in frame
                assert not CARD.search(json.dumps([frame.get("hands"), frame.get("stock")]))
            assert kind != "game" or data["scores"] is None

    def test_a_watcher_s_moves_are_numbered_without_a_gap(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 60)
        ((_, game),) = events(self.show(playing).after(Place())[0])
        assert [move["n"] for move in game["moves"]] == list(range(1, len(game["moves"]) + 1))

    def test_whoever_comes_back_gets_what_he_has_missed_and_no_more(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 10)
        show = self.show(playing)
        first, place = show.after(Place())
        assert show.after(place) == ("", place)
        playing.moves(0, 6)
        # Another process, which has to read it all from the rows.
        again, _ = self.show(playing).after(Place.parse(str(place)))
        whole, _ = self.show(playing).after(Place())
        ((_, had),), ((kind, got),), ((_, all_),) = map(events, (first, again, whole))
        assert kind == "moves"
        assert had["moves"] + got["moves"] == all_["moves"]
        assert had["frames"] + got["frames"] == all_["frames"]

    def test_a_game_s_end_and_the_next_game_follow_each_other(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 10)
        show = self.show(playing)
        _, place = show.after(Place())
        playing.end(0)
        playing.begin()
        playing.moves(1, 5)
        show.update()
        text, place = show.after(place)
        (_, rest), (_, result), (kind, game) = events(text)
        assert len(rest["moves"]) > 0
        assert result["scores"] == playing.games[0]["scores"]
        assert (kind, game["game"], game["over"]) == ("game", 2, 1)
        assert show.after(place)[0] == ""

    def test_another_attempt_begins_from_the_start(self, playing: Playing) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 10)
        show = self.show(playing)
        _, place = show.after(Place())
        lifecycle.release(playing.attempt.token)
        show.update()
        assert (show.state, show.attempt) == ("queued", 1)
        playing.attempt = lifecycle.claim(playing.match.pk, "host:2:main") or playing.attempt
        playing.reporter = LiveReporter(playing.attempt)
        playing.later(1)
        playing.begin()
        playing.moves(0, 4)
        show.update()
        assert (show.state, show.attempt) == ("running", 2)
        ((kind, game),) = events(show.after(place)[0])
        assert (kind, len(game["moves"])) == ("game", 1)

    @pytest.mark.parametrize(
        "text", ["", "x", "1.2", "1.2.x", "1.2.3.4", "9" * 30 + ".1.1", "-1.0.0"]
    )
    def test_an_id_that_is_none_means_the_start(self, text: str) -> None:
        assert Place.parse(text) == Place()


@pytest.fixture
def quick_feeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(streaming, "HEARTBEAT_SECONDS", 0.1)
    with ThreadPoolExecutor(1) as thread:
        monkeypatch.setattr(streaming, "_threads", thread)
        yield
        thread.submit(connections.close_all).result()
    assert streaming.watching() == 0


def run(watching: Coroutine[Any, Any, Any]) -> Any:
    """Runs it to its end, and leaves no connection of another thread behind."""

    async def all_of_it() -> Any:
        try:
            return await watching
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(all_of_it())


async def stream(match: Match, **headers: str) -> Any:
    return await AsyncClient().get(reverse("matches:live", args=[match.pk]), headers=headers)


@pytest.mark.django_db(transaction=True)
class TestTheStream:
    """What a browser gets, over the whole way from the rows to the response."""

    def test_a_match_is_told_until_it_has_ended(self, playing: Playing, quick_feeds: None) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 9)

        async def watch() -> list[str]:
            response = await stream(playing.match)
            assert response["Content-Type"] == "text/event-stream"
            assert response["X-Accel-Buffering"] == "no"
            assert "no-store" in response["Cache-Control"]
            got = []
            async for chunk in response.streaming_content:
                got.append(chunk.decode())
                if chunk.startswith(b": still here") and len(got) < 8:
                    await sync_to_async(lifecycle.submit_result)(
                        playing.attempt.token, playing.played
                    )
            return got

        got = run(watch())
        kinds = [kind for kind, _ in events("".join(got))]
        assert kinds == ["state", "game", "state"]
        assert events("".join(got))[-1][1]["state"] == "finished"
        assert ": still here\n\n" in got

    def test_a_connection_that_broke_goes_on_where_it_was(
        self, playing: Playing, quick_feeds: None
    ) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 9)

        async def watch(**headers: str) -> str:
            response = await stream(playing.match, **headers)
            text = ""
            async for chunk in response.streaming_content:
                text += chunk.decode()
                if "event: game" in text or "event: moves" in text:
                    break
            await response.streaming_content.aclose()
            return text

        text = run(watch())
        number = re.findall("id: (.*)\n", text)[-1]
        playing.moves(0, 4)
        again = dict(events(run(watch(**{"Last-Event-ID": number}))))
        assert set(again) == {"state", "moves"}
        assert again["moves"]["moves"]

    def test_many_watchers_ask_the_database_once(
        self, playing: Playing, quick_feeds: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shows = []
        monkeypatch.setattr(streaming, "Show", lambda pk: shows.append(Show(pk)) or shows[-1])
        playing.later(1)
        playing.begin()
        playing.moves(0, 9)

        async def watch() -> None:
            responses = [await stream(playing.match) for _ in range(50)]
            streams = [response.streaming_content for response in responses]
            texts = []
            for one in streams:
                text = ""
                while "event: game" not in text:
                    text += (await anext(one)).decode()
                texts.append(text)
            assert streaming.watching() == 50
            assert len({str(events(text)) for text in texts}) == 1
            for one in streams:
                await one.aclose()

        run(watch())
        assert len(shows) == 1

    def test_whatever_fails_while_one_looks_watchers_are_told_on(
        self,
        playing: Playing,
        quick_feeds: None,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        playing.later(1)
        playing.begin()
        playing.moves(0, 9)
        failures = iter([ValueError, KeyError])
        update = streaming._update

        def fails_at_first(show: Show) -> bool:
            if error := next(failures, None):
                raise error("odd")
            return update(show)

        monkeypatch.setattr(streaming, "_update", fails_at_first)

        async def watch() -> str:
            response = await stream(playing.match)
            text = ""
            async for chunk in response.streaming_content:
                text += chunk.decode()
                if "event: game" in text or text.count("still here") > 50:
                    break
            await response.streaming_content.aclose()
            return text

        assert "event: game" in run(watch())
        assert caplog.text.count("cannot be watched now") == 2

    def test_one_address_does_not_take_all_places(
        self, playing: Playing, quick_feeds: None, settings: Any
    ) -> None:
        settings.LIVE_STREAMS_PER_ADDRESS = 2

        async def ask(address: str) -> Any:
            request = AsyncRequestFactory().get(reverse("matches:live", args=[playing.match.pk]))
            request.META["REMOTE_ADDR"] = address
            request.auser = nobody
            return await streaming.live_view(request, playing.match.pk)

        async def nobody() -> AnonymousUser:
            return AnonymousUser()

        async def watch() -> list[int]:
            streams = []
            for _ in range(2):
                streams.append((await ask("192.0.2.7")).streaming_content)
                await anext(streams[-1])
            statuses = [(await ask("192.0.2.7")).status_code]
            other = (await ask("192.0.2.8")).streaming_content
            await anext(other)
            await streams[0].aclose()
            again = (await ask("192.0.2.7")).streaming_content
            await anext(again)
            for one in (streams[1], other, again):
                await one.aclose()
            return statuses

        assert run(watch()) == [503]
        assert not streaming._streams_of

    def test_when_too_many_watch_another_is_told_to_come_back(
        self, match: Match, settings: Any
    ) -> None:
        settings.LIVE_STREAMS = 0
        response = run(stream(match))
        assert response.status_code == 503
        assert response["Retry-After"]

    def test_a_qualification_is_watched_by_its_owner_alone(
        self, make_version: Any, alice: Any
    ) -> None:
        version = make_version(alice, ruleset="ecarte")
        match = make_match(version, version, queue="check", rated=False)
        assert run(stream(match)).status_code == 404
        assert Attempt.objects.count() == 0
