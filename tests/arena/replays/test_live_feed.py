"""What a spectator sees of a running match."""

import json
import re
from typing import Any

import pytest
from django.conf import settings

from arena.matches import lifecycle
from arena.matches.models import LiveUpdate
from arena.replays.live_feed import Cursor, LiveFeed
from engine.rulesets import RULESETS
from tests.arena.live_match import LiveMatch, events, fixed_match

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b[6-9TJQKA][CDHS]\b")


@pytest.fixture(params=["kozel"])
def live(
    make_version: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> LiveMatch:
    versions = [make_version(owner, ruleset=request.param) for owner in (alice, bob)]
    return LiveMatch(fixed_match(*versions), monkeypatch)


def feed_of(live: LiveMatch) -> LiveFeed:
    feed = LiveFeed(live.match.pk)
    feed.update()
    return feed


@pytest.mark.parametrize("live", RULESETS, indirect=True)
def test_no_event_names_a_card_that_lies_face_down(live: LiveMatch) -> None:
    live.wait(1)
    cursor, told = Cursor(), ""
    feed = LiveFeed(live.match.pk)
    for index in (0, 1, 2):  # the last is the mirrored game of the first
        live.begin()
        for _ in range(12):
            live.play(index, 4)
            feed.update()
            text, cursor = feed.after(cursor)
            told += text
        live.end(index)
    assert "event: game" in told and "event: moves" in told and "event: result" in told
    assert bytes(live.match.seed).hex() not in told
    if live.match.ruleset == "svoi-kozyri":
        return  # all its cards lie open
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


def test_a_secret_question_leaves_no_gap(live: LiveMatch) -> None:
    assert live.games[0]["moves"][0] == "pass"
    live.wait(1)
    live.begin()
    live.play(0, 10)
    feed = feed_of(live)
    text, cursor = feed.after(Cursor())
    ((_, game),) = events(text)
    shown = 10 - 1 - settings.LIVE_DELAY_MOVES
    assert [move["n"] for move in game["moves"]] == list(range(1, shown + 1))
    assert cursor == Cursor(1, 1, shown)


def test_a_watcher_that_reconnects_gets_what_it_missed_and_no_more(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 10)
    feed = feed_of(live)
    first, cursor = feed.after(Cursor())
    assert feed.after(cursor) == ("", cursor)
    live.play(0, 6)
    # As in another process, which reads all rows.
    missed, _ = feed_of(live).after(Cursor.parse(str(cursor)))
    whole, _ = feed_of(live).after(Cursor())
    ((_, had),), ((kind, got),), ((_, all_),) = map(events, (first, missed, whole))
    assert kind == "moves"
    assert had["moves"] + got["moves"] == all_["moves"]
    assert had["frames"] + got["frames"] == all_["frames"]


def test_the_end_of_a_game_is_followed_by_the_next_game(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 10)
    feed = feed_of(live)
    _, cursor = feed.after(Cursor())
    live.end(0)
    live.begin()
    live.play(1, 5)
    feed.update()
    text, cursor = feed.after(cursor)
    (_, rest), (_, result), (kind, game) = events(text)
    assert len(rest["moves"]) > 0
    assert result["scores"] == live.games[0]["scores"]
    assert (result["pair"], result["leg"]) == (0, 0)
    assert (kind, game["game"], game["over"]) == ("game", 2, 1)
    assert feed.after(cursor)[0] == ""


def test_a_game_starts_with_its_sides_and_the_points_so_far(live: LiveMatch) -> None:
    live.wait(1)
    for index in (0, 1):
        live.begin()
        live.play(index, 5)
        live.end(index)
    live.begin()
    live.play(2, 5)
    ((_, third),) = events(feed_of(live).after(Cursor())[0])
    points = [0.0, 0.0]
    for game in live.games[:2]:
        for bot, score in zip(game["sides"], game["scores"], strict=True):
            points[bot] += score
    assert (third["game"], third["over"], third["bots"]) == (3, 2, [1, 0])
    assert (third["pair"], third["leg"]) == (0, 1)
    assert third["points"] == points
    live.end(2)
    live.begin()
    live.play(3, 5)
    ((_, fourth),) = events(feed_of(live).after(Cursor())[0])
    assert (fourth["game"], fourth["bots"]) == (4, [1, 0])
    assert (fourth["pair"], fourth["leg"]) == (1, 1)


def test_moves_after_a_gap_are_ignored(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 6)
    update = LiveUpdate.objects.get(attempt=live.attempt)
    update.data["moves"][0]["first"] = 1
    update.save()
    ((_, game),) = events(feed_of(live).after(Cursor())[0])
    assert game["moves"] == []


def test_a_match_that_was_deleted_counts_as_cancelled(live: LiveMatch) -> None:
    live.match.delete()
    assert feed_of(live).state == "cancelled"


def test_another_attempt_starts_again(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 10)
    feed = feed_of(live)
    _, cursor = feed.after(Cursor())
    lifecycle.release(live.attempt.token)
    feed.update()
    assert (feed.state, feed.attempt) == ("queued", 1)
    live.claim()
    live.wait(1)
    live.begin()
    live.play(0, 5)
    feed.update()
    assert (feed.state, feed.attempt) == ("running", 2)
    ((kind, game),) = events(feed.after(cursor)[0])
    assert (kind, len(game["moves"])) == ("game", 1)


@pytest.mark.parametrize("text", ["", "x", "1.2", "1.2.x", "1.2.3.4", "9" * 30 + ".1.1", "-1.0.0"])
def test_an_id_that_is_not_a_cursor_means_the_start(text: str) -> None:
    assert Cursor.parse(text) == Cursor()
